/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-launch.h"

#include <string.h>

#include "paddock-address.h"
#include "paddock-command-line.h"
#include "paddock-names.h"

/* Makes an identity from what a server claims about itself.
 *
 * The handshake owns a launch until the session knows the identity. A launch proves nothing about
 * the peer: only the kernel's facts do (paddock-peer.c). If any part of a launch is malformed, the
 * whole launch is ignored. Secrets in a command line leave this file only as keyed hashes.
 *
 * A key belongs to one entry in a host's configuration. One part of the key proves that Paddock
 * made the key: only this installation knows the secret for that part. No part proves who sent the
 * key. A key that Paddock did not make is only a claim. But it also tells one entry from another.
 *
 * Anybody can copy what a launch claims, and any program of the user can read a key in the host's
 * configuration. Therefore a launch identifies a server in two cases only. Either the peer is
 * proven to be this installation's `paddock`, which reports what it started. Or the kernel hides
 * the peer, so nothing can be proven, and the launch has a key. Sandboxes that can't read the
 * host's configuration don't know this key. Any other launch is only displayed, and matches no
 * server. If it claims the key of a server that gets nothing, it gets nothing (paddock-policy.c).
 */

/* How many digits the two parts of a key have: the mark makes the key unique, and the seal proves
 * that Paddock made the key. */
#define MARK_LENGTH 16
#define SEAL_LENGTH 32

/* Reads a text. A missing member is fine, and leaves @out_text alone. Returns FALSE if the member
 * makes the launch malformed: it is no string, is empty, or is longer than the rest of @budget. */
static gboolean
read_string (JsonObject  *object,
             const char  *name,
             gsize       *budget,
             char       **out_text)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text;
  gsize length;

  if (node == NULL)
    return TRUE;
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;

  text = json_node_get_string (node);
  length = strlen (text);
  if (length == 0 || length > *budget || !g_utf8_validate (text, (gssize) length, NULL))
    return FALSE;

  *budget -= length;
  *out_text = g_strdup (text);
  return TRUE;
}

static gboolean
read_words (JsonObject *object,
            const char *name,
            gsize      *budget,
            GStrv      *out_words)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *array;
  guint n;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  n = json_array_get_length (array);
  if (n == 0 || n > PADDOCK_LAUNCH_ARGS_MAX)
    return FALSE;

  for (guint i = 0; i < n; i++) {
    JsonNode *element = json_array_get_element (array, i);
    const char *text;
    gsize length;

    if (json_node_get_value_type (element) != G_TYPE_STRING)
      return FALSE;
    text = json_node_get_string (element);
    length = strlen (text);
    if (length > *budget || !g_utf8_validate (text, (gssize) length, NULL))
      return FALSE;
    *budget -= length;
    g_strv_builder_add (words, text);
  }
  *out_words = g_strv_builder_end (words);
  return (*out_words)[0][0] != '\0';
}

