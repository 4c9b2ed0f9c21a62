/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-handshake.h"

#include "config.h"
#include "paddock-limits.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-text.h"

/* The messages of the handshake, in both directions (MCP 2025-11-25, lifecycle).
 *
 * This file only converts values; the session sends, waits and closes. All texts of the peer are
 * unproven. This file clips and escapes them, except the texts of the launch, which are compared
 * unchanged.
 */

/* The error code for a revision of MCP that the peer does not speak. MCP has this code since
 * 2026-07-28. */
#define RPC_UNSUPPORTED_VERSION (-32022)

#define READING \
  "\"experimental\":{\"" PADDOCK_METHOD_READ_LOCAL_FILE "\":{}},"
#define CLIENT \
  "\"roots\":{\"listChanged\":true}}," \
  "\"clientInfo\":{\"name\":\"paddock\",\"title\":\"Paddock\",\"version\":\"" PACKAGE_VERSION "\"}"

/* The revisions of MCP that Paddock speaks, the latest first. 2024-11-05 does not mention batches,
 * but JSON-RPC 2.0 has them. */
static const PaddockVersion versions[] = {
  { PADDOCK_VERSION_LATEST, FALSE, TRUE, TRUE },
  { PADDOCK_VERSION_ROOT_META, FALSE, TRUE, FALSE },
  { PADDOCK_VERSION_SECOND, TRUE, FALSE, FALSE },
  { PADDOCK_VERSION_FIRST, TRUE, FALSE, FALSE },
};

/**
 * paddock_handshake_get_latest_version:
 *
 * Returns: the revision to offer first
 */
const PaddockVersion *
paddock_handshake_get_latest_version (void)
{
  return &versions[0];
}

/**
 * paddock_handshake_find_version:
 * @name: (nullable): the value of `protocolVersion`
 *
 * Returns: (nullable): the revision; %NULL if Paddock does not speak it
 */
const PaddockVersion *
paddock_handshake_find_version (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (versions); i++)
    if (g_strcmp0 (name, versions[i].name) == 0)
      return &versions[i];
  return NULL;
}

/**
 * paddock_handshake_write_request:
 * @number: the id of the request, never used before on this connection
 * @version: the revision to offer
 * @offers_reading: whether to offer `client/readLocalFile`
 *
 * Returns: (transfer full): the line of `initialize`
 */
GBytes *
paddock_handshake_write_request (guint                 number,
                                 const PaddockVersion *version,
                                 gboolean              offers_reading)
{
  g_autofree char *id = g_strdup_printf ("%u", number);
  g_autofree char *params = g_strconcat ("{\"protocolVersion\":\"", version->name,
                                         "\",\"capabilities\":{", offers_reading ? READING : "",
                                         CLIENT "}", NULL);

  return paddock_message_write_request (id, PADDOCK_METHOD_INITIALIZE, params);
}

/**
 * paddock_handshake_write_ready:
 * @lists_early: whether the peer is a `paddock run` whose server requests its roots right after its
 *   start
 *
 * Returns: (transfer full): the line of `notifications/initialized`
 */
GBytes *
paddock_handshake_write_ready (gboolean lists_early)
{
  return paddock_message_write_notification (PADDOCK_METHOD_INITIALIZED, lists_early
                                             ? "{\"_meta\":{\"" PADDOCK_META_LISTS_EARLY "\":true}}"
                                             : NULL);
}

/**
 * paddock_handshake_is_answer:
 * @message: a message of the peer, maybe malformed
 * @number: the id of a request
 *
 * Compares ids as numbers, because some languages have no integers and write 1.0.
 *
 * Returns: whether @message answers the request with the id @number
 */
gboolean
paddock_handshake_is_answer (const PaddockMessage *message,
                             guint                 number)
{
  const char *id = paddock_message_get_id (message);

  return id != NULL && id[0] != '"' && g_ascii_strtod (id, NULL) == (double) number;
}

/* Returns the text of a member; NULL if the member is missing, empty or no string. */
static const char *
get_text (JsonObject *object,
          const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;
  const char *text;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  text = json_node_get_string (node);
  return text[0] != '\0' ? text : NULL;
}

