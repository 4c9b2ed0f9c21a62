/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-caller.h"

#include "paddock-documents.h"
#include "paddock-names.h"
#include "paddock-text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Names the caller of a method on the bus, and refuses sandboxed callers of other applications.
 *
 * The bus proves the process id, at the time of the call. Program names come from /proc, and only
 * help people to recognize a program: a process can choose its name. Only Paddock's own command is
 * proven, and marked, because the question about the call skips it. Whether a caller is sandboxed
 * as another Flatpak application follows from its root directory, which it can't change from
 * inside. A process that has ended before this check is refused, because nothing is known about it.
 *
 * Inside Flatpak the service can't examine outside processes: their numbers belong to other
 * processes here. There the label shows only the number, and the bus filter of the other sandbox
 * protects the interface.
 */

/* How many ancestors of the caller's process the label names: enough for "paddock, from bash, from
 * node, from bash, from a terminal", with a few scripts between them. */
#define MAX_ANCESTORS 8

/* These characters have a meaning in the label, so they are escaped in the names of programs. */
#define PARENT "←"
#define OWN    "✓"

/* Returns the name of the program that a process runs; NULL: unknown. The program of a process that
 * changed its user can't be read, but its own name for itself can. */
static char *
read_program (guint32 pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%u/exe", pid);
  g_autofree char *path = g_strdup_printf ("/proc/%u/comm", pid);
  g_autofree char *target = g_file_read_link (link, NULL);
  g_autofree char *name = target != NULL ? g_path_get_basename (target) : NULL;
  g_autofree char *escaped = NULL;
  GString *text;

  /* Process 1 is the parent of whatever lost its own. */
  if (name == NULL && (pid == 1 || !g_file_get_contents (path, &name, NULL, NULL)))
    return NULL;
  escaped = paddock_text_escape_name (g_strchomp (name));
  text = g_string_new (escaped);
  g_string_replace (text, PARENT, "\\u{2190}", 0);
  g_string_replace (text, OWN, "\\u{2713}", 0);
  return g_string_free (text, FALSE);
}

/* Whether a process is proven to be Paddock's own command. @program: its name, which spares most
 * processes the look */
static gboolean
is_own (guint32        pid,
        const char    *program,
        PaddockProofs *proofs)
{
  return proofs != NULL && g_str_has_prefix (program, "paddock") &&
         paddock_proofs_is_own (proofs, (pid_t) pid);
}

/* Returns the pid of the parent of the process @pid, or 0 if it is not known. In /proc/PID/stat,
 * the parent is the second field after the name. The name is in parentheses, and may contain
 * parentheses itself. */
static guint32
read_parent (guint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/stat", pid);
  g_autofree char *stat = NULL;
  const char *rest;
  unsigned int parent = 0;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return 0;
  rest = strrchr (stat, ')');
  if (rest == NULL || sscanf (rest, ") %*c %u", &parent) != 1)
    return 0;
  return parent;
}

static char *
describe (guint32        pid,
          PaddockProofs *proofs)
{
  gboolean is_visible = pid != 0 && !paddock_documents_is_sandboxed ();
  g_autofree char *program = is_visible ? read_program (pid) : NULL;
  GString *label;
  guint32 parent = pid;

  if (program == NULL)
    return g_strdup_printf ("(%u)", pid);

  label = g_string_new (NULL);
  g_string_printf (label, "%s (%u%s)", program, pid, is_own (pid, program, proofs) ? " " OWN : "");
  for (int i = 0; i < MAX_ANCESTORS; i++) {
    g_autofree char *ancestor = NULL;

    parent = read_parent (parent);
    if (parent == 0 || (ancestor = read_program (parent)) == NULL)
      break;
    g_string_append_printf (label, " " PARENT " %s%s", ancestor,
                            is_own (parent, ancestor, proofs) ? " " OWN : "");
  }
  return g_string_free (label, FALSE);
}

