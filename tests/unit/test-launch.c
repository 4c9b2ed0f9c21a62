/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-launch.h"

#include <string.h>
#include <unistd.h>

#include "paddock-command-line.h"

static PaddockLaunch *
parse (const char *result)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  g_assert_true (json_parser_load_from_data (parser, result, -1, NULL));
  return paddock_launch_parse (json_node_get_object (json_parser_get_root (parser)));
}

#define CLAIM(members) "{\"_meta\":{\"io.github.paddock-mcp/launch\":{" members "}}}"
#define COMMAND "\"command\":[\"npx\",\"-y\",\"server\"]"
#define EXE "\"exe\":\"/usr/bin/npx\""

static void
test_parse (void)
{
  g_autoptr (PaddockLaunch) all =
    parse (CLAIM (COMMAND "," EXE ",\"cwd\":\"/p\",\"host\":\"/h\",\"key\":\"k\",\"name\":\"n\","
                  "\"x\":1"));
  g_autoptr (PaddockLaunch) least = parse (CLAIM (EXE ",\"command\":[\"a\",\"\"]"));

  g_assert_cmpstr (all->executable, ==, "/usr/bin/npx");
  g_assert_cmpuint (g_strv_length (all->argv), ==, 3);
  g_assert_cmpstr (all->argv[2], ==, "server");
  g_assert_cmpstr (all->directory, ==, "/p");
  g_assert_cmpstr (all->host, ==, "/h");
  g_assert_cmpstr (all->key, ==, "k");
  g_assert_cmpstr (all->name, ==, "n");

  g_assert_cmpstr (least->argv[1], ==, "");
  g_assert_null (least->directory);
  g_assert_null (least->host);
  g_assert_null (least->key);
  g_assert_null (least->name);
}

/* If any part is malformed, there is no launch. */
static void
test_malformed (void)
{
  static const char * const results[] = {
    "{}",
    CLAIM (COMMAND "," EXE ",\"options\":null"),
    CLAIM (COMMAND "," EXE ",\"options\":[]"),
    CLAIM (COMMAND "," EXE ",\"options\":\"--chdir\""),
    CLAIM (COMMAND "," EXE ",\"options\":[1]"),
    "{\"_meta\":null}",
    "{\"_meta\":[]}",
    "{\"_meta\":{}}",
    "{\"_meta\":{\"launch\":{" COMMAND "," EXE "}}}",
    "{\"_meta\":{\"io.github.paddock_mcp/launch\":{" COMMAND "," EXE "}}}",
    "{\"_meta\":{\"io.github.paddock-mcp/launch\":null}}",
    "{\"_meta\":{\"io.github.paddock-mcp/launch\":[" "]}}",
    "{\"_meta\":{\"io.github.paddock-mcp/launch\":\"npx\"}}",
    CLAIM (""),
    CLAIM (COMMAND),
    CLAIM (EXE),
    CLAIM (EXE ",\"command\":\"npx\""),
    CLAIM (EXE ",\"command\":null"),
    CLAIM (EXE ",\"command\":{}"),
    CLAIM (EXE ",\"command\":[]"),
    CLAIM (EXE ",\"command\":[\"\"]"),
    CLAIM (EXE ",\"command\":[1]"),
    CLAIM (EXE ",\"command\":[\"a\",null]"),
    CLAIM (EXE ",\"command\":[[\"a\"]]"),
    CLAIM (COMMAND ",\"exe\":null"),
    CLAIM (COMMAND ",\"exe\":\"\""),
    CLAIM (COMMAND ",\"exe\":\"npx\""),
    CLAIM (COMMAND ",\"exe\":1"),
    CLAIM (COMMAND "," EXE ",\"cwd\":\"relative\""),
    CLAIM (COMMAND "," EXE ",\"cwd\":\"\""),
    CLAIM (COMMAND "," EXE ",\"cwd\":7"),
    CLAIM (COMMAND "," EXE ",\"appimage\":\"App.AppImage\""),
    CLAIM (COMMAND "," EXE ",\"appimage\":\"\""),
    CLAIM (COMMAND "," EXE ",\"appimage\":1"),
    CLAIM (COMMAND "," EXE ",\"host\":null"),
    CLAIM (COMMAND "," EXE ",\"host\":[]"),
    CLAIM (COMMAND "," EXE ",\"key\":\"\""),
    CLAIM (COMMAND "," EXE ",\"key\":true"),
    CLAIM (COMMAND "," EXE ",\"key\":12345"),
    CLAIM (COMMAND "," EXE ",\"name\":{}"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (results); i++) {
    g_test_message ("%s", results[i]);
    g_assert_null (parse (results[i]));
  }
}

static gboolean
parses (gsize n_args,
        gsize length)
{
  g_autoptr (GString) result = g_string_new ("{\"_meta\":{\"io.github.paddock-mcp/launch\":{"
                                             "\"exe\":\"/a\",\"command\":[\"");
  g_autoptr (PaddockLaunch) launch = NULL;

  for (gsize i = 0; i < length; i++)
    g_string_append_c (result, 'a');
  g_string_append_c (result, '"');
  for (gsize i = 1; i < n_args; i++)
    g_string_append (result, ",\"\"");
  g_string_append (result, "]}}}");
  launch = parse (result->str);
  return launch != NULL;
}

static void
test_limits (void)
{
  g_assert_true (parses (PADDOCK_LAUNCH_ARGS_MAX, 1));
  g_assert_false (parses (PADDOCK_LAUNCH_ARGS_MAX + 1, 1));
  g_assert_true (parses (1, PADDOCK_LAUNCH_BYTES_MAX - strlen ("/a")));
  g_assert_false (parses (1, PADDOCK_LAUNCH_BYTES_MAX - strlen ("/a") + 1));
}

static void
assert_fact (PaddockIdentity *identity,
             PaddockFactKind  kind,
             PaddockProof     proof,
             const char      *value)
{
  PaddockFact fact = paddock_identity_get_fact (identity, kind);

  g_assert_cmpint (fact.proof, ==, proof);
  g_assert_cmpstr (fact.value, ==, value);
}

/* A peer like one that paddock-proofs.c recognized as this installation's `paddock run`. */
static PaddockPeer *
own_peer (void)
{
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), getpid ());

  return paddock_peer_prove (peer, "/usr/bin/paddock", TRUE);
}

