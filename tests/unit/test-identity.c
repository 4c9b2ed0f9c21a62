/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-identity.h"

#include <string.h>

#define UNKNOWN PADDOCK_PROOF_UNKNOWN
#define CLAIMED PADDOCK_PROOF_CLAIMED
#define PROVEN  PADDOCK_PROOF_PROVEN

/* Makes an identity from text: "KIND FACT=VALUE FACT!VALUE …". "=" stands for a claim, "!" for a
 * proven fact. */
static PaddockIdentity *
make (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  PaddockFact facts[PADDOCK_N_FACTS] = { { 0 } };

  for (gsize i = 1; words[i] != NULL; i++) {
    char *mark = strpbrk (words[i], "=!");
    PaddockProof proof = *mark == '!' ? PROVEN : CLAIMED;
    PaddockFactKind kind;

    *mark = '\0';
    g_assert_true (paddock_fact_kind_from_nick (words[i], &kind));
    facts[kind] = (PaddockFact) { proof, mark + 1 };
  }
  return paddock_identity_new (paddock_identity_kind_from_nick (words[0]), facts);
}

static void
test_facts (void)
{
  char *value = g_strdup ("/usr/bin/a");
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PROVEN, "1000" },
    [PADDOCK_FACT_EXECUTABLE] = { CLAIMED, value },
    [PADDOCK_FACT_COMMAND] = { UNKNOWN, "not kept" },
    [PADDOCK_FACT_DIRECTORY] = { PROVEN, NULL },
    [PADDOCK_FACT_HOST] = { 9, "not kept" },
  };
  PaddockIdentity *identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  g_autoptr (PaddockIdentity) again = g_boxed_copy (PADDOCK_TYPE_IDENTITY, identity);

  g_free (value);
  paddock_identity_unref (identity);
  g_assert_cmpuint (paddock_identity_get_kind (again), ==, PADDOCK_IDENTITY_LAUNCH);
  g_assert_cmpuint (paddock_identity_get_fact (again, PADDOCK_FACT_USER).proof, ==, PROVEN);
  g_assert_cmpstr (paddock_identity_get_fact (again, PADDOCK_FACT_USER).value, ==, "1000");
  g_assert_cmpuint (paddock_identity_get_fact (again, PADDOCK_FACT_EXECUTABLE).proof, ==, CLAIMED);
  g_assert_cmpstr (paddock_identity_get_fact (again, PADDOCK_FACT_EXECUTABLE).value, ==,
                   "/usr/bin/a");
  for (guint i = PADDOCK_FACT_COMMAND; i <= PADDOCK_N_FACTS; i++) {
    g_assert_cmpuint (paddock_identity_get_fact (again, i).proof, ==, UNKNOWN);
    g_assert_null (paddock_identity_get_fact (again, i).value);
  }
}

static void
test_no_identity (void)
{
  static const char * const nameless[] = {
    "process", "launch", "process executable=/a", "process user!1 command=x", "launch command=x",
    "launch key=k host=h",
  };
  g_autoptr (PaddockIdentity) odd = paddock_identity_new (77, NULL);

  g_assert_cmpuint (paddock_identity_get_kind (odd), ==, PADDOCK_IDENTITY_ANONYMOUS);
  for (gsize i = 0; i < G_N_ELEMENTS (nameless); i++) {
    g_autoptr (PaddockIdentity) identity = make (nameless[i]);

    g_assert_cmpuint (paddock_identity_get_kind (identity), ==, PADDOCK_IDENTITY_ANONYMOUS);
  }
}

