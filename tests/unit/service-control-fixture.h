/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-bus.h"
#include "paddock-control.h"

#include "service-bus-fixture.h"
#include "service-disk-fixture.h"

G_BEGIN_DECLS

/* The control interface of a scene on a bus, with two callers: one that may become the window, and
 * a command that also listens to the signals. */
typedef struct {
  Scene                *scene;      /* (owned) */
  GTestDBus            *bus;        /* (owned) */
  GDBusConnection      *service;    /* (owned) */
  GDBusConnection      *window;     /* (owned) */
  GDBusConnection      *command;    /* (owned) */
  PaddockBusAgent      *agent;      /* (owned) */
  char                 *other;      /* (owned) the data directory of another installation */
  PaddockImport        *import;     /* (owned) of @other */
  PaddockReading       *reading;    /* (owned) */
  PaddockFilePrompts   *questions;  /* (owned) */
  PaddockRefusals      *refusals;   /* (owned) */
  PaddockRootMarkers   *markers;    /* (owned) */
  PaddockConfinedHomes *homes;      /* (owned) */
  PaddockControlContext context;    /* of @control */
  PaddockControl       *control;    /* (owned) */
  GString              *heard;      /* (owned) the signals as text, with ids only */
} Desk;

static inline void
desk_hear_list (GString    *heard,
                const char *name,
                GVariant   *parameters)
{
  g_autoptr (GVariantIter) updated = NULL;
  g_autoptr (GVariantIter) removed = NULL;
  GVariant *entry;
  const char *id;

  g_string_append (heard, name);
  g_variant_get (parameters, "(aa{sv}as)", &updated, &removed);
  while (g_variant_iter_loop (updated, "@a{sv}", &entry)) {
    g_assert_true (g_variant_lookup (entry, "id", "&s", &id) ||
                   g_variant_lookup (entry, "key", "&s", &id));
    g_string_append_printf (heard, " +%s", id);
  }
  while (g_variant_iter_loop (removed, "&s", &id))
    g_string_append_printf (heard, " -%s", id);
}

static inline void
desk_hear_journal (GString  *heard,
                   GVariant *parameters)
{
  g_autoptr (GVariantIter) updated = NULL;
  GVariant *entry;
  const char *event;

  g_string_append (heard, "journal");
  g_variant_get (parameters, "(aa{sv})", &updated);
  while (g_variant_iter_loop (updated, "@a{sv}", &entry)) {
    g_assert_true (g_variant_lookup (entry, "event", "&s", &event));
    g_string_append_printf (heard, " %s", event);
  }
}

static inline void
on_desk_signal (GDBusConnection *connection,
                const char      *sender,
                const char      *object_path,
                const char      *interface_name,
                const char      *signal_name,
                GVariant        *parameters,
                gpointer         user_data)
{
  Desk *desk = user_data;
  const char *texts[3];
  gboolean has_agent, is_paused;

  g_assert_cmpstr (object_path, ==, PADDOCK_SERVICE_OBJECT_PATH);
  if (g_str_equal (signal_name, "RootsChanged"))
    desk_hear_list (desk->heard, "roots", parameters);
  else if (g_str_equal (signal_name, "ServersChanged"))
    desk_hear_list (desk->heard, "servers", parameters);
  else if (g_str_equal (signal_name, "RequestsChanged"))
    desk_hear_list (desk->heard, "requests", parameters);
  else if (g_str_equal (signal_name, "AppsChanged"))
    desk_hear_list (desk->heard, "apps", parameters);
  else if (g_str_equal (signal_name, "JournalChanged"))
    desk_hear_journal (desk->heard, parameters);
  else if (g_str_equal (signal_name, "JournalPruned"))
    g_string_append (desk->heard, "pruned");
  else if (g_str_equal (signal_name, "NeverChanged"))
    g_string_append (desk->heard, "never");
  else if (g_str_equal (signal_name, "RequestFinished")) {
    g_variant_get (parameters, "(&s&s&s)", &texts[0], &texts[1], &texts[2]);
    g_string_append_printf (desk->heard, "finished %s %s %s", texts[0], texts[1], texts[2]);
  } else if (g_str_equal (signal_name, "PropertiesChanged")) {
    g_autoptr (GVariant) changed = g_variant_get_child_value (parameters, 1);

    g_autoptr (GVariant) offer = g_variant_lookup_value (changed, "ImportOffer", NULL);
    g_autoptr (PaddockImportOffer) parsed = paddock_import_offer_from_variant (offer);

    if (offer != NULL) {
      g_string_append_printf (desk->heard, "import %s %u",
                              paddock_import_offer_state_to_nick (parsed != NULL
                                                                  ? parsed->state : 0),
                              parsed != NULL ? parsed->n_roots : 0);
    } else if (g_variant_lookup (changed, "RefusedOften", "as", NULL)) {
      g_string_append (desk->heard, "refused");
    } else if (g_variant_lookup (changed, "Paused", "b", &is_paused)) {
      g_string_append (desk->heard, is_paused ? "paused" : "resumed");
    } else {
      g_assert_true (g_variant_lookup (changed, "HasAgent", "b", &has_agent));
      g_string_append (desk->heard, has_agent ? "agent" : "no agent");
    }
  } else {
    g_error ("signal %s", signal_name);
  }
  g_string_append_c (desk->heard, '\n');
}