static void
test_launch_identity (void)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (PaddockPeer) peer = own_peer ();
  g_autofree char *user = g_strdup_printf ("%lu", (gulong) getuid ());
  g_autofree char *key = paddock_command_line_hash_secret ("k", secret);
  g_autoptr (PaddockLaunch) with_host =
    parse (CLAIM (COMMAND "," EXE ",\"cwd\":\"/p\",\"host\":\"/usr/bin/host\""));
  g_autoptr (PaddockLaunch) with_key = parse (
    CLAIM ("\"command\":[\"/opt/server\",\"--token\",\"s3cret\"]," EXE
           ",\"cwd\":\"/p\",\"host\":\"/usr/bin/host\",\"key\":\"k\","
           "\"options\":[\"--chdir\",\"--key\",\"k3y\"]"));
  g_autoptr (PaddockIdentity) of_host = paddock_launch_dup_identity (with_host, peer, secret);
  g_autoptr (PaddockIdentity) of_key = paddock_launch_dup_identity (with_key, peer, secret);

  g_assert_cmpint (paddock_identity_get_kind (of_host), ==, PADDOCK_IDENTITY_LAUNCH);
  assert_fact (of_host, PADDOCK_FACT_USER, PADDOCK_PROOF_PROVEN, user);
  assert_fact (of_host, PADDOCK_FACT_EXECUTABLE, PADDOCK_PROOF_CLAIMED, "/usr/bin/npx");
  assert_fact (of_host, PADDOCK_FACT_COMMAND, PADDOCK_PROOF_CLAIMED, "npx -y server");
  assert_fact (of_host, PADDOCK_FACT_DIRECTORY, PADDOCK_PROOF_CLAIMED, "/p");
  assert_fact (of_host, PADDOCK_FACT_HOST, PADDOCK_PROOF_CLAIMED, "/usr/bin/host");
  assert_fact (of_host, PADDOCK_FACT_KEY, PADDOCK_PROOF_UNKNOWN, NULL);
  assert_fact (of_host, PADDOCK_FACT_OPTIONS, PADDOCK_PROOF_UNKNOWN, NULL);

  /* This command does not depend on the directory, so that is left out. The key replaces the
   * host. */
  assert_fact (of_key, PADDOCK_FACT_DIRECTORY, PADDOCK_PROOF_UNKNOWN, NULL);
  assert_fact (of_key, PADDOCK_FACT_HOST, PADDOCK_PROOF_UNKNOWN, NULL);
  assert_fact (of_key, PADDOCK_FACT_KEY, PADDOCK_PROOF_CLAIMED, key);
  g_assert_null (strstr (paddock_identity_get_fact (of_key, PADDOCK_FACT_COMMAND).value, "s3cret"));
  g_assert_true (g_str_has_prefix (paddock_identity_get_fact (of_key, PADDOCK_FACT_OPTIONS).value,
                                   "--chdir "));
  g_assert_null (strstr (paddock_identity_get_fact (of_key, PADDOCK_FACT_OPTIONS).value, "k3y"));
}