static const struct {
  const char *known;
  const char *claimed;
  gboolean    matches;
  guint       differences;
} pairs[] = {
#define BIT(fact) (1u << PADDOCK_FACT_ ## fact)
  /* Processes. */
  { "process user!1 executable!/a", "process user!1 executable!/a", TRUE, 0 },
  { "process user!1 executable!/a", "process user!1 executable!/b", FALSE, BIT (EXECUTABLE) },
  { "process user!1 executable!/a", "process user!2 executable!/a", FALSE, BIT (USER) },
  { "process user!1 executable!/a", "process user!1 executable=/a", FALSE, BIT (EXECUTABLE) },
  { "process user!1 executable!/a", "process user!1", FALSE, BIT (EXECUTABLE) },
  { "process user!1 executable=/a", "process user!1 executable=/a", FALSE, 0 },
  { "process user!1 executable=/a", "process user!1 executable!/a", FALSE, 0 },
  { "process user!1", "process user!1", FALSE, 0 },
  { "process executable!/a", "process executable=/a", FALSE, BIT (EXECUTABLE) },
  { "process", "process", FALSE, 0 },
  { "process user!1 executable!/a command=x", "process user!1 executable!/a command=x", TRUE, 0 },
  { "process user!1 executable!/a command=x", "process user!1 executable!/a command!x", TRUE, 0 },
  { "process user!1 executable!/a command=x", "process user!1 executable!/a command=y", FALSE,
    BIT (COMMAND) },
  { "process user!1 executable!/a command=x", "process user!1 executable!/a", FALSE,
    BIT (COMMAND) },
  { "process user!1 executable!/a", "process user!1 executable!/a command=x", FALSE,
    BIT (COMMAND) },
  { "process user!1 executable!/a host=h", "process user!1 executable!/a host=i", FALSE,
    BIT (HOST) },
  { "process user!1 executable!/a key=k host=h", "process user!1 executable!/a key=k host=i",
    FALSE, BIT (HOST) },

  /* Launches. */
  { "launch executable=/a command=x", "launch executable=/a command=x", TRUE, 0 },
  { "launch executable=/a command=x", "launch executable!/a command=x", TRUE, 0 },
  { "launch executable!/a command=x", "launch executable=/a command=x", FALSE, BIT (EXECUTABLE) },
  { "launch executable=/a command=x", "launch executable=/a command=y", FALSE, BIT (COMMAND) },
  { "launch executable=/a command=x", "launch executable=/b command=y", FALSE,
    BIT (EXECUTABLE) | BIT (COMMAND) },
  { "launch executable=/a directory=/d", "launch executable=/a directory=/e", FALSE,
    BIT (DIRECTORY) },
  { "launch executable=/a directory=/d", "launch executable=/a", FALSE, BIT (DIRECTORY) },
  { "launch executable=/a", "launch executable=/a directory=/d", FALSE, BIT (DIRECTORY) },
  { "launch executable=/a host=h", "launch executable=/a host=h", TRUE, 0 },
  { "launch executable=/a host=h", "launch executable=/a host=i", FALSE, BIT (HOST) },
  { "launch executable=/a host=h", "launch executable=/a", FALSE, BIT (HOST) },
  { "launch executable=/a", "launch executable=/a host=h", FALSE, BIT (HOST) },
  { "launch command=x", "launch command=x", FALSE, 0 },
  { "launch", "launch", FALSE, 0 },

  /* Keys. */
  { "launch executable=/a key=k", "launch executable=/a key=k", TRUE, 0 },
  { "launch executable=/a key=k", "launch executable=/a", FALSE, BIT (KEY) },
  { "launch executable=/a key=k", "launch executable=/a key=l", FALSE, BIT (KEY) },
  { "launch executable=/a", "launch executable=/a key=k", FALSE, BIT (KEY) },
  { "launch executable=/a key=k host=h", "launch executable=/a key=k host=i", TRUE, 0 },
  { "launch executable=/a key=k host=h", "launch executable=/a key=k", TRUE, 0 },
  { "launch executable=/a key=k", "launch executable=/a key=k host=i", TRUE, 0 },
  { "launch executable=/a key=k host=h", "launch executable=/a host=h", FALSE, BIT (KEY) },
  { "launch executable=/a key=k command=x", "launch executable=/a key=k command=y", FALSE,
    BIT (COMMAND) },
  { "launch executable=/a key=k", "launch executable=/b key=k", TRUE, 0 },
  { "launch executable=/a key=k", "launch executable!/b key=k", TRUE, 0 },
  { "launch executable!/a key=k", "launch executable=/b key=k", TRUE, 0 },
  { "launch executable=/a key=k directory=/d", "launch executable=/b key=k directory=/e", TRUE, 0 },
  { "launch executable=/a key=k directory=/d", "launch executable=/a key=k", TRUE, 0 },
  { "launch executable=/a key=k", "launch executable=/a key=k directory=/d", TRUE, 0 },
  { "launch executable=/a key=k directory=/d", "launch executable=/a key=l directory=/d", FALSE,
    BIT (KEY) },
  { "launch executable=/a key=k directory=/d command=x",
    "launch executable=/b key=k directory=/e command=y", FALSE, BIT (COMMAND) },
  { "launch executable=/a key=k options=x", "launch executable=/b key=k options=y", FALSE,
    BIT (OPTIONS) },
  { "launch executable=/a key=k user!1", "launch executable=/b key=k user!2", FALSE, BIT (USER) },
  { "launch executable=/a key!k", "launch executable=/a key=k", FALSE, BIT (KEY) },
  { "launch executable=/a key=k", "launch key=k", FALSE, 0 },
  { "remote address=a key=k", "remote address=b key=k", FALSE, BIT (ADDRESS) },
  { "process executable!/a key=k directory=/d", "process executable!/b key=k directory=/e", FALSE,
    BIT (EXECUTABLE) | BIT (DIRECTORY) },

  /* Kinds. */
  { "process user!1 executable!/a", "launch user!1 executable!/a", FALSE, 0 },
  { "launch executable!/a", "process executable!/a", FALSE, 0 },
  { "anonymous user!1 executable!/a", "anonymous user!1 executable!/a", FALSE, 0 },
  { "anonymous user!1 executable!/a", "process user!1 executable!/a", FALSE, 0 },
  { "process user!1 executable!/a", "anonymous user!1 executable!/a", FALSE, 0 },
  { "anonymous", "anonymous", FALSE, 0 },
#undef BIT
};