static gboolean
is_admitted (guint32 pid)
{
  g_autofree char *root = g_strdup_printf ("/proc/%u/root", pid);
  g_autofree char *info = g_strdup_printf ("/proc/%u/root/.flatpak-info", pid);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *application = NULL;
  g_autofree char *contents = NULL;
  gsize length;

  if (paddock_documents_is_sandboxed ())
    return TRUE;
  if (pid == 0 || access (root, X_OK) != 0)
    return FALSE;
  if (access (info, F_OK) != 0)
    return TRUE;

  if (!g_file_get_contents (info, &contents, &length, NULL) ||
      !g_key_file_load_from_data (file, contents, length, G_KEY_FILE_NONE, NULL))
    return FALSE;
  application = g_key_file_get_string (file, "Application", "name", NULL);
  return g_strcmp0 (application, PADDOCK_APP_ID) == 0;
}

/**
 * paddock_caller_new_for_pid:
 * @bus_name: the unique name of the caller's connection
 * @pid: the process of the caller, as the bus knows it; 0: unknown
 * @proofs: (nullable): finds Paddock's own command; %NULL: no process counts as that
 *
 * Returns: (transfer full): the caller
 */
PaddockCaller *
paddock_caller_new_for_pid (const char    *bus_name,
                            guint32        pid,
                            PaddockProofs *proofs)
{
  PaddockCaller *caller = g_new0 (PaddockCaller, 1);

  caller->bus_name = g_strdup (bus_name);
  caller->pid = pid;
  caller->label = describe (pid, proofs);
  caller->is_admitted = is_admitted (pid);
  return caller;
}

/**
 * paddock_caller_free:
 * @caller: (nullable): a caller
 */
void
paddock_caller_free (PaddockCaller *caller)
{
  if (caller == NULL)
    return;

  g_free (caller->bus_name);
  g_free (caller->label);
  g_free (caller);
}

typedef struct {
  char          *bus_name;          /* (owned) */
  PaddockProofs *proofs;            /* (owned) (nullable) */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_free (search->bus_name);
  g_clear_object (&search->proofs);
  g_free (search);
}

static void
on_pid_ready (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  const Search *search = g_task_get_task_data (task);
  g_autoptr (GVariant) reply = NULL;
  GError *error = NULL;
  guint32 pid = 0;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (reply == NULL) {
    g_task_return_error (task, error);
    return;
  }
  g_variant_get (reply, "(u)", &pid);
  g_task_return_pointer (task, paddock_caller_new_for_pid (search->bus_name, pid, search->proofs),
                         (GDestroyNotify) paddock_caller_free);
}

/**
 * paddock_caller_find_async:
 * @connection: the session bus
 * @bus_name: the unique name of the caller
 * @proofs: (nullable): as for paddock_caller_new_for_pid()
 * @callback: called with the result, in the order of the calls
 * @user_data: for @callback
 *
 * Asks the bus for the process of a caller, and finds out what is known about that process.
 */
void
paddock_caller_find_async (GDBusConnection     *connection,
                           const char          *bus_name,
                           PaddockProofs       *proofs,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (connection, NULL, callback, user_data);
  Search *search = g_new0 (Search, 1);

  g_task_set_source_tag (task, paddock_caller_find_async);
  search->bus_name = g_strdup (bus_name);
  g_set_object (&search->proofs, proofs);
  g_task_set_task_data (task, search, search_free);
  g_dbus_connection_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                          g_variant_new ("(s)", bus_name), G_VARIANT_TYPE ("(u)"),
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_pid_ready, task);
}

/**
 * paddock_caller_find_finish:
 * @result: of paddock_caller_find_async()
 * @error: return location, set if the caller has left the bus
 *
 * Returns: (transfer full) (nullable): the caller
 */
PaddockCaller *
paddock_caller_find_finish (GAsyncResult  *result,
                            GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