/* The same command with other options is another server. */
static void
test_options (void)
{
  static const char * const options[] = {
    "", ",\"options\":[\"--chdir\"]", ",\"options\":[\"--env\"]",
    ",\"options\":[\"--chdir\",\"--env\"]",
  };
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (PaddockPeer) peer = own_peer ();

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    for (guint j = 0; j < G_N_ELEMENTS (options); j++) {
      g_autofree char *text_a = g_strconcat ("{\"_meta\":{\"io.github.paddock-mcp/launch\":{"
                                             COMMAND "," EXE, options[i], "}}}", NULL);
      g_autofree char *text_b = g_strconcat ("{\"_meta\":{\"io.github.paddock-mcp/launch\":{"
                                             COMMAND "," EXE, options[j], "}}}", NULL);
      g_autoptr (PaddockLaunch) a = parse (text_a);
      g_autoptr (PaddockLaunch) b = parse (text_b);
      g_autoptr (PaddockIdentity) of_a = paddock_launch_dup_identity (a, peer, secret);
      g_autoptr (PaddockIdentity) of_b = paddock_launch_dup_identity (b, peer, secret);

      g_assert_cmpint (paddock_identity_matches (of_a, of_b), ==, i == j);
    }
}

/* Each start mounts an AppImage elsewhere, so its file counts. The variable is ignored if the
 * host's program is not in that mount, because it only inherited the variable. */
static void
test_appimage (void)
{
  static const struct {
    const char *claim;
    const char *host;
  } cases[] = {
    { "\"/tmp/.mount_AppX1/usr/bin/app\",\"appimage\":\"/opt/App.AppImage\"", "/opt/App.AppImage" },
    { "\"/tmp/.mount_AppY2/usr/bin/app\",\"appimage\":\"/opt/App.AppImage\"", "/opt/App.AppImage" },
    { "\"/tmp/.mount_AppX1/usr/bin/app\"", "/tmp/.mount_AppX1/usr/bin/app" },
    { "\"/usr/bin/bash\",\"appimage\":\"/opt/App.AppImage\"", "/usr/bin/bash" },
  };
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), 0);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *claim = g_strconcat (COMMAND "," EXE ",\"host\":", cases[i].claim, NULL);
    g_autofree char *text = g_strdup_printf (CLAIM ("%s"), claim);
    g_autoptr (PaddockLaunch) launch = parse (text);
    g_autoptr (PaddockIdentity) identity = NULL;

    g_assert_nonnull (launch);
    identity = paddock_launch_dup_identity (launch, peer, secret);
    assert_fact (identity, PADDOCK_FACT_HOST, PADDOCK_PROOF_CLAIMED, cases[i].host);
  }
}

/* A key that Paddock made is proven. A changed key, or one made without the secret, is only a
 * claim.
 */