/* What may change is shown, and remembered. */
static void
test_changes (void)
{
  g_autoptr (PaddockIdentity) known = make ("launch user!1 executable=/a directory=/d key=k "
                                            "command=x");
  g_autoptr (PaddockIdentity) moved = make ("launch user!1 executable=/b key=k command=x");
  g_autoptr (PaddockIdentity) other = make ("launch user!1 executable=/a directory=/d key=k "
                                            "command=y");
  g_autoptr (PaddockIdentity) seen = paddock_identity_new_seen (known, moved);
  g_autoptr (PaddockIdentity) same = paddock_identity_new_seen (known, known);
  g_autoptr (PaddockIdentity) keyless = make ("launch user!1 executable=/a directory=/d");
  g_autoptr (PaddockIdentity) sealed = make ("launch executable=/a key=k");
  g_autoptr (PaddockIdentity) stronger = make ("launch executable=/b key!k");
  g_autoptr (PaddockIdentity) weak = paddock_identity_new_seen (sealed, stronger);
  g_autoptr (PaddockIdentity) kept = paddock_identity_new_seen (keyless, moved);

  g_assert_cmpuint (paddock_identity_changes (known, known), ==, 0);
  g_assert_cmpuint (paddock_identity_changes (known, moved), ==,
                    1u << PADDOCK_FACT_EXECUTABLE | 1u << PADDOCK_FACT_DIRECTORY);
  g_assert_cmpuint (paddock_identity_changes (known, other), ==, 1u << PADDOCK_FACT_COMMAND);
  g_assert_true (paddock_identity_equal (seen, moved));
  g_assert_true (paddock_identity_equal (same, known));
  /* Nothing else is taken over, so a stronger proof is not needed later. */
  g_assert_cmpint (paddock_identity_get_fact (weak, PADDOCK_FACT_KEY).proof, ==, CLAIMED);
  g_assert_true (paddock_identity_equal (kept, keyless));
}

