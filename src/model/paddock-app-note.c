/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-app-note.h"

#include "paddock-error.h"

#include <string.h>

/* A note about an app's configuration file.
 *
 * A value, like the root. The program that changes the file makes the note, because the service
 * never reads or writes files of apps. Notes have no secrets: the environment and the headers of an
 * entry are never noted.
 *
 * A key is the id of an app, "-" and 12 random characters, as "cursor-k3v9x0q2m1ab". If the entry
 * had an address, the names of the members that Paddock replaced follow, each behind a ".". The app
 * in the key need not be the app of the note: a user may copy an entry to another app's file.
 *
 * The note of an entry that lost its key stays while a server with this key is known. So the server
 * keeps its name, and the entry can get the same key again. */

/* How many random characters a key has. */
#define RANDOM_LENGTH 12

/* How many names of members a key has at most. */
#define MAX_MEMBERS   2

static gboolean
has_only (const char *text,
          gsize       length,
          const char *others)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && strchr (others, text[i]) == NULL)
      return FALSE;
  return length > 0 && length <= PADDOCK_APP_NOTE_MAX_WORD;
}

static gboolean
has_upper (const char *text,
           gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (g_ascii_isupper (text[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_app (const char *text,
        gsize       length)
{
  return has_only (text, length, "-") && *text != '-' && !has_upper (text, length);
}

/* Whether @text is the part of a key before the names of members. */
static gboolean
is_plain_key (const char *text)
{
  gsize length = strlen (text);
  gsize app_length;

  if (length < RANDOM_LENGTH + 2)
    return FALSE;
  app_length = length - RANDOM_LENGTH - 1;
  return is_app (text, app_length) && text[app_length] == '-' &&
         has_only (text + app_length + 1, RANDOM_LENGTH, "") &&
         !has_upper (text + app_length + 1, RANDOM_LENGTH);
}

static void
app_note_clear (gpointer data)
{
  PaddockAppNote *note = data;

  g_free ((char *) note->key);
  g_free ((char *) note->fact);
  g_free ((char *) note->app);
  g_free ((char *) note->server);
  g_free ((char *) note->path);
  g_free ((char *) note->project);
}

/**
 * paddock_app_note_new:
 * @template: the values to copy, strings included
 *
 * Returns: (transfer full): a new note
 */
PaddockAppNote *
paddock_app_note_new (const PaddockAppNote *template)
{
  PaddockAppNote *note = g_atomic_rc_box_new (PaddockAppNote);

  *note = *template;
  note->key = g_strdup (template->key);
  note->fact = g_strdup (template->fact);
  note->app = g_strdup (template->app);
  note->server = g_strdup (template->server);
  note->path = g_strdup (template->path);
  note->project = g_strdup (template->project);
  return note;
}

/**
 * paddock_app_note_ref:
 * @note: a note
 *
 * Returns: (transfer full): @note
 */
PaddockAppNote *
paddock_app_note_ref (PaddockAppNote *note)
{
  return g_atomic_rc_box_acquire (note);
}

/**
 * paddock_app_note_unref:
 * @note: (transfer full): a note
 */
void
paddock_app_note_unref (PaddockAppNote *note)
{
  g_atomic_rc_box_release_full (note, app_note_clear);
}

/**
 * paddock_app_note_is_key:
 * @text: a text
 *
 * Returns: whether @text has the form of the keys that Paddock writes into apps' files
 */
gboolean
paddock_app_note_is_key (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", MAX_MEMBERS + 2);

  if (parts[0] == NULL || g_strv_length (parts) > MAX_MEMBERS + 1 || !is_plain_key (parts[0]))
    return FALSE;
  for (gsize i = 1; parts[i] != NULL; i++)
    if (!has_only (parts[i], strlen (parts[i]), "-_"))
      return FALSE;
  return TRUE;
}

/**
 * paddock_app_note_is_app:
 * @text: a text
 *
 * Returns: whether @text has the form of an app's id; whether there is such an app is not known
 *   here
 */
gboolean
paddock_app_note_is_app (const char *text)
{
  return is_app (text, strlen (text));
}

/**
 * paddock_app_note_check:
 * @note: a note, maybe of a stranger
 * @error: return location, %PADDOCK_ERROR_INVALID_ARGUMENT, %PADDOCK_ERROR_LIMIT
 *
 * Returns: whether all texts of @note have their form, and are not too long
 */
gboolean
paddock_app_note_check (const PaddockAppNote  *note,
                        GError               **error)
{
  const char *trouble = NULL;

  if (note->key == NULL || !paddock_app_note_is_key (note->key))
    trouble = "This is no key that Paddock writes into an app's file";
  else if (note->app == NULL || !paddock_app_note_is_app (note->app))
    trouble = "This is no id of an app";
  else if (note->server == NULL || *note->server == '\0' || !g_utf8_validate (note->server, -1,
                                                                              NULL))
    trouble = "The server has no name";
  else if (note->path == NULL || *note->path != '/' || !g_utf8_validate (note->path, -1, NULL))
    trouble = "The path of the app's file is absolute";
  else if (note->project != NULL && !g_utf8_validate (note->project, -1, NULL))
    trouble = "The project is no text";
  else if (strlen (note->server) <= PADDOCK_APP_NOTE_MAX_SERVER &&
           strlen (note->path) <= PADDOCK_APP_NOTE_MAX_PATH &&
           (note->project == NULL || strlen (note->project) <= PADDOCK_APP_NOTE_MAX_PATH))
    return TRUE;

  if (trouble != NULL)
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, trouble);
  else
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                 "The server's name has at most %d bytes, and each path at most %d",
                 PADDOCK_APP_NOTE_MAX_SERVER, PADDOCK_APP_NOTE_MAX_PATH);
  return FALSE;
}

/**
 * paddock_app_note_same_name:
 * @a: (nullable): a note
 * @b: (nullable): a note
 *
 * Returns: whether both notes name a server alike
 */
gboolean
paddock_app_note_same_name (const PaddockAppNote *a,
                            const PaddockAppNote *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_strcmp0 (a->app, b->app) == 0 && g_strcmp0 (a->server, b->server) == 0;
}