static inline Desk *
desk_new (PaddockConsentMode mode)
{
  Desk *desk = g_new0 (Desk, 1);
  g_autoptr (GVariant) ready = NULL;
  g_autoptr (GError) error = NULL;

  paddock_error_quark ();
  desk->scene = scene_new (mode);
  desk->bus = test_bus_new ();
  desk->service = test_bus_connect (desk->bus);
  desk->window = test_bus_connect (desk->bus);
  desk->command = test_bus_connect (desk->bus);
  desk->heard = g_string_new (NULL);
  desk->agent = paddock_bus_agent_new (desk->service);
  paddock_gate_set_agent (desk->scene->gate, PADDOCK_CONSENT_AGENT (desk->agent));
  paddock_prompts_set_agent (desk->scene->queue, PADDOCK_CONSENT_AGENT (desk->agent));
  desk->other = tree_path (desk->scene->tree, "other");
  desk->import = paddock_import_new (desk->scene->state, desk->other, desk->scene->data_dir);
  desk->reading = paddock_reading_new (desk->scene->state,
                                       PADDOCK_BOUNDARY (desk->scene->sessions));
  desk->questions = paddock_file_prompts_new (desk->scene->state, desk->scene->queue);
  desk->refusals = paddock_refusals_new ();
  desk->markers = paddock_root_markers_new (desk->scene->state);
  desk->homes = paddock_confined_homes_new (desk->scene->state, desk->scene->data_dir);
  desk->context = (PaddockControlContext) {
    .state = desk->scene->state, .sessions = desk->scene->sessions, .queue = desk->scene->queue,
    .gate = desk->scene->gate, .agent = desk->agent, .socket_path = "/run/caf\351/mcp.sock",
    .import = desk->import, .reading = desk->reading, .questions = desk->questions,
    .refusals = desk->refusals,
    .markers = desk->markers, .homes = desk->homes, .mode = mode,
  };
  desk->control = paddock_control_new (&desk->context);
  g_assert_true (paddock_control_export (desk->control, desk->service, &error));
  g_assert_no_error (error);
  g_dbus_connection_signal_subscribe (desk->command,
                                      g_dbus_connection_get_unique_name (desk->service), NULL, NULL,
                                      NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_desk_signal, desk,
                                      NULL);
  /* The bus delivers in order, so from here on signals arrive. */
  ready = test_bus_call_bus (desk->command, "GetId", NULL);
  return desk;
}

static inline void
desk_free (Desk *desk)
{
  paddock_control_unexport (desk->control);
  test_bus_disconnect (desk->command);
  test_bus_disconnect (desk->window);
  g_assert_finalize_object (desk->control);
  paddock_gate_set_agent (desk->scene->gate, NULL);
  paddock_prompts_set_agent (desk->scene->queue, NULL);
  g_clear_object (&desk->agent);
  g_assert_finalize_object (desk->reading);
  paddock_file_prompts_close (desk->questions);
  g_assert_finalize_object (desk->questions);
  g_assert_finalize_object (desk->refusals);
  g_assert_finalize_object (desk->markers);
  g_assert_finalize_object (desk->homes);
  g_assert_finalize_object (desk->import);
  g_free (desk->other);
  test_bus_disconnect (desk->service);
  scene_free (desk->scene);
  g_test_dbus_down (desk->bus);
  g_object_unref (desk->bus);
  g_string_free (desk->heard, TRUE);
  g_free (desk);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Desk, desk_free)

/* Calls a method from @who, with the arguments as text. */
static inline GVariant *
desk_try (Desk             *desk,
          GDBusConnection  *who,
          const char       *method,
          const char       *arguments,
          GError          **error)
{
  GVariant *parsed = test_bus_parse_arguments (method, arguments);

  return test_bus_call (who, g_dbus_connection_get_unique_name (desk->service),
                        PADDOCK_SERVICE_OBJECT_PATH,
                        paddock_bus_control_interface_info ()->name, method, parsed, error);
}

static inline GVariant *
desk_call (Desk            *desk,
           GDBusConnection *who,
           const char      *method,
           const char      *arguments)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = desk_try (desk, who, method, arguments, &error);

  g_assert_no_error (error);
  return reply;
}

/* Expects this reply as text; for calls that return nothing or the id of a question. */
static inline void
desk_expect (Desk            *desk,
             GDBusConnection *who,
             const char      *method,
             const char      *arguments,
             const char      *expected)
{
  g_autoptr (GVariant) reply = desk_call (desk, who, method, arguments);
  g_autofree char *text = g_variant_print (reply, FALSE);

  g_assert_cmpstr (text, ==, expected);
}

/* Expects Paddock's error @name, or one of D-Bus's own. */
static inline void
desk_refuse (Desk            *desk,
             GDBusConnection *who,
             const char      *method,
             const char      *arguments,
             const char      *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = desk_try (desk, who, method, arguments, &error);
  g_autofree char *remote = NULL;

  if (reply != NULL)
    g_error ("%s %s was not refused", method, arguments != NULL ? arguments : "");
  remote = g_dbus_error_get_remote_error (error);
  if (!g_str_has_suffix (remote, name))
    g_error ("%s %s: %s instead of %s", method, arguments, remote, name);
}

/* Creates another installation's data, with one folder of the tree. */
static inline void
desk_make_other (Desk       *desk,
                 const char *relative)
{
  g_autofree char *path = tree_path (desk->scene->tree, relative);
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .id = "x", .path = path });
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockStore) store = paddock_store_open (desk->other, &error);

  g_assert_no_error (error);
  paddock_changes_put_root (changes, root);
  paddock_store_commit_async (store, changes, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  g_assert_true (paddock_store_commit_finish (store, result, &error));
  paddock_store_close (store);
}

static inline void
desk_become_agent (Desk *desk)
{
  test_bus_own (desk->window, PADDOCK_APP_ID, 4);
  desk_expect (desk, desk->window, "RegisterAgent", NULL, "()");
}

G_END_DECLS