/* What an anonymous peer claims is compared without any proof. */
static void
test_claims_key_of (void)
{
  static const struct {
    const char *claimed;
    const char *known;
    gboolean    claims;
  } cases[] = {
    { "anonymous executable=/a key=k", "launch executable=/a key=k", TRUE },
    { "anonymous executable=/a key=k", "launch executable=/a key!k", TRUE },
    { "anonymous executable=/b directory=/e host=h key=k",
      "launch executable=/a directory=/d key!k", TRUE },
    { "anonymous address=a key=k", "remote address=a key=k", TRUE },
    { "anonymous user!1 executable=/a key=k command=x options=y",
      "launch user!1 executable=/a key=k command=x options=y", TRUE },
    { "anonymous executable=/a key=k command=x", "launch executable=/a key=k command=y", FALSE },
    { "anonymous executable=/a key=k options=x", "launch executable=/a key=k options=y", FALSE },
    { "anonymous user!1 executable=/a key=k", "launch user!2 executable=/a key=k", FALSE },
    { "anonymous executable=/a key=k", "launch executable=/a key=l", FALSE },
    { "anonymous executable=/a key=k", "launch executable=/a", FALSE },
    { "anonymous executable=/a", "launch executable=/a", FALSE },
    { "anonymous executable=/a", "launch executable=/a key=k", FALSE },
    { "anonymous address=a key=k", "remote address=b key=k", FALSE },
    { "anonymous executable=/a key=k", "anonymous executable=/a key=k", FALSE },
    { "launch executable=/a key=k", "launch executable=/a key=k", FALSE },
    { "anonymous executable!/a key=k", "process executable!/a", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockIdentity) claimed = make (cases[i].claimed);
    g_autoptr (PaddockIdentity) known = make (cases[i].known);

    g_assert_cmpint (paddock_identity_claims_key_of (claimed, known), ==, cases[i].claims);
    g_assert_false (cases[i].claims && paddock_identity_matches (known, claimed));
  }
}

static void
test_matches (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autoptr (PaddockIdentity) known = make (pairs[i].known);
    g_autoptr (PaddockIdentity) claimed = make (pairs[i].claimed);

    g_test_message ("%s | %s", pairs[i].known, pairs[i].claimed);
    g_assert_cmpint (paddock_identity_matches (known, claimed), ==, pairs[i].matches);
    g_assert_cmpuint (paddock_identity_differences (known, claimed), ==, pairs[i].differences);
  }
}

static void
test_equal (void)
{
  static const char * const all[] = {
    "anonymous", "anonymous user!1", "process executable!/a", "anonymous executable!/a",
    "process executable!/b", "launch executable!/a", "process executable!/a host=h",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (all); j++) {
      g_autoptr (PaddockIdentity) a = make (all[i]);
      g_autoptr (PaddockIdentity) b = make (all[j]);

      g_assert_cmpint (paddock_identity_equal (a, b), ==, i == j);
    }
  }
}

static PaddockIdentity *
make_executable (const char *executable)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {[PADDOCK_FACT_EXECUTABLE] = { PROVEN, executable } };

  return paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
}

/* Different values never become equal, whatever their bytes. */
static void
test_bytes (void)
{
  static const char * const executables[] = {
    "/a\xff", "/a\xfe", "/a\\xFF", "/a\xff\xff", "/a", "/a‹bytes:", "/a\xe2\x80",
    "/a\\xFF‹bytes:0000000000000000›",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (executables); i++) {
    g_autoptr (PaddockIdentity) a = make_executable (executables[i]);
    PaddockFact fact = paddock_identity_get_fact (a, PADDOCK_FACT_EXECUTABLE);
    g_autoptr (PaddockIdentity) forged = make_executable (fact.value);

    g_assert_true (g_utf8_validate (fact.value, -1, NULL));
    for (gsize j = 0; j < G_N_ELEMENTS (executables); j++) {
      g_autoptr (PaddockIdentity) b = make_executable (executables[j]);

      g_assert_cmpint (paddock_identity_matches (a, b), ==, i == j);
    }
    /* A value that looks like the stored form of another is still a different value. */
    if (strcmp (fact.value, executables[i]) != 0)
      g_assert_false (paddock_identity_matches (a, forged));
  }
}

