/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fake-control.h"

#include "paddock-control-bus.h"
#include "paddock-names.h"

#include <string.h>

/* The reaction to a method. */
typedef struct {
  GVariant *reply;                    /* (owned) (nullable) NULL: the default for its signature */
  char     *error_name;               /* (owned) (nullable) */
  char     *message;                  /* (owned) (nullable) */
  char     *signal;                   /* (owned) (nullable) emitted with the reply */
  GVariant *signal_parameters;        /* (owned) (nullable) */
  gboolean  signal_after;
  gboolean  vanishes;
  char     *call;                     /* (owned) (nullable) the arguments of the last call */
} Behaviour;

struct _FakeControl
{
  GDBusConnection *connection;
  GMainContext    *context;
  int              is_ending;         /* atomic: g_main_loop_quit() may come early */
  GThread         *thread;
  GMutex           mutex;             /* protects everything below */
  GHashTable      *behaviours;        /* method -> Behaviour */
  GHashTable      *properties;        /* name -> GVariant (owned) */
};

static void
behaviour_free (Behaviour *behaviour)
{
  g_clear_pointer (&behaviour->reply, g_variant_unref);
  g_clear_pointer (&behaviour->signal_parameters, g_variant_unref);
  g_free (behaviour->error_name);
  g_free (behaviour->message);
  g_free (behaviour->signal);
  g_free (behaviour->call);
  g_free (behaviour);
}

/* The caller holds the mutex. */
static Behaviour *
get_behaviour (FakeControl *fake,
               const char  *method)
{
  Behaviour *behaviour = g_hash_table_lookup (fake->behaviours, method);

  if (behaviour == NULL) {
    behaviour = g_new0 (Behaviour, 1);
    g_hash_table_insert (fake->behaviours, g_strdup (method), behaviour);
  }
  return behaviour;
}

static GVariant *
parse (const char *text,
       const char *type)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE (type), text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static char *
signature_of (GDBusArgInfo **args)
{
  GString *signature = g_string_new ("(");

  for (guint i = 0; args != NULL && args[i] != NULL; i++)
    g_string_append (signature, args[i]->signature);
  return g_string_free (g_string_append_c (signature, ')'), FALSE);
}

static GVariant *
default_reply (const char *method)
{
  GDBusMethodInfo *info =
    g_dbus_interface_info_lookup_method (paddock_bus_control_interface_info (), method);
  g_autofree char *signature = signature_of (info->out_args);

  if (g_str_equal (signature, "()"))
    return parse ("()", signature);
  if (g_str_equal (signature, "(s)"))
    return parse ("('',)", signature);
  if (g_str_equal (signature, "(a{sv})"))
    return parse ("({},)", signature);
  if (g_str_equal (signature, "(aa{sv}x)"))
    return parse ("([], 0)", signature);
  return parse ("([],)", signature);
}

static void
emit (FakeControl *fake,
      const char  *signal,
      GVariant    *parameters)
{
  g_dbus_connection_emit_signal (fake->connection, NULL, PADDOCK_SERVICE_OBJECT_PATH,
                                 paddock_bus_control_interface_info ()->name, signal, parameters,
                                 NULL);
}

static void
on_method_call (GDBusConnection       *connection,
                const char            *sender,
                const char            *path,
                const char            *interface,
                const char            *method,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               user_data)
{
  FakeControl *fake = user_data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);
  Behaviour *behaviour = get_behaviour (fake, method);
  g_autoptr (GVariant) reply = NULL;

  g_free (behaviour->call);
  behaviour->call = g_variant_print (parameters, FALSE);

  if (behaviour->vanishes) {
    g_dbus_connection_call (connection, "org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                            "ReleaseName", g_variant_new ("(s)", PADDOCK_SERVICE_BUS_NAME), NULL,
                            G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
    behaviour->vanishes = FALSE;
  }
  if (behaviour->signal != NULL && !behaviour->signal_after)
    emit (fake, behaviour->signal, behaviour->signal_parameters);
  if (behaviour->error_name != NULL) {
    g_dbus_method_invocation_return_dbus_error (invocation, behaviour->error_name,
                                                behaviour->message);
  } else {
    reply = behaviour->reply != NULL ? g_variant_ref (behaviour->reply) : default_reply (method);
    g_dbus_method_invocation_return_value (invocation, reply);
  }
  if (behaviour->signal != NULL && behaviour->signal_after)
    emit (fake, behaviour->signal, behaviour->signal_parameters);
}

static GVariant *
on_get_property (GDBusConnection  *connection,
                 const char       *sender,
                 const char       *path,
                 const char       *interface,
                 const char       *name,
                 GError          **error,
                 gpointer          user_data)
{
  FakeControl *fake = user_data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);

  return g_variant_ref (g_hash_table_lookup (fake->properties, name));
}