static JsonObject *
get_object (JsonObject *object,
            const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Reads which server `paddock run` started or reaches. A launched server has a program and a
 * command. A server on another machine has an address instead; possible secrets are removed from
 * the address here. */
static gboolean
read_target (PaddockLaunch *self,
             JsonObject    *claim,
             gsize         *budget)
{
  g_autofree char *url = NULL;

  if (!json_object_has_member (claim, "url"))
    return read_words (claim, "command", budget, &self->argv) &&
           read_string (claim, "exe", budget, &self->executable) &&
           self->executable != NULL && self->executable[0] == '/';
  if (json_object_has_member (claim, "command") || json_object_has_member (claim, "exe") ||
      !read_string (claim, "url", budget, &url))
    return FALSE;
  self->address = paddock_address_dup_name (url);
  return self->address != NULL;
}

/**
 * paddock_launch_parse:
 * @initialize_result: the result of `initialize`, as the peer sent it
 *
 * Reads `_meta["io.github.paddock-mcp/launch"]`: `command` (array of strings) and `exe` (absolute)
 * are required, or `url` instead. `options` (array of strings), `cwd` (absolute), `host`,
 * `appimage` (absolute), `key` and `name` are optional. Other members are ignored.
 *
 * Returns: (transfer full) (nullable): the launch; %NULL if there is none, or if any part is
 *   malformed or too long. Then the server counts as one that connected by itself
 */
PaddockLaunch *
paddock_launch_parse (JsonObject *initialize_result)
{
  g_autoptr (PaddockLaunch) self = NULL;
  JsonObject *meta = get_object (initialize_result, "_meta");
  JsonObject *claim = meta != NULL ? get_object (meta, PADDOCK_META_LAUNCH) : NULL;
  gsize budget = PADDOCK_LAUNCH_BYTES_MAX;

  if (claim == NULL)
    return NULL;

  self = g_new0 (PaddockLaunch, 1);
  if (!read_target (self, claim, &budget) ||
      (json_object_has_member (claim, "options") &&
       !read_words (claim, "options", &budget, &self->options)) ||
      !read_string (claim, "cwd", &budget, &self->directory) ||
      !read_string (claim, "host", &budget, &self->host) ||
      !read_string (claim, "appimage", &budget, &self->appimage) ||
      !read_string (claim, "key", &budget, &self->key) ||
      !read_string (claim, "name", &budget, &self->name))
    return NULL;

  if ((self->directory != NULL && self->directory[0] != '/') ||
      (self->appimage != NULL && self->appimage[0] != '/'))
    return NULL;
  return g_steal_pointer (&self);
}

void
paddock_launch_free (PaddockLaunch *launch)
{
  g_free (launch->address);
  g_free (launch->executable);
  g_strfreev (launch->argv);
  g_strfreev (launch->options);
  g_free (launch->directory);
  g_free (launch->host);
  g_free (launch->appimage);
  g_free (launch->key);
  g_free (launch->name);
  g_free (launch);
}

/* Whether the peer claims to be `paddock run --confine`. */
gboolean
paddock_launch_is_confined (const PaddockLaunch *launch)
{
  return launch->options != NULL &&
         g_strv_contains ((const char * const *) launch->options, "--confine");
}

static char *
dup_command_text (const char * const *argv,
                  GBytes             *secret)
{
  g_auto (GStrv) redacted = paddock_command_line_redact (argv, secret);

  return paddock_command_line_to_text ((const char * const *) redacted);
}

static void
set_fact (PaddockFact  *fact,
          PaddockProof  proof,
          const char   *value)
{
  fact->proof = value != NULL ? proof : PADDOCK_PROOF_UNKNOWN;
  fact->value = value;
}

/* Returns the seal for a mark. The hashes of secrets in command lines are not secret. The seal is
 * another kind of hash, so nobody can derive a key from such a hash. */
static char *
dup_key_seal (const char *mark,
              GBytes     *secret)
{
  gsize size;
  const guchar *data = g_bytes_get_data (secret, &size);
  g_autofree char *seal =
    g_compute_hmac_for_string (G_CHECKSUM_SHA512, data, size, mark, -1);

  return g_strndup (seal, SEAL_LENGTH);
}

static gboolean
is_issued_key (const char *key,
               GBytes     *secret)
{
  g_autofree char *mark = NULL;
  g_autofree char *seal = NULL;

  if (secret == NULL || strlen (key) != MARK_LENGTH + SEAL_LENGTH)
    return FALSE;
  mark = g_strndup (key, MARK_LENGTH);
  seal = dup_key_seal (mark, secret);
  return g_str_equal (seal, key + MARK_LENGTH);
}

/**
 * paddock_launch_issue_key:
 * @secret: the secret of this installation
 *
 * Returns: (transfer full): a key for one entry in a host's configuration
 */
char *
paddock_launch_issue_key (GBytes *secret)
{
  g_autofree char *uuid = g_uuid_string_random ();
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uuid, -1);
  g_autofree char *mark = g_strndup (hash, MARK_LENGTH);
  g_autofree char *seal = dup_key_seal (mark, secret);

  return g_strconcat (mark, seal, NULL);
}

/**
 * paddock_launch_dup_identity:
 * @launch: what the peer claims
 * @peer: the process that opened the connection
 * @secret: the secret of this installation, which keys the hashes
 *
 * Makes the identity of a server that `paddock run` started, or reaches on another machine. The
 * identity contains those options of `paddock run` that say how and where the server starts, but
 * not `paddock run` itself. If there is a key, the identity does not contain the host, because each
 * key belongs to one host.
 *
 * Returns: (transfer full): the identity. Proven are only its uid and a key that Paddock made. If
 *   @peer is not proven to be this installation's `paddock`, the identity is anonymous, matches no
 *   server, and proves no key; except if @peer is hidden and there is a key
 */
