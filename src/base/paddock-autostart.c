/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "config.h"

#include "paddock-autostart.h"

#include "paddock-documents.h"
#include "paddock-names.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

/* Reads and changes whether the service starts when the user logs in, outside of a sandbox.
 *
 * A file in the user's autostart directory starts the service (Desktop Application Autostart
 * Specification 0.5). Every desktop reads that directory, and systemd makes a unit of the file. The
 * file needs no bus, and the user can look at it and delete it. In a sandbox the Background portal
 * does this instead, and nothing here runs.
 *
 * This code writes and removes only that file. It reads the state of the file each time anew: a
 * desktop's settings may have switched the file off, or somebody enabled the installed unit.
 */

#define FILE_NAME    PADDOCK_SERVICE_BUS_NAME ".desktop"
#define UNIT_NAME    "paddock.service"
#define SECTION      G_KEY_FILE_DESKTOP_GROUP
/* With this key, the settings of GNOME and of other desktops switch an autostart file off. */
#define GNOME_KEY    "X-GNOME-Autostart-enabled"

/**
 * paddock_autostart_dup_path:
 *
 * Returns: (transfer full): the path of the autostart file; the file need not exist
 */
char *
paddock_autostart_dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "autostart", FILE_NAME, NULL);
}

static gboolean
has_enabled_file (void)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL) ||
      !g_key_file_has_key (file, SECTION, G_KEY_FILE_DESKTOP_KEY_EXEC, NULL) ||
      g_key_file_get_boolean (file, SECTION, G_KEY_FILE_DESKTOP_KEY_HIDDEN, NULL))
    return FALSE;
  return !g_key_file_has_key (file, SECTION, GNOME_KEY, NULL) ||
         g_key_file_get_boolean (file, SECTION, GNOME_KEY, NULL);
}

/* Whether somebody enabled the systemd unit. `systemctl --user enable` makes a link to the unit in
 * the user's configuration; an administrator makes one in /etc. */
static gboolean
has_enabled_unit (void)
{
  const char * const places[] = { g_get_user_config_dir (), "/etc" };
  static const char * const kinds[] = { "default.target.wants", "graphical-session.target.wants" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (kinds); j++) {
      g_autofree char *link = g_build_filename (places[i], "systemd", "user", kinds[j], UNIT_NAME,
                                                NULL);

      if (g_file_test (link, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  }
  return FALSE;
}

/**
 * paddock_autostart_find:
 *
 * Returns: what starts the service at login
 */
PaddockAutostart
paddock_autostart_find (void)
{
  if (has_enabled_file ())
    return PADDOCK_AUTOSTART_FILE;
  return has_enabled_unit () ? PADDOCK_AUTOSTART_UNIT : PADDOCK_AUTOSTART_OFF;
}

static gboolean
write_file (const char  *path,
            const char  *program,
            GError     **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *exec = NULL;
  g_autoptr (GString) word = g_string_new (program);

  if (!g_utf8_validate (program, -1, NULL)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                         "The program's path is not UTF-8");
    return FALSE;
  }
  /* Desktop Entry Specification 1.5, "The Exec key": put quotes around a word with special
   * characters, escape these four inside, and double a percent sign. The key file escapes once
   * more. */
  g_string_replace (word, "\\", "\\\\", 0);
  g_string_replace (word, "\"", "\\\"", 0);
  g_string_replace (word, "`", "\\`", 0);
  g_string_replace (word, "$", "\\$", 0);
  g_string_replace (word, "%", "%%", 0);
  exec = g_strdup_printf ("\"%s\" serve --exit-when-idle", word->str);

  if (g_mkdir_with_parents (directory, 0700) != 0) {
    int saved = errno;

    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s: %s", directory,
                 g_strerror (saved));
    return FALSE;
  }
  g_key_file_set_string (file, SECTION, G_KEY_FILE_DESKTOP_KEY_TYPE,
                         G_KEY_FILE_DESKTOP_TYPE_APPLICATION);
  g_key_file_set_string (file, SECTION, G_KEY_FILE_DESKTOP_KEY_NAME, "Paddock");
  g_key_file_set_string (file, SECTION, G_KEY_FILE_DESKTOP_KEY_ICON, PADDOCK_APP_ID);
  g_key_file_set_string (file, SECTION, G_KEY_FILE_DESKTOP_KEY_EXEC, exec);
  g_key_file_set_boolean (file, SECTION, G_KEY_FILE_DESKTOP_KEY_NO_DISPLAY, TRUE);
  return g_key_file_save_to_file (file, path, error);
}

/**
 * paddock_autostart_set:
 * @is_on: whether the service starts at login
 * @program: the program `paddock`, an absolute path
 * @error: return location, set if the directory cannot be written
 *
 * If @is_on, writes the autostart file, even if a desktop's settings had switched that file off.
 * Otherwise removes the file. A systemd unit that somebody enabled stays as it is.
 *
 * Returns: whether the file now is as wanted
 */
gboolean
paddock_autostart_set (gboolean     is_on,
                       const char  *program,
                       GError     **error)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  int saved;

  if (is_on)
    return write_file (path, program, error);
  if (g_unlink (path) == 0 || errno == ENOENT || errno == ENOTDIR)
    return TRUE;
  saved = errno;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s: %s", path,
               g_strerror (saved));
  return FALSE;
}

/**
 * paddock_autostart_apply:
 * @is_on: the user's setting
 * @is_first: whether the service just started; otherwise the user just changed the setting
 *
 * Makes the autostart file match the setting. Does nothing in a sandbox.
 *
 * If @is_first, this only adds a missing file, in case the user changed the setting while no
 * service ran. It leaves an existing file as it is: the desktop's settings may have switched that
 * file off, or it may belong to another installation.
 */
void
paddock_autostart_apply (gboolean is_on,
                         gboolean is_first)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  const char *program = BINDIR "/paddock";
  g_autoptr (GError) error = NULL;

  if (paddock_documents_is_sandboxed () ||
      (is_first && (!is_on || g_file_test (path, G_FILE_TEST_EXISTS))))
    return;
  /* If Paddock is not installed, the autostart file names the running program instead:
   * `paddock-service` accepts the same arguments as `paddock`. */
  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE) && own != NULL)
    program = own;
  if (!paddock_autostart_set (is_on, program, &error))
    g_warning ("Start at login cannot be changed: %s", error->message);
}