static void
test_issued_key (void)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (GBytes) other_secret = g_bytes_new_static ("0123456789abcdeF", 16);
  g_autoptr (PaddockPeer) peer = own_peer ();
  g_autofree char *key = paddock_launch_issue_key (secret);
  g_autofree char *second = paddock_launch_issue_key (secret);
  g_autofree char *foreign = paddock_launch_issue_key (other_secret);
  g_autofree char *mark = g_strndup (key, 16);
  g_autofree char *seen = paddock_command_line_hash_secret (mark, secret);
  g_autofree char *forged = g_strdup_printf ("%s%.32s", mark, seen);
  g_autofree char *other_mark = g_strdup_printf ("%.16s%s", second, key + 16);
  g_autofree char *longer = g_strconcat (key, "0", NULL);
  const struct {
    const char   *key;
    PaddockProof  proof;
  } cases[] = {
    { key, PADDOCK_PROOF_PROVEN },
    { second, PADDOCK_PROOF_PROVEN },
    { foreign, PADDOCK_PROOF_CLAIMED },
    { forged, PADDOCK_PROOF_CLAIMED },
    { other_mark, PADDOCK_PROOF_CLAIMED },
    { longer, PADDOCK_PROOF_CLAIMED },
    { mark, PADDOCK_PROOF_CLAIMED },
    { key + 16, PADDOCK_PROOF_CLAIMED },
  };

  g_assert_cmpstr (key, !=, second);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text =
      g_strdup_printf (CLAIM (COMMAND "," EXE ",\"key\":\"%s\""), cases[i].key);
    g_autoptr (PaddockLaunch) launch = parse (text);
    g_autoptr (PaddockIdentity) identity = paddock_launch_dup_identity (launch, peer, secret);
    g_autoptr (PaddockIdentity) of_nobody = paddock_launch_dup_identity (launch, peer, NULL);

    g_assert_cmpint (paddock_identity_get_fact (identity, PADDOCK_FACT_KEY).proof, ==,
                     cases[i].proof);
    g_assert_false (paddock_identity_has_issued_key (of_nobody));
  }
}

/* A claim counts only if the peer is proven, or if it has a key and the peer is hidden. A key that
 * does not count is never proven. */
static void
test_claim_needs_proof (void)
{
  static const struct {
    const char          *claim;
    gboolean             has_key;
    enum { OWN, OTHER, HIDDEN } peer;
    PaddockIdentityKind  kind;
  } cases[] = {
#define URL "\"url\":\"https://example.org/mcp\""
    { COMMAND "," EXE, FALSE, OWN, PADDOCK_IDENTITY_LAUNCH },
    { COMMAND "," EXE, FALSE, OTHER, PADDOCK_IDENTITY_ANONYMOUS },
    { COMMAND "," EXE, FALSE, HIDDEN, PADDOCK_IDENTITY_ANONYMOUS },
    { COMMAND "," EXE, TRUE, OWN, PADDOCK_IDENTITY_LAUNCH },
    { COMMAND "," EXE, TRUE, OTHER, PADDOCK_IDENTITY_ANONYMOUS },
    { COMMAND "," EXE, TRUE, HIDDEN, PADDOCK_IDENTITY_LAUNCH },
    { URL, FALSE, OWN, PADDOCK_IDENTITY_REMOTE },
    { URL, FALSE, OTHER, PADDOCK_IDENTITY_ANONYMOUS },
    { URL, FALSE, HIDDEN, PADDOCK_IDENTITY_ANONYMOUS },
    { URL, TRUE, OWN, PADDOCK_IDENTITY_REMOTE },
    { URL, TRUE, OTHER, PADDOCK_IDENTITY_ANONYMOUS },
    { URL, TRUE, HIDDEN, PADDOCK_IDENTITY_REMOTE },
#undef URL
  };
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (PaddockPeer) own = own_peer ();
  g_autoptr (PaddockPeer) other = paddock_peer_prove (own, "/usr/bin/python3", FALSE);
  g_autoptr (PaddockPeer) hidden = paddock_peer_new_for_pid (getuid (), 0);
  g_autofree char *key = paddock_launch_issue_key (secret);
  PaddockPeer *peers[] = { own, other, hidden };

  hidden->is_hidden = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *member = g_strdup_printf (",\"key\":\"%s\"", key);
    g_autofree char *text =
      g_strdup_printf (CLAIM ("%s%s"), cases[i].claim, cases[i].has_key ? member : "");
    g_autoptr (PaddockLaunch) launch = parse (text);
    g_autoptr (PaddockIdentity) identity =
      paddock_launch_dup_identity (launch, peers[cases[i].peer], secret);
    g_autoptr (PaddockIdentity) allowed = paddock_launch_dup_identity (launch, own, secret);
    gboolean counts = cases[i].kind != PADDOCK_IDENTITY_ANONYMOUS;

    g_assert_cmpint (paddock_identity_get_kind (identity), ==, cases[i].kind);
    g_assert_cmpint (paddock_identity_matches (allowed, identity), ==, counts);
    g_assert_cmpint (paddock_identity_has_issued_key (identity), ==, cases[i].has_key && counts);
    g_assert_cmpint (paddock_identity_has_unproven_key (identity), ==,
                     cases[i].has_key && !counts);
    g_assert_cmpint (paddock_identity_claims_key_of (identity, allowed), ==,
                     cases[i].has_key && !counts);
  }
}