static PaddockIdentity *
make_launch (const char *command)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { CLAIMED, "/usr/bin/node" },
    [PADDOCK_FACT_COMMAND] = { CLAIMED, command },
  };

  return paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
}

/* An identity that was stored before values had a limit. */
static PaddockIdentity *
load_launch (const char *command)
{
  g_autofree char *text = g_strdup_printf ("('launch', [('executable', 'claimed', '/usr/bin/node'),"
                                           " ('command', 'claimed', '%s')])", command);
  g_autoptr (GVariant) stored = g_variant_parse (PADDOCK_IDENTITY_VARIANT_TYPE, text, NULL, NULL,
                                                 NULL);

  return paddock_identity_from_variant (stored);
}

/* A long value is cut, and its hash distinguishes it from others. A value that was already cut
 * stays. */
static void
test_long_values (void)
{
  const gsize lengths[] = { PADDOCK_FACT_MAX_BYTES, PADDOCK_FACT_MAX_BYTES + 1, 60000 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++) {
    g_autofree char *text = g_strnfill (lengths[i], 'x');
    g_autofree char *other = g_strnfill (lengths[i], 'x');
    g_autoptr (PaddockIdentity) identity = make_launch (text);
    g_autoptr (PaddockIdentity) stored = load_launch (text);
    g_autoptr (PaddockIdentity) different = NULL;
    g_autoptr (PaddockIdentity) forged = NULL;
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_identity_to_variant (identity));
    g_autoptr (PaddockIdentity) again = paddock_identity_from_variant (variant);
    const char *value = paddock_identity_get_fact (identity, PADDOCK_FACT_COMMAND).value;

    g_assert_cmpuint (strlen (value), <=, PADDOCK_FACT_MAX_BYTES);
    g_assert_true (g_utf8_validate (value, -1, NULL));
    g_assert_true (g_str_equal (value, text) == (lengths[i] == PADDOCK_FACT_MAX_BYTES));
    g_assert_true (paddock_identity_equal (identity, stored));
    g_assert_true (paddock_identity_equal (identity, again));
    g_assert_true (paddock_identity_matches (stored, identity));

    other[lengths[i] - 1] = 'y';
    different = make_launch (other);
    g_assert_false (paddock_identity_matches (identity, different));
    /* A peer can't claim the cut form of a longer value. */
    forged = make_launch (value);
    g_assert_true (paddock_identity_matches (identity, forged) ==
                   (lengths[i] == PADDOCK_FACT_MAX_BYTES));
  }
}

/* Characters are not cut in half, and invalid bytes have the same limit. */
static void
test_long_bytes (void)
{
  for (guint i = 0; i < 4; i++) {
    g_autoptr (GString) text = g_string_new_len ("abcd", i);
    g_autoptr (PaddockIdentity) identity = NULL;
    const char *value;

    while (text->len < 20000)
      g_string_append (text, i % 2 == 0 ? "\360\237\230\200" : "\377");
    identity = make_launch (text->str);
    value = paddock_identity_get_fact (identity, PADDOCK_FACT_COMMAND).value;
    g_assert_cmpuint (strlen (value), <=, PADDOCK_FACT_MAX_BYTES);
    g_assert_cmpuint (strlen (value), >, PADDOCK_FACT_MAX_BYTES / 2);
    g_assert_true (g_utf8_validate (value, -1, NULL));
  }
}

static void
test_variant (void)
{
  static const char * const all[] = {
    "anonymous", "anonymous user!1", "process user!1 executable!/a",
    "launch user!1 executable=/a command=x directory=/d host=/h key=abc",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autoptr (PaddockIdentity) identity = make (all[i]);
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_identity_to_variant (identity));
    g_autoptr (PaddockIdentity) back = paddock_identity_from_variant (variant);

    g_assert_true (g_variant_is_of_type (variant, PADDOCK_IDENTITY_VARIANT_TYPE));
    g_assert_true (paddock_identity_equal (identity, back));
  }
}

