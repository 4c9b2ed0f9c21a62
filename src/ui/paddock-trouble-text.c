/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-trouble-text.h"

#include "paddock-sentences.h"

#include "paddock-add-result.h"
#include "paddock-error.h"
#include "paddock-import-offer.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The texts about problems: warnings about a place, refusals of a path, and errors, each with what
 * to do. Pure functions. */

/**
 * paddock_trouble_text_warnings:
 * @warnings: at least one warning
 *
 * Returns: (transfer full): one paragraph for each warning
 */
char *
paddock_trouble_text_warnings (PaddockPlaceWarnings warnings)
{
  const struct
  {
    PaddockPlaceWarnings warning;
    const char *text;
  } texts[] = {
    { PADDOCK_PLACE_WARNING_HOME,
      N_("This is your home folder. It contains all your files, including passwords and keys.") },
    { PADDOCK_PLACE_WARNING_ABOVE_HOME,
      N_("It contains your home folder, with all your files.") },
    { PADDOCK_PLACE_WARNING_HIDDEN,
      N_("This is a hidden folder. Programs keep settings and secrets in such folders.") },
    { PADDOCK_PLACE_WARNING_SECRETS,
      N_("It contains keys or passwords. A program that reads them can act as you.") },
    { PADDOCK_PLACE_WARNING_CONFIGURATION,
      N_("It contains settings of programs. A server that changes them can change what those "
         "programs do.") },
    { PADDOCK_PLACE_WARNING_BROWSER,
      N_("It contains data of a browser or mail program, such as passwords, cookies and mail.") },
    { PADDOCK_PLACE_WARNING_CONTAINS_OWN,
      N_("It contains Paddock’s own data, so you can only share it read-only.") },
  };
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (warnings & texts[i].warning)
      g_ptr_array_add (parts, (gpointer) _(texts[i].text));
  if (parts->len == 0)
    g_ptr_array_add (parts, (gpointer) _("Think twice before you share this."));
  g_ptr_array_add (parts, NULL);

  return g_strjoinv ("\n\n", (char **) parts->pdata);
}

/**
 * paddock_trouble_text_refusal:
 *
 * Returns: (transfer none): why a path with this verdict can't be a root, and what to do; "" if the
 *   path can be a root
 */
const char *
paddock_trouble_text_refusal (PaddockPlaceVerdict verdict)
{
  switch (verdict) {
    case PADDOCK_PLACE_EMPTY:
    case PADDOCK_PLACE_RELATIVE:
    case PADDOCK_PLACE_NUL:
    case PADDOCK_PLACE_TOO_LONG:
    case PADDOCK_PLACE_NOT_A_FILE_URI:
      return _("Choose a folder or file on this computer.");
    case PADDOCK_PLACE_LINK_LOOP:
      return _("Its links form a loop. Choose the folder that you want directly.");
    case PADDOCK_PLACE_MISSING:
      return _("It doesn’t exist. If it is on a drive, check that the drive is connected.");
    case PADDOCK_PLACE_UNREADABLE:
      return _("You don’t have permission to read it. Change its permissions, or choose "
               "something else.");
    case PADDOCK_PLACE_WRONG_KIND:
      return _("It isn’t a folder or a regular file. Choose one of those.");
    case PADDOCK_PLACE_SYSTEM:
      return _("It belongs to the system and can’t be shared. Choose a folder of your own.");
    case PADDOCK_PLACE_OWN:
      return _("It is part of Paddock’s own data and can’t be shared. Choose another folder.");
    case PADDOCK_PLACE_NOT_A_DOCUMENT:
      return _("Paddock runs in a sandbox and can’t see it. Choose it with “Add Folder…”.");
    case PADDOCK_PLACE_NO_HOST_PATH:
      return _("Your system doesn’t tell Paddock where the folder is. Update xdg-desktop-portal to "
               "1.20 or newer, or install Paddock without a sandbox.");
    case PADDOCK_PLACE_WARNED:
    case PADDOCK_PLACE_ACCEPTED:
      return "";
    case PADDOCK_PLACE_UNRESOLVED:
    default:
      return _("Paddock couldn’t check it. Try again, or choose something else.");
  }
}

/**
 * paddock_trouble_text_error:
 *
 * Returns: (transfer full): what went wrong, in words for the user, and what to do
 */
char *
paddock_trouble_text_error (const GError *error)
{
  g_autoptr (GError) copy = NULL;

  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT))
    return g_strdup (_("Another Paddock window is open. Close it and try again."));
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_STALE))
    return g_strdup (_("The question changed. Look again before you answer."));
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND))
    return g_strdup (_("It no longer exists."));
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY) ||
      g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT))
    return g_strdup (_("Paddock is busy. Try again in a moment."));
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE) ||
      g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED))
    return g_strdup (_("Not saved: the disk might be full."));
  if (error->domain == G_DBUS_ERROR)
    return g_strdup (_("Paddock’s service doesn’t respond. Try again."));

  copy = g_error_copy (error);
  g_dbus_error_strip_remote_error (copy);

  return paddock_text_escape (copy->message, -1);
}