/* @name: static */
static void
set_property (FakeControl *fake,
              const char  *name,
              GVariant    *value)
{
  g_mutex_lock (&fake->mutex);
  g_hash_table_insert (fake->properties, (char *) name, g_variant_ref_sink (value));
  g_mutex_unlock (&fake->mutex);
}

static void
set_first_properties (FakeControl *fake)
{
  set_property (fake, "Version", g_variant_new_string ("9.8.7"));
  set_property (fake, "SocketPath", g_variant_new_bytestring ("/run/fake.sock"));
  set_property (fake, "ConsentMode", g_variant_new_string ("ask"));
  set_property (fake, "HasAgent", g_variant_new_boolean (FALSE));
  set_property (fake, "Paused", g_variant_new_boolean (FALSE));
  set_property (fake, "SetAside", g_variant_new_bytestring (""));
  set_property (fake, "Sandbox", g_variant_new_string (""));
  set_property (fake, "RefusedOften", g_variant_new_strv (NULL, 0));
  set_property (fake, "ImportOffer", g_variant_new ("a{sv}", NULL));
}

static gpointer
run (gpointer data)
{
  FakeControl *fake = data;

  g_main_context_push_thread_default (fake->context);
  while (!g_atomic_int_get (&fake->is_ending))
    g_main_context_iteration (fake->context, TRUE);
  g_main_context_pop_thread_default (fake->context);
  return NULL;
}

static void
call_bus (FakeControl *fake,
          const char  *method,
          GVariant    *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply =
    g_dbus_connection_call_sync (fake->connection, "org.freedesktop.DBus", "/",
                                 "org.freedesktop.DBus", method, parameters, G_VARIANT_TYPE ("(u)"),
                                 G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  g_assert_no_error (error);
}

/* Opens a new connection to the bus at @address. */
GDBusConnection *
fake_control_connect (const char *address)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection =
    g_dbus_connection_new_for_address_sync (address,
                                            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                            G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                            NULL, NULL, &error);

  g_assert_no_error (error);
  return connection;
}

/* A fake that does not own the name yet. */
FakeControl *
fake_control_new (const char *address)
{
  static const GDBusInterfaceVTable vtable = { on_method_call, on_get_property, NULL, { NULL } };
  FakeControl *fake = g_new0 (FakeControl, 1);
  g_autoptr (GError) error = NULL;

  g_mutex_init (&fake->mutex);
  fake->behaviours = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify) behaviour_free);
  fake->properties = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                            (GDestroyNotify) g_variant_unref);
  set_first_properties (fake);
  fake->context = g_main_context_new ();
  g_main_context_push_thread_default (fake->context);
  fake->connection = fake_control_connect (address);
  g_dbus_connection_register_object (fake->connection, PADDOCK_SERVICE_OBJECT_PATH,
                                     paddock_bus_control_interface_info (), &vtable, fake, NULL,
                                     &error);
  g_main_context_pop_thread_default (fake->context);
  g_assert_no_error (error);
  fake->thread = g_thread_new ("fake-control", run, fake);
  return fake;
}

void
fake_control_free (FakeControl *fake)
{
  if (fake == NULL)
    return;
  g_atomic_int_set (&fake->is_ending, TRUE);
  g_main_context_wakeup (fake->context);
  g_thread_join (fake->thread);
  g_dbus_connection_close_sync (fake->connection, NULL, NULL);
  /* Handles what the connection still has in its context, such as its end. */
  while (g_main_context_iteration (fake->context, FALSE))
    continue;
  g_object_unref (fake->connection);
  g_main_context_unref (fake->context);
  g_hash_table_unref (fake->behaviours);
  g_hash_table_unref (fake->properties);
  g_mutex_clear (&fake->mutex);
  g_free (fake);
}

/* Takes the service's name. When this returns, the bus has announced it. */
void
fake_control_appear (FakeControl *fake)
{
  call_bus (fake, "RequestName", g_variant_new ("(su)", PADDOCK_SERVICE_BUS_NAME, 0));
}

void
fake_control_vanish (FakeControl *fake)
{
  call_bus (fake, "ReleaseName", g_variant_new ("(s)", PADDOCK_SERVICE_BUS_NAME));
}

/* A list without a next page is the last page. */
static GVariant *
parse_reply (const char *reply,
             const char *signature)
{
  g_autofree char *page = NULL;

  if (!g_str_equal (signature, "(aa{sv}x)") || !g_str_has_suffix (reply, ",)"))
    return parse (reply, signature);
  page = g_strdup_printf ("%.*s 0)", (int) strlen (reply) - 1, reply);
  return parse (page, signature);
}