/* The stored form of invalid bytes does not change. */
static void
test_variant_of_bytes (void)
{
  g_autoptr (PaddockIdentity) identity = make_executable ("/a\xff");
  g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_identity_to_variant (identity));
  g_autoptr (PaddockIdentity) back = paddock_identity_from_variant (variant);

  g_assert_true (paddock_identity_matches (identity, back));
}

static void
test_variant_stored (void)
{
  g_autoptr (PaddockIdentity) identity = make ("process user!1 executable!/a command=x");
  g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_identity_to_variant (identity));
  g_autofree char *text = g_variant_print (variant, FALSE);

  g_assert_cmpstr (text, ==, "('process', [('user', 'proven', '1'), ('executable', 'proven', '/a'),"
                   " ('command', 'claimed', 'x')])");
}

/* An identity from invalid data matches nothing, not even itself. */
static void
test_variant_invalid (void)
{
  static const char * const rows[] = {
    "('process', [('executable', 'proven', '/a'), ('moon', 'proven', '')])",
    "('process', [('user', 'proven', '1'), ('executable', 'claimed', '/a')])",
    "('process', [('executable', 'proven', '/a'), ('executable', 'proven', '/a')])",
    "('process', [('executable', 'proven', '/a'), ('executable', 'claimed', '/b')])",
    "('process', [('executable', 'sure', '/a')])",
    "('process', [('executable', 'unknown', '/a')])",
    "('process', [('EXECUTABLE', 'proven', '/a')])",
    "('Process', [('executable', 'proven', '/a')])",
    "('', [('executable', 'proven', '/a')])",
    "('process', @a(sss) [])",
    "('launch', @a(sss) [])",
    "('process', [('executable', 'proven')])",
    "('process', 'x')",
    "'process'",
    "{'process': 1}",
    "(1, @a(uus) [])",
    "@a(uus) []",
    "0",
    "<('process', [('executable', 'proven', '/a')])>",
  };
  g_autoptr (PaddockIdentity) nothing = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GVariant) variant = g_variant_parse (NULL, rows[i], NULL, NULL, NULL);
    g_autoptr (PaddockIdentity) identity = NULL;

    g_test_message ("%s", rows[i]);
    g_assert_nonnull (variant);
    identity = paddock_identity_from_variant (variant);
    g_assert_nonnull (identity);
    g_assert_false (paddock_identity_matches (identity, identity));
  }
  nothing = paddock_identity_from_variant (NULL);
  g_assert_cmpuint (paddock_identity_get_kind (nothing), ==, PADDOCK_IDENTITY_ANONYMOUS);
}

static void
test_nicks (void)
{
  for (guint i = 0; i <= PADDOCK_IDENTITY_LAUNCH; i++)
    g_assert_cmpuint (paddock_identity_kind_from_nick (paddock_identity_kind_to_nick (i)), ==, i);
  g_assert_cmpuint (paddock_identity_kind_from_nick ("host"), ==, PADDOCK_IDENTITY_ANONYMOUS);
  g_assert_cmpuint (paddock_identity_kind_from_nick (NULL), ==, PADDOCK_IDENTITY_ANONYMOUS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/identity/facts", test_facts);
  g_test_add_func ("/identity/no-identity", test_no_identity);
  g_test_add_func ("/identity/matches", test_matches);
  g_test_add_func ("/identity/changes", test_changes);
  g_test_add_func ("/identity/claims-key-of", test_claims_key_of);
  g_test_add_func ("/identity/equal", test_equal);
  g_test_add_func ("/identity/bytes", test_bytes);
  g_test_add_func ("/identity/long-values", test_long_values);
  g_test_add_func ("/identity/long-bytes", test_long_bytes);
  g_test_add_func ("/identity/variant", test_variant);
  g_test_add_func ("/identity/variant-of-bytes", test_variant_of_bytes);
  g_test_add_func ("/identity/variant-stored", test_variant_stored);
  g_test_add_func ("/identity/variant-invalid", test_variant_invalid);
  g_test_add_func ("/identity/nicks", test_nicks);
  return g_test_run ();
}