/**
 * paddock_trouble_text_set_aside:
 * @path: the path of the damaged database, in GLib's file name encoding
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): a text that says what happened, where the damaged database is, and what
 *   to do
 */
char *
paddock_trouble_text_set_aside (const char *path,
                                const char *home)
{
  g_autofree char *shown = paddock_text_shorten (path, home);

  /* Translators: %s is a path */
  return g_strdup_printf (_("Paddock’s database was damaged, so Paddock started a new one. "
                            "Your earlier folders and decisions aren’t in it. The damaged "
                            "database is kept as %s. Delete it when you no longer need it."),
                          shown);
}

/**
 * paddock_trouble_text_left_out:
 * @results: (element-type PaddockAddResult): the results of an import
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full) (nullable): a text about each folder that was not imported, or only in
 *   part, with the reason and what to do; %NULL if there is no such folder
 */
char *
paddock_trouble_text_left_out (GPtrArray  *results,
                               const char *home)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) narrower = g_string_new (NULL);

  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *result = g_ptr_array_index (results, i);
    g_autofree char *path = paddock_text_shorten (result->path, home);
    g_autofree char *warnings = NULL;

    if (result->uncrossed)
      g_string_append_printf (narrower, "%s\n", path);
    if (result->added || result->root_id != NULL)
      continue;
    if (paddock_place_verdict_is_usable (result->verdict))
      warnings = paddock_trouble_text_warnings (result->warnings);
    g_string_append_printf (text, "%s\n%s\n\n", path,
                            warnings != NULL ? warnings
                                             : paddock_trouble_text_refusal (result->verdict));
  }
  if (text->len > 0)
    g_string_append (text, _("Paddock skipped these. If a folder can be shared, you can add it "
                             "yourself."));
  if (narrower->len > 0)
    g_string_append_printf (text, "%s%s%s", text->len > 0 ? "\n\n" : "", narrower->str,
                            _("Imported without drives mounted inside. To include them, use "
                              "the folder’s menu."));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/**
 * paddock_trouble_text_refused:
 * @name: (nullable): the name of the first server or program, not escaped
 * @n_servers: how many servers and programs were refused files
 *
 * Returns: (transfer full): a text about the refused files, for the window and a notification. It
 *   contains at most 64 characters of a name, and no path
 */
char *
paddock_trouble_text_refused (const char *name,
                              guint       n_servers)
{
  g_autofree char *shown = paddock_text_for_notification (name != NULL ? name : _("a server"));

  if (n_servers <= 1)
    /* Translators: %s is a server or a program */
    return g_strdup_printf (_("Paddock refused many file requests from %s."), shown);

  /* Translators: %u is how many servers and other programs, more than one */
  return g_strdup_printf (ngettext ("Paddock refused many file requests from %u program.",
                                    "Paddock refused many file requests from %u "
                                    "programs.", n_servers), n_servers);
}

/**
 * paddock_trouble_text_import:
 * @offer: an offer to import another installation's data
 *
 * Returns: (transfer full): a line about the offer
 */
char *
paddock_trouble_text_import (const PaddockImportOffer *offer)
{
  if (offer->state != PADDOCK_IMPORT_FOUND)
    return g_strdup (_("Paddock can’t import the data of another installation."));

  /* Translators: %u is how many folders there are */
  return g_strdup_printf (ngettext ("Another installation of Paddock has %u folder.",
                                    "Another installation of Paddock has %u folders.",
                                    offer->n_roots), offer->n_roots);
}

/**
 * paddock_trouble_text_import_details:
 * @offer: an offer to import another installation's data
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): a text that says where the data is, and what would be imported or why
 *   that is not possible
 */
char *
paddock_trouble_text_import_details (const PaddockImportOffer *offer,
                                     const char               *home)
{
  g_autofree char *path = paddock_text_shorten (offer->path, home);

  switch (offer->state) {
    case PADDOCK_IMPORT_FOUND:
      /* Translators: %s is the folder in which the other installation keeps its data */
      return g_strdup_printf (_("This adds the folders from another installation of Paddock, such "
                                "as a Flatpak, in %s. You then choose which servers see them. "
                                "Servers, decisions and activity aren’t imported, and the other "
                                "installation doesn’t change."),
                              path);
    case PADDOCK_IMPORT_NEWER:
      /* Translators: %s is the folder in which the other installation keeps its data */
      return g_strdup_printf (_("A newer version of Paddock wrote the data in %s. To import those "
                                "folders, update this Paddock."),
                              path);
    case PADDOCK_IMPORT_DAMAGED:
      /* Translators: %s is the folder in which the other installation keeps its data */
      return g_strdup_printf (_("The data in %s is damaged, so nothing was imported. Add your "
                                "folders yourself."),
                              path);
    case PADDOCK_IMPORT_NONE:
    case PADDOCK_IMPORT_REFUSED:
    default:
      /* Translators: %s is the folder in which the other installation keeps its data */
      return g_strdup_printf (_("Paddock doesn’t trust the data in %s: it belongs to another "
                                "user, is a link, can’t be read, or is too large. Nothing was "
                                "imported."),
                              path);
  }
}
