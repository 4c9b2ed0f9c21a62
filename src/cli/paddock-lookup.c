/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-lookup.h"

#include "paddock-cli-service.h"
#include "paddock-error.h"
#include "paddock-server-label.h"
#include "paddock-text.h"
#include "paddock-uri.h"

#include "config.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* Finds the root or the server that an argument names. ROOT is an id, a path or a URI. SERVER is an
 * id, or a name that only one server has. If an argument is ambiguous, it is refused: a command
 * that widens access must never guess. A server gains nothing by the
 * name that it claims. */

/* How many characters of a server's command tell it apart. */
#define ORIGIN_CHARS 80

static GPtrArray *
call_for_list (PaddockCli      *cli,
               const char      *method,
               gpointer       (*read)(GVariant *dictionary),
               GDestroyNotify   destroy,
               GError         **error)
{
  g_autoptr (GVariant) list = paddock_cli_service_list (cli, method, NULL, 0, error);
  GPtrArray *views;
  GVariantIter iter;
  GVariant *dictionary;

  if (list == NULL)
    return NULL;

  views = g_ptr_array_new_with_free_func (destroy);
  g_variant_iter_init (&iter, list);
  while ((dictionary = g_variant_iter_next_value (&iter)) != NULL) {
    g_ptr_array_add (views, read (dictionary));
    g_variant_unref (dictionary);
  }
  return views;
}

static gpointer
read_root (GVariant *dictionary)
{
  return paddock_root_view_from_variant (dictionary);
}

static gpointer
read_server (GVariant *dictionary)
{
  return paddock_server_view_from_variant (dictionary);
}

static gpointer
read_request (GVariant *dictionary)
{
  return paddock_server_label_name_prompt (paddock_prompt_from_variant (dictionary));
}

static const PaddockRootView *
find_root_by_path (GPtrArray  *roots,
                   const char *path)
{
  for (guint i = 0; i < roots->len; i++) {
    const PaddockRootView *view = g_ptr_array_index (roots, i);

    if (g_strcmp0 (view->root->path, path) == 0 || g_strcmp0 (view->root->picked, path) == 0)
      return view;
  }
  return NULL;
}

static gboolean
is_called (const PaddockServerView *view,
           const char              *name)
{
  g_autofree char *label = paddock_server_label_dup (view);

  return g_str_equal (label, name) ||
         (view->note != NULL && g_str_equal (view->note->server, name));
}

/* Returns a server's id, with what tells it apart from others of its name. */
static char *
describe (const PaddockServerView *view)
{
  g_autofree char *origin = paddock_server_label_dup_origin (view, ORIGIN_CHARS);

  /* Translators: a server's name or id, and the app that started it with the command */
  return g_strdup_printf (_("%s (%s)"), view->server->id, origin);
}

/**
 * paddock_lookup_list_roots:
 *
 * Returns: (transfer full) (nullable): a PaddockRootView for each root, in the service's order
 */
GPtrArray *
paddock_lookup_list_roots (PaddockCli  *cli,
                           GError     **error)
{
  return call_for_list (cli, "ListRoots", read_root, (GDestroyNotify) paddock_root_view_free,
                        error);
}

/**
 * paddock_lookup_list_servers:
 *
 * Returns: (transfer full) (nullable): a PaddockServerView for each server, in the service's order
 */
GPtrArray *
paddock_lookup_list_servers (PaddockCli  *cli,
                             GError     **error)
{
  return call_for_list (cli, "ListServers", read_server, (GDestroyNotify) paddock_server_view_free,
                        error);
}

/**
 * paddock_lookup_list_requests:
 *
 * Returns: (transfer full) (nullable): a PaddockPrompt for each waiting question, oldest first
 */
GPtrArray *
paddock_lookup_list_requests (PaddockCli  *cli,
                              GError     **error)
{
  return call_for_list (cli, "ListRequests", read_request, (GDestroyNotify) paddock_prompt_unref,
                        error);
}

/**
 * paddock_lookup_absolute_path:
 * @text: a path or URI, as the user typed it
 * @directory: the caller's working directory
 *
 * Puts @directory before a relative path. Resolves no links and no `..`, because `..` after a link
 * does not lead back to the directory before the link. The service resolves both. A URI or an empty
 * text stays unchanged; the service reads or refuses it.
 *
 * Returns: (transfer full): the bytes to send to the service
 */
char *
paddock_lookup_absolute_path (const char *text,
                              const char *directory)
{
  if (*text == '\0' || g_path_is_absolute (text) || strstr (text, "://") != NULL ||
      g_ascii_strncasecmp (text, "file:", strlen ("file:")) == 0)
    return g_strdup (text);
  return g_build_filename (directory, text, NULL);
}

/**
 * paddock_lookup_root:
 * @roots: a PaddockRootView for each root
 * @text: an id, a path or a URI, as the user typed it
 * @directory: the caller's working directory
 * @error: set to %PADDOCK_ERROR_NOT_FOUND
 *
 * Finds a root. Compares a path as text first, so that even a root whose folder is gone is found.
 * Then compares the path with all links resolved.
 *
 * Returns: (transfer none) (nullable): the root
 */