/* Without a key, the host counts. */
static void
test_hosts (void)
{
#define NIX(hash) "\"/nix/store/" hash hash hash hash "-host-1.0/bin/host\""
  static const struct {
    const char *first;              /* (nullable) */
    const char *second;             /* (nullable) */
    gboolean    is_same;
  } cases[] = {
    { "\"/usr/bin/host\"", "\"/usr/bin/host\"", TRUE },
    { "\"/usr/bin/host\"", "\"/usr/bin/other\"", FALSE },
    { "\"/usr/bin/host\"", NULL, FALSE },
    { NIX ("aaaaaaaa"), NIX ("bbbbbbbb"), TRUE },
    { "\"/snap/host/41/bin/host\"", "\"/snap/host/42/bin/host\"", TRUE },
    { "\"/tmp/.mount_HostAb/usr/bin/host\",\"appimage\":\"/opt/Host.AppImage\"",
      "\"/tmp/.mount_HostZz/usr/bin/host\",\"appimage\":\"/opt/Host.AppImage\"", TRUE },
    { "\"/tmp/.mount_HostAb/usr/bin/host\",\"appimage\":\"/opt/Host.AppImage\"",
      "\"/tmp/.mount_HostAb/usr/bin/host\",\"appimage\":\"/opt/Other.AppImage\"", FALSE },
    { "\"/tmp/.mount_HostAb/usr/bin/host\",\"appimage\":\"/opt/Host.AppImage\"",
      "\"/tmp/.mount_HostZz/usr/bin/host\"", FALSE },
  };
#undef NIX
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (PaddockPeer) peer = own_peer ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *hosts[] = { cases[i].first, cases[i].second };
    PaddockIdentity *identities[2] = { NULL };

    for (gsize j = 0; j < G_N_ELEMENTS (hosts); j++) {
      g_autofree char *claim = g_strconcat (COMMAND "," EXE, hosts[j] != NULL ? ",\"host\":" : NULL,
                                            hosts[j], NULL);
      g_autofree char *text = g_strdup_printf (CLAIM ("%s"), claim);
      g_autoptr (PaddockLaunch) launch = parse (text);

      identities[j] = paddock_launch_dup_identity (launch, peer, secret);
    }
    g_assert_cmpint (paddock_identity_matches (identities[0], identities[1]), ==,
                     cases[i].is_same);
    g_clear_pointer (&identities[0], paddock_identity_unref);
    g_clear_pointer (&identities[1], paddock_identity_unref);
  }
}