static JsonObject *
get_object (JsonObject *object,
            const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Returns @text clipped and escaped, for the journal and the screen. Returns NULL for NULL. */
static char *
dup_display (const char *text)
{
  g_autofree char *clipped = NULL;

  if (text == NULL)
    return NULL;
  clipped = paddock_text_clip (text, PADDOCK_LIMIT_NAME_BYTES);
  return paddock_text_escape (clipped, -1);
}

static void
refuse (PaddockHandshake *self,
        PaddockReason     reason,
        char             *detail)
{
  self->reason = reason;
  self->detail = detail;
}

static void
read_result (PaddockHandshake *self,
             JsonObject       *result)
{
  const char *version = get_text (result, "protocolVersion");
  JsonObject *info = get_object (result, "serverInfo");
  const char *title = get_text (info, "title");

  if (version == NULL) {
    refuse (self, PADDOCK_REASON_MALFORMED, g_strdup ("the answer to initialize names no version"));
    return;
  }

  self->version = paddock_handshake_find_version (version);
  if (self->version == NULL) {
    g_autofree char *shown = dup_display (version);

    refuse (self, PADDOCK_REASON_UNSUPPORTED_VERSION, g_strdup_printf ("it speaks MCP %s", shown));
    return;
  }
  self->launch = paddock_launch_parse (result);
  self->claimed_name = dup_display (title != NULL ? title : get_text (info, "name"));
}

/* Reads which revisions the peer supports, from `data.supported` of the error that it sent. Returns
 * FALSE if the error has no such list. */
static gboolean
read_supported (PaddockHandshake *self,
                JsonObject       *error)
{
  JsonObject *data = get_object (error, "data");
  JsonNode *node = data != NULL ? json_object_get_member (data, "supported") : NULL;
  JsonArray *supported;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;

  supported = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (supported); i++) {
    JsonNode *element = json_array_get_element (supported, i);
    const PaddockVersion *version;

    if (json_node_get_value_type (element) != G_TYPE_STRING)
      continue;
    if (g_strcmp0 (json_node_get_string (element), PADDOCK_VERSION_MODERN) == 0)
      self->knows_modern = TRUE;
    version = paddock_handshake_find_version (json_node_get_string (element));
    /* The table begins with the latest revision, so the revision at the lowest address is the
     * latest. */
    if (version != NULL && (self->retry == NULL || version < self->retry))
      self->retry = version;
  }
  return TRUE;
}

static void
read_error (PaddockHandshake *self,
            JsonObject       *error)
{
  g_autofree char *message = dup_display (get_text (error, "message"));
  JsonNode *node = json_object_get_member (error, "code");
  gint64 code = node != NULL && json_node_get_value_type (node) == G_TYPE_INT64
                ? json_node_get_int (node) : 0;
  gboolean names_versions = read_supported (self, error);

  if (self->knows_modern && self->retry == NULL)
    refuse (self, PADDOCK_REASON_UNSUPPORTED_VERSION,
            g_strdup ("it speaks only MCP " PADDOCK_VERSION_MODERN
                      ", which has no roots on a socket: start it with \"paddock run\""));
  else if (names_versions || code == RPC_UNSUPPORTED_VERSION)
    refuse (self, PADDOCK_REASON_UNSUPPORTED_VERSION,
            g_strconcat ("it refused the version: ", message != NULL ? message : "no message",
                         NULL));
  else
    refuse (self, PADDOCK_REASON_MALFORMED,
            g_strdup_printf ("it refused initialize with error %" G_GINT64_FORMAT ": %s", code,
                             message != NULL ? message : "no message"));
}

/**
 * paddock_handshake_read:
 * @answer: a result, an error or a bad response to Paddock's `initialize`
 *
 * Returns: (transfer full): what @answer says. If @version is %NULL, @retry is the revision to
 *   offer next. If @retry is %NULL as well, @reason says why there can be no session
 */
PaddockHandshake *
paddock_handshake_read (PaddockMessage *answer)
{
  PaddockHandshake *self = g_new0 (PaddockHandshake, 1);
  JsonObject *result = paddock_message_get_result (answer);
  JsonObject *error = paddock_message_get_error (answer);

  if (result != NULL)
    read_result (self, result);
  else if (error != NULL)
    read_error (self, error);
  else
    refuse (self, PADDOCK_REASON_MALFORMED, g_strdup ("the answer to initialize is no object"));
  return self;
}

void
paddock_handshake_free (PaddockHandshake *handshake)
{
  g_free (handshake->claimed_name);
  g_clear_pointer (&handshake->launch, paddock_launch_free);
  g_free (handshake->detail);
  g_free (handshake);
}