/* @reply: the tuple in GVariant's text format. */
void
fake_control_answer (FakeControl *fake,
                     const char  *method,
                     const char  *reply)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);
  GDBusMethodInfo *info =
    g_dbus_interface_info_lookup_method (paddock_bus_control_interface_info (), method);
  g_autofree char *signature = signature_of (info->out_args);
  Behaviour *behaviour = get_behaviour (fake, method);

  g_clear_pointer (&behaviour->error_name, g_free);
  g_clear_pointer (&behaviour->reply, g_variant_unref);
  behaviour->reply = parse_reply (reply, signature);
}

void
fake_control_fail (FakeControl *fake,
                   const char  *method,
                   const char  *error_name,
                   const char  *message)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);
  Behaviour *behaviour = get_behaviour (fake, method);

  g_free (behaviour->error_name);
  g_free (behaviour->message);
  behaviour->error_name = g_strdup (error_name);
  behaviour->message = g_strdup (message);
}

static GVariant *
parse_signal (const char *signal,
              const char *parameters)
{
  GDBusSignalInfo *info =
    g_dbus_interface_info_lookup_signal (paddock_bus_control_interface_info (), signal);
  g_autofree char *signature = signature_of (info->args);

  return parse (parameters, signature);
}

void
fake_control_emit (FakeControl *fake,
                   const char  *signal,
                   const char  *parameters)
{
  g_autoptr (GVariant) value = parse_signal (signal, parameters);

  emit (fake, signal, value);
}

/* Emits @signal before, or @after, each reply to @method. */
void
fake_control_emit_at (FakeControl *fake,
                      const char  *method,
                      gboolean     after,
                      const char  *signal,
                      const char  *parameters)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);
  Behaviour *behaviour = get_behaviour (fake, method);

  g_free (behaviour->signal);
  g_clear_pointer (&behaviour->signal_parameters, g_variant_unref);
  behaviour->signal = g_strdup (signal);
  behaviour->signal_parameters = parse_signal (signal, parameters);
  behaviour->signal_after = after;
}

/* Call this before the name appears; later the client does not notice it. */
void
fake_control_set_aside (FakeControl *fake,
                        const char  *path)
{
  set_property (fake, "SetAside", g_variant_new_bytestring (path));
}

/* For clients that connect from now on. */
void
fake_control_set_sandbox (FakeControl *fake,
                          const char  *sandbox)
{
  set_property (fake, "Sandbox", g_variant_new_string (sandbox != NULL ? sandbox : ""));
}

/* @name: static */
static void
change_property (FakeControl *fake,
                 const char  *name,
                 GVariant    *value)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (value);
  GVariantBuilder changed;

  set_property (fake, name, sunk);
  g_variant_builder_init (&changed, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&changed, "{sv}", name, sunk);
  g_dbus_connection_emit_signal (fake->connection, NULL, PADDOCK_SERVICE_OBJECT_PATH,
                                 "org.freedesktop.DBus.Properties", "PropertiesChanged",
                                 g_variant_new ("(sa{sv}@as)",
                                                paddock_bus_control_interface_info ()->name,
                                                &changed, g_variant_new_strv (NULL, 0)),
                                 NULL);
}

void
fake_control_set_import (FakeControl *fake,
                         const char  *offer)
{
  change_property (fake, "ImportOffer", g_variant_new_parsed (offer));
}

void
fake_control_set_refused (FakeControl        *fake,
                          const char * const *ids)
{
  change_property (fake, "RefusedOften", g_variant_new_strv (ids, -1));
}

void
fake_control_set_agent (FakeControl *fake,
                        gboolean     has_agent)
{
  change_property (fake, "HasAgent", g_variant_new_boolean (has_agent));
}

void
fake_control_set_paused (FakeControl *fake,
                         gboolean     is_paused)
{
  change_property (fake, "Paused", g_variant_new_boolean (is_paused));
}

/* Gives up the name at the next call of @method. That call is still answered. */
void
fake_control_vanish_at (FakeControl *fake,
                        const char  *method)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);

  get_behaviour (fake, method)->vanishes = TRUE;
}

/* The arguments of the last call of @method as text; NULL if there was none. Forgets them. */
char *
fake_control_dup_call (FakeControl *fake,
                       const char  *method)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&fake->mutex);

  return g_steal_pointer (&get_behaviour (fake, method)->call);
}

static void
on_closed (GDBusConnection *connection,
           gboolean         remote_peer_vanished,
           GError          *error,
           GMainLoop       *loop)
{
  g_main_loop_quit (loop);
}

int
fake_control_main (void)
{
  const char *address = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusConnection) connection = fake_control_connect (address);
  g_autoptr (FakeControl) fake = fake_control_new (address);

  g_signal_connect (connection, "closed", G_CALLBACK (on_closed), loop);
  fake_control_appear (fake);
  g_main_loop_run (loop);
  return 0;
}