static void
test_peer_identity (void)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (PaddockPeer) unknown = paddock_peer_new_for_pid (getuid (), 0);
  g_autoptr (PaddockIdentity) anonymous = paddock_launch_dup_peer_identity (unknown, secret);
  const char *argv[] = { "/usr/bin/node", "./server.js", "--api-key=s3cret", NULL };
  PaddockPeer known = {
    .uid = 1000, .pid = 7, .start_time = 9, .executable = (char *) "/usr/bin/node",
    .argv = (GStrv) argv, .directory = (char *) "/home/user/p",
  };
  g_autoptr (PaddockIdentity) claimed = paddock_launch_dup_peer_identity (&known, secret);
  g_autoptr (PaddockIdentity) proven = NULL;

  g_assert_cmpint (paddock_identity_get_kind (anonymous), ==, PADDOCK_IDENTITY_ANONYMOUS);
  assert_fact (anonymous, PADDOCK_FACT_EXECUTABLE, PADDOCK_PROOF_UNKNOWN, NULL);

  known.executable_proven = TRUE;
  proven = paddock_launch_dup_peer_identity (&known, secret);
  g_assert_cmpint (paddock_identity_get_kind (claimed), ==, PADDOCK_IDENTITY_ANONYMOUS);
  g_assert_cmpint (paddock_identity_get_kind (proven), ==, PADDOCK_IDENTITY_PROCESS);
  assert_fact (claimed, PADDOCK_FACT_USER, PADDOCK_PROOF_PROVEN, "1000");
  assert_fact (claimed, PADDOCK_FACT_EXECUTABLE, PADDOCK_PROOF_CLAIMED, "/usr/bin/node");
  assert_fact (proven, PADDOCK_FACT_EXECUTABLE, PADDOCK_PROOF_PROVEN, "/usr/bin/node");
  assert_fact (proven, PADDOCK_FACT_DIRECTORY, PADDOCK_PROOF_CLAIMED, "/home/user/p");
  assert_fact (proven, PADDOCK_FACT_HOST, PADDOCK_PROOF_UNKNOWN, NULL);
  assert_fact (proven, PADDOCK_FACT_KEY, PADDOCK_PROOF_UNKNOWN, NULL);
  g_assert_cmpint (paddock_identity_get_fact (proven, PADDOCK_FACT_COMMAND).proof, ==,
                   PADDOCK_PROOF_CLAIMED);
  g_assert_null (strstr (paddock_identity_get_fact (proven, PADDOCK_FACT_COMMAND).value, "s3cret"));
  g_assert_false (paddock_identity_matches (proven, claimed));
}

/* An interpreter without its command line could be any of its programs. */
static void
test_peer_without_command (void)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  g_autoptr (PaddockIdentity) first = NULL;
  g_autoptr (PaddockIdentity) second = NULL;
  PaddockPeer peer = {
    .uid = 1000, .pid = 7, .executable = (char *) "/usr/bin/node", .executable_proven = TRUE,
    .directory = (char *) "/home/user/p",
  };

  first = paddock_launch_dup_peer_identity (&peer, secret);
  second = paddock_launch_dup_peer_identity (&peer, secret);
  g_assert_cmpint (paddock_identity_get_kind (first), ==, PADDOCK_IDENTITY_ANONYMOUS);
  g_assert_false (paddock_identity_matches (first, second));
  /* Proven facts are still shown. */
  assert_fact (first, PADDOCK_FACT_EXECUTABLE, PADDOCK_PROOF_PROVEN, "/usr/bin/node");
  assert_fact (first, PADDOCK_FACT_COMMAND, PADDOCK_PROOF_UNKNOWN, NULL);
  assert_fact (first, PADDOCK_FACT_DIRECTORY, PADDOCK_PROOF_UNKNOWN, NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch/parse", test_parse);
  g_test_add_func ("/launch/malformed", test_malformed);
  g_test_add_func ("/launch/limits", test_limits);
  g_test_add_func ("/launch/launch-identity", test_launch_identity);
  g_test_add_func ("/launch/options", test_options);
  g_test_add_func ("/launch/appimage", test_appimage);
  g_test_add_func ("/launch/issued-key", test_issued_key);
  g_test_add_func ("/launch/claim-needs-proof", test_claim_needs_proof);
  g_test_add_func ("/launch/hosts", test_hosts);
  g_test_add_func ("/launch/peer-identity", test_peer_identity);
  g_test_add_func ("/launch/peer-without-command", test_peer_without_command);
  return g_test_run ();
}