const PaddockRootView *
paddock_lookup_root (GPtrArray   *roots,
                     const char  *text,
                     const char  *directory,
                     GError     **error)
{
  g_autofree char *absolute = NULL;
  g_autofree char *normal = NULL;
  g_autofree char *shown = NULL;
  const PaddockRootView *found = NULL;

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRootView *view = g_ptr_array_index (roots, i);

    if (g_strcmp0 (view->root->id, text) == 0)
      return view;
  }

  absolute = paddock_lookup_absolute_path (text, directory);
  if (!g_path_is_absolute (absolute)) {
    char *path = paddock_uri_to_path (absolute, NULL);

    g_free (absolute);
    absolute = path;
  }
  if (absolute != NULL) {
    normal = paddock_path_text_normalize (absolute);
    found = normal != NULL ? find_root_by_path (roots, normal) : NULL;
    if (found == NULL) {
      char *resolved = realpath (absolute, NULL);

      found = resolved != NULL ? find_root_by_path (roots, resolved) : NULL;
      free (resolved);
    }
  }
  if (found != NULL)
    return found;

  shown = paddock_text_escape_name (text);
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
               /* Translators: %s is a path, a URI or an id; "paddock list" is to be typed */
               _("Unknown folder “%s”. To list your folders, type “paddock list”."), shown);
  return NULL;
}

/**
 * paddock_lookup_server:
 * @servers: a PaddockServerView for each server
 * @text: an id or a name, as the user typed it
 * @error: set to %PADDOCK_ERROR_NOT_FOUND, or to %PADDOCK_ERROR_AMBIGUOUS with the ids to choose
 *   from
 *
 * Finds a server.
 *
 * Returns: (transfer none) (nullable): the server
 */
const PaddockServerView *
paddock_lookup_server (GPtrArray   *servers,
                       const char  *text,
                       GError     **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *shown = paddock_text_escape_name (text);
  g_autofree char *list = NULL;
  const PaddockServerView *found = NULL;

  for (guint i = 0; i < servers->len; i++) {
    const PaddockServerView *view = g_ptr_array_index (servers, i);

    if (g_strcmp0 (view->server->id, text) == 0)
      return view;
    if (is_called (view, text)) {
      found = view;
      g_ptr_array_add (ids, describe (view));
    }
  }
  if (ids->len == 1)
    return found;
  if (ids->len == 0) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                 /* Translators: %s is what was typed; "paddock servers" is to be typed */
                 _("Unknown server “%s”. To list your servers, type “paddock servers”."),
                 shown);
    return NULL;
  }

  g_ptr_array_add (ids, NULL);
  list = g_strjoinv (", ", (char **) ids->pdata);
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_AMBIGUOUS,
               /* Translators: %u is how many servers, the first %s their name, the second one a
                * list of their ids, each with the server's command */
               g_dngettext (GETTEXT_PACKAGE,
                            "%u server is named “%s”. Use its id instead: %s",
                            "%u servers are named “%s”. Use the id of one instead: %s",
                            ids->len - 1),
               ids->len - 1, shown, list);
  return NULL;
}

/**
 * paddock_lookup_root_ids:
 * @texts: ids, paths and URIs, as the user typed them
 *
 * Returns: (transfer full) (nullable): the ids of these roots, in the same order; %NULL with @error
 *   if any of them is unknown
 */
GStrv
paddock_lookup_root_ids (PaddockCli  *cli,
                         char       **texts,
                         GError     **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, error);
  g_autofree char *directory = g_get_current_dir ();

  if (roots == NULL)
    return NULL;
  for (guint i = 0; texts[i] != NULL; i++) {
    const PaddockRootView *view = paddock_lookup_root (roots, texts[i], directory, error);

    if (view == NULL)
      return NULL;
    g_strv_builder_add (ids, view->root->id);
  }
  return g_strv_builder_end (ids);
}

/**
 * paddock_lookup_server_id:
 * @text: an id or a name, as the user typed it
 *
 * Returns: (transfer full) (nullable): the id of the server
 */
char *
paddock_lookup_server_id (PaddockCli  *cli,
                          const char  *text,
                          GError     **error)
{
  g_autoptr (GPtrArray) servers = paddock_lookup_list_servers (cli, error);
  const PaddockServerView *view;

  if (servers == NULL)
    return NULL;
  view = paddock_lookup_server (servers, text, error);
  return view != NULL ? g_strdup (view->server->id) : NULL;
}

/**
 * paddock_lookup_sees_all:
 * @server: a server
 * @mode: the service's consent mode
 * @now: µs since the epoch
 *
 * Returns: whether the server sees every available folder without a grant, because of
 *   --consent=allow
 */
gboolean
paddock_lookup_sees_all (const PaddockServerView *server,
                         PaddockConsentMode       mode,
                         gint64                   now)
{
  PaddockStanding standing = paddock_server_get_standing (server->server,
                                                          server->server->decision_scope, now);

  return mode == PADDOCK_CONSENT_ALLOW &&
         (standing == PADDOCK_STANDING_UNDECIDED || standing == PADDOCK_STANDING_ALLOWED);
}