PaddockIdentity *
paddock_launch_dup_identity (const PaddockLaunch *launch,
                             const PaddockPeer   *peer,
                             GBytes              *secret)
{
  const char * const *argv = (const char * const *) launch->argv;
  g_autofree char *user = g_strdup_printf ("%lu", (gulong) peer->uid);
  g_autofree char *command = argv != NULL ? dup_command_text (argv, secret) : NULL;
  g_autofree char *options = NULL;
  g_autofree char *host = NULL;
  g_autofree char *key = NULL;
  PaddockIdentityKind kind = launch->address != NULL ? PADDOCK_IDENTITY_REMOTE
                                                     : PADDOCK_IDENTITY_LAUNCH;
  PaddockFact facts[PADDOCK_N_FACTS] = { 0 };
  gboolean is_issued = FALSE;

  if (!peer->is_own && (launch->key == NULL || !peer->is_hidden))
    kind = PADDOCK_IDENTITY_ANONYMOUS;
  else if (launch->key != NULL)
    is_issued = is_issued_key (launch->key, secret);
  if (launch->key != NULL)
    key = paddock_command_line_hash_secret (launch->key, secret);
  else if (launch->host != NULL)
    host = paddock_command_line_dup_stable_program (launch->host, launch->appimage);

  if (launch->options != NULL)
    options = dup_command_text ((const char * const *) launch->options, secret);

  set_fact (&facts[PADDOCK_FACT_USER], PADDOCK_PROOF_PROVEN, user);
  set_fact (&facts[PADDOCK_FACT_EXECUTABLE], PADDOCK_PROOF_CLAIMED, launch->executable);
  set_fact (&facts[PADDOCK_FACT_COMMAND], PADDOCK_PROOF_CLAIMED, command);
  if (argv != NULL && paddock_command_line_needs_directory (argv))
    set_fact (&facts[PADDOCK_FACT_DIRECTORY], PADDOCK_PROOF_CLAIMED, launch->directory);
  set_fact (&facts[PADDOCK_FACT_HOST], PADDOCK_PROOF_CLAIMED, host);
  set_fact (&facts[PADDOCK_FACT_KEY], is_issued ? PADDOCK_PROOF_PROVEN : PADDOCK_PROOF_CLAIMED,
            key);
  set_fact (&facts[PADDOCK_FACT_OPTIONS], PADDOCK_PROOF_CLAIMED, options);
  set_fact (&facts[PADDOCK_FACT_ADDRESS], PADDOCK_PROOF_CLAIMED, launch->address);
  set_fact (&facts[PADDOCK_FACT_NAME], PADDOCK_PROOF_CLAIMED, launch->name);
  return paddock_identity_new (kind, facts);
}

/**
 * paddock_launch_dup_peer_identity:
 * @peer: the process that opened the connection
 * @secret: the secret of this installation, which keys the hashes
 *
 * Makes the identity of a server that connected by itself.
 *
 * An interpreter whose command line is unknown could run any script. So its identity must not match
 * a decision about one script.
 *
 * Returns: (transfer full): the process as an identity. If its executable is not proven, or if its
 *   command line is unknown or too long, the identity is anonymous, and matches no server
 */
PaddockIdentity *
paddock_launch_dup_peer_identity (const PaddockPeer *peer,
                                  GBytes            *secret)
{
  const char * const *argv = (const char * const *) peer->argv;
  g_autofree char *user = g_strdup_printf ("%lu", (gulong) peer->uid);
  g_autofree char *command = NULL;
  PaddockFact facts[PADDOCK_N_FACTS] = { 0 };

  set_fact (&facts[PADDOCK_FACT_USER], PADDOCK_PROOF_PROVEN, user);
  set_fact (&facts[PADDOCK_FACT_EXECUTABLE],
            peer->executable_proven ? PADDOCK_PROOF_PROVEN : PADDOCK_PROOF_CLAIMED,
            peer->executable);
  if (peer->executable == NULL || argv == NULL)
    return paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, facts);

  command = dup_command_text (argv, secret);
  set_fact (&facts[PADDOCK_FACT_COMMAND], PADDOCK_PROOF_CLAIMED, command);
  if (paddock_command_line_needs_directory (argv))
    set_fact (&facts[PADDOCK_FACT_DIRECTORY], PADDOCK_PROOF_CLAIMED, peer->directory);
  return paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
}
