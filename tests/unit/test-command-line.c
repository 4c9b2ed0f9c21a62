/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-command-line.h"

#include <string.h>

static GBytes *
make_key (const char *key)
{
  return g_bytes_new (key, strlen (key));
}

/* Redacts @command, whose arguments are separated by "|", and writes "#" for each hidden part. */
static char *
redact (const char *command,
        GBytes     *key)
{
  g_auto (GStrv) argv = g_strsplit (command, "|", -1);
  g_auto (GStrv) redacted = paddock_command_line_redact ((const char * const *) argv, key);
  g_autofree char *joined = g_strjoinv ("|", redacted);
  g_autoptr (GRegex) hidden = g_regex_new ("‹hidden:[0-9a-f]{12}›", 0, 0, NULL);

  g_assert_cmpuint (g_strv_length (redacted), ==, g_strv_length (argv));
  return g_regex_replace_literal (hidden, joined, -1, 0, "#", 0, NULL);
}

static const struct {
  const char *command;
  const char *shown;
} redact_rows[] = {
  /* Nothing to hide. */
  { "npx|-y|@scope/server-files|/home/user", "npx|-y|@scope/server-files|/home/user" },
  { "server|--port|80|-v|--", "server|--port|80|-v|--" },
  { "server|A=b|--x=y|a:b", "server|A=b|--x=y|a:b" },
  { "server|", "server|" },
  { "docker|-v|/srv/keys:/data|auth/server:1", "docker|-v|/srv/keys:/data|auth/server:1" },
  { "server|https://example.org:80/a/b", "server|https://example.org:80/a/b" },
  { "server|https://example.org/@scope/a", "server|https://example.org/@scope/a" },
  { "server|https://key.example.org:80/token", "server|https://key.example.org:80/token" },
  { "server|monkey|keys|auth|login", "server|monkey|keys|auth|login" },
  { "server|/etc/secret/file", "server|/etc/secret/file" },

  /* The value in the next argument. */
  { "server|--api-key|abc|x", "server|--api-key|#|x" },
  { "server|--API-KEY|abc|x", "server|--API-KEY|#|x" },
  { "server|-token|abc", "server|-token|#" },
  { "server|--token", "server|--token" },
  { "server|--token|", "server|--token|" },
  { "server|--token|-abc|x", "server|--token|#|x" },
  { "server|--auth|--api-key|abc|x", "server|--auth|#|#|x" },
  { "server|--password|--verbose|x", "server|--password|#|x" },
  { "server|--secret|a=b|x", "server|--secret|#|x" },
  { "server|--pwd|/a|--passwd|b|--credentials|c", "server|--pwd|#|--passwd|#|--credentials|#" },
  { "server|Bearer|abc", "server|Bearer|#" },
  { "curl|-H|Authorization:|Bearer|abc", "curl|-H|Authorization:|#|#" },
  { "server|--api-key=|abc", "server|--api-key=|#" },

  /* The value in the argument. */
  { "server|--api-key=abc|x", "server|--api-key=#|x" },
  { "env|API_KEY=abc|server", "env|API_KEY=#|server" },
  { "env|api_key=a=b=c|server", "env|api_key=#|server" },
  { "docker|-e|GITHUB_PERSONAL_ACCESS_TOKEN=abc", "docker|-e|GITHUB_PERSONAL_ACCESS_TOKEN=#" },
  { "docker|--env=MY_TOKEN=abc", "docker|--env=MY_TOKEN=#" },
  { "server|--header|Authorization: Bearer abc", "server|--header|Authorization: #" },
  { "server|-HAuthorization: abc", "server|-HAuthorization: #" },
  { "server|--header=X-Api-Key:abc|x", "server|--header=X-Api-Key:#|x" },
  { "server|{\"apiKey\":\"abc\",\"x\":1}", "server|{\"apiKey\":#" },
  { "server|{\"x\":1,\"password\": \"abc\"}", "server|{\"x\":1,\"password\": #" },
  { "sh|-c|server --token abc --x", "sh|-c|server --token #" },
  { "sh|-c|TOKEN=abc exec server", "sh|-c|TOKEN=#" },
  { "server|x Bearer abc", "server|x Bearer #" },
  { "server|AUTH_URL=https://example.org/x", "server|AUTH_URL=#" },
  { "server|C:\\keys:x", "server|C:\\keys:x" },

  /* Parts of names. */
  { "server|--passphrase|abc|--pass|abc|x", "server|--passphrase|#|--pass|#|x" },
  { "server|--pat=abc|--pin|1234|--cookie|a=b", "server|--pat=#|--pin|#|--cookie|#" },
  { "env|DB_PASS=abc|GH_PAT=abc|server", "env|DB_PASS=#|GH_PAT=#|server" },
  { "curl|-H|Cookie: sid=abc", "curl|-H|Cookie: #" },
  { "server|--path|/a|--pinned|b|--bypass|c|--spin=d|--compass|e",
    "server|--path|/a|--pinned|b|--bypass|c|--spin=d|--compass|e" },

  /* "-p" is a password of some programs. */
  { "sshpass|-p|abc|ssh|host", "sshpass|-p|#|ssh|host" },
  { "/usr/bin/mysql|-u|me|-pabc|db", "/usr/bin/mysql|-u|me|-p#|db" },
  { "docker|run|-p|80:80|mongo|-p|abc", "docker|run|-p|80:80|mongo|-p|#" },
  { "sh|-c|mysql -pabc db", "sh|-c|mysql -p#" },
  { "npx|-p|@scope/tool|tool", "npx|-p|@scope/tool|tool" },
  { "uvx|-p|3.12|tool", "uvx|-p|3.12|tool" },
  { "node|-p|require('x')", "node|-p|require('x')" },
  { "psql|-p|5432|-pg", "psql|-p|5432|-pg" },

  /* Tokens, whatever the option's name. */
  { "server|ghp_0123456789abcdefghijABCDEFGHIJ012345", "server|#" },
  { "server|--x|github_pat_11ABCDEFG0123456789_abcdef", "server|--x|#" },
  { "server|--x=sk-proj-ABCDEF0123456789abcdef", "server|--x=#" },
  { "server|xoxb-1234567890-abcdef|glpat-ABCDEFGH12345678abcd", "server|#|#" },
  { "server|AKIAIOSFODNN7EXAMPLE,b", "server|#,b" },
  { "sh|-c|server ghp_0123456789abcdefghij x", "sh|-c|server # x" },
  { "server|https://example.org/ghp_0123456789abcdefghij/b", "server|https://example.org/#/b" },
  { "npx|sk-learn-mcp-server|AKIA|ghp_|npm_config_cache",
    "npx|sk-learn-mcp-server|AKIA|ghp_|npm_config_cache" },

  /* URLs. */
  { "server|https://example.org/a?b", "server|https://example.org/a?#" },
  { "server|https://example.org/a?", "server|https://example.org/a?" },
  { "server|https://example.org/a#b", "server|https://example.org/a##" },
  { "server|https://example.org?x=y#z", "server|https://example.org?#" },
  { "server|https://user@example.org/a", "server|https://#@example.org/a" },
  { "server|https://user:pass@example.org:80/a?b", "server|https://#@example.org:80/a?#" },
  { "server|https://user:p@ss@example.org/a", "server|https://#@example.org/a" },
  { "server|postgres://user:p/ss@example.org/db", "server|postgres://#@example.org/db" },
  { "server|postgres://user:p?ss@example.org/db", "server|postgres://#@example.org/db" },
  { "server|https://[::1]:80/a", "server|https://[::1]:80/a" },
  { "server|https://@example.org/", "server|https://@example.org/" },
  { "server|--url=https://u:p@example.org/a?b", "server|--url=https://#@example.org/a?#" },
  { "server|http://a/,http://u:p@b/?c", "server|http://a/,http://#@b/?#" },
  { "server|://", "server|://" },
  { "server|https://example.org/a?b c d", "server|https://example.org/a?#" },
  { "sh|-c|curl 'https://u:p@a/' --token x", "sh|-c|curl 'https://#@a/' --token #" },

  /* Headers. */
  { "server|--header|X-Api:abc|x", "server|--header|X-Api:#|x" },
  { "server|--header|X-Api: abc def|x", "server|--header|X-Api: #|x" },
  { "server|--headers|Accept:text/x", "server|--headers|Accept:#" },
  { "server|--header=X-Api:abc", "server|--header=X-Api:#" },
  { "curl|-H|X-Api: a|-HX-B: c", "curl|-H|X-Api: #|-HX-B: #" },
  { "server|--header|X-Api:8080", "server|--header|X-Api:#" },
  { "server|--header|X-Api-Key: abc", "server|--header|X-Api-Key: #" },
  { "server|--header|Authorization:Bearer abc", "server|--header|Authorization:#" },
  { "server|--header|X-Api:|x", "server|--header|X-Api:|x" },
  { "server|-H|localhost:8080|-H|localhost", "server|-H|localhost:8080|-H|localhost" },
  { "server|--header-file|/a:b|--headless:x", "server|--header-file|/a:b|--headless:x" },
  { "server|X-Api:abc", "server|X-Api:abc" },

  /* Marks that the command line already contained. */
  { "server|‹hidden:000000000000", "server|#" },
  { "server|‹hidden:zzz›", "server|#" },
};

static void
test_redact (void)
{
  g_autoptr (GBytes) key = make_key ("key");

  for (gsize i = 0; i < G_N_ELEMENTS (redact_rows); i++) {
    g_autofree char *shown = redact (redact_rows[i].command, key);

    g_test_message ("%s", redact_rows[i].command);
    g_assert_cmpstr (shown, ==, redact_rows[i].shown);
  }
}

static void
test_redact_nothing (void)
{
  static const char * const empty[] = { NULL };
  g_auto (GStrv) none = paddock_command_line_redact (NULL, NULL);
  g_auto (GStrv) also_none = paddock_command_line_redact (empty, NULL);

  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_cmpuint (g_strv_length (also_none), ==, 0);
}

/* Different command lines stay different, and equal ones stay equal. */
static void
test_redact_distinct (void)
{
  static const char * const values[] = {
    "--token=a", "--token=b", "--token=a ", "--token=", "--token=A", "https://a/?x", "https://a/?y",
    "https://u@a/", "https://v@a/", "a\xff", "a\xfe", "a\\xFF", "a\n", "a\\x0A", "a\xe2\x80\xae",
    "a\\u{202E}", "‹hidden:3›", "‹hidden:4›",
  };
  g_autoptr (GBytes) key = make_key ("key");

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (values); j++) {
      const char *a[] = { "server", values[i], NULL };
      const char *b[] = { "server", values[j], NULL };
      g_auto (GStrv) shown_a = paddock_command_line_redact (a, key);
      g_auto (GStrv) shown_b = paddock_command_line_redact (b, key);
      g_autofree char *text = paddock_command_line_to_text ((const char * const *) shown_a);

      g_assert_cmpint (g_strv_equal ((const char * const *) shown_a,
                                     (const char * const *) shown_b), ==, i == j);
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_null (strchr (text, '\n'));
    }
  }
}

/* The hash depends on this installation, so nobody can look it up elsewhere. */
static void
test_redact_keyed (void)
{
  static const char * const argv[] = { "server", "--token=a", NULL };
  g_autoptr (GBytes) key = make_key ("key");
  g_autoptr (GBytes) other_key = make_key ("other");
  g_autoptr (GBytes) empty_key = make_key ("");
  g_auto (GStrv) shown = paddock_command_line_redact (argv, key);
  g_auto (GStrv) other_shown = paddock_command_line_redact (argv, other_key);
  g_auto (GStrv) empty_shown = paddock_command_line_redact (argv, empty_key);
  g_auto (GStrv) keyless_shown = paddock_command_line_redact (argv, NULL);

  g_assert_cmpstr (shown[1], !=, other_shown[1]);
  g_assert_cmpstr (shown[1], !=, empty_shown[1]);
  g_assert_cmpstr (empty_shown[1], ==, keyless_shown[1]);
}

static void
test_find_secrets (void)
{
  static const char * const argv[] = { "a", "--token=x --y", "https://u:p@h/?a=b", "b", NULL };
  g_autoptr (GPtrArray) found = paddock_command_line_find_secrets (argv);
  const GArray *of_option = found->pdata[1], *of_url = found->pdata[2];

  g_assert_cmpuint (found->len, ==, 4);
  g_assert_cmpuint (((GArray *) found->pdata[0])->len, ==, 0);
  g_assert_cmpuint (((GArray *) found->pdata[3])->len, ==, 0);
  g_assert_cmpuint (of_option->len, ==, 1);
  g_assert_cmpuint (g_array_index (of_option, PaddockSecret, 0).begin, ==, strlen ("--token="));
  g_assert_cmpuint (g_array_index (of_option, PaddockSecret, 0).end, ==, strlen (argv[1]));
  g_assert_cmpuint (of_url->len, ==, 2);
  g_assert_cmpuint (g_array_index (of_url, PaddockSecret, 0).begin, ==, strlen ("https://"));
  g_assert_cmpuint (g_array_index (of_url, PaddockSecret, 0).end, ==, strlen ("https://u:p"));
  g_assert_cmpuint (g_array_index (of_url, PaddockSecret, 1).begin, ==, strlen ("https://u:p@h/?"));
  g_assert_true (paddock_command_line_is_secret_name ("API_KEY=x", strlen ("API_KEY")));
  g_assert_false (paddock_command_line_is_secret_name ("path", strlen ("path")));
}

static void
test_mask (void)
{
  static const char * const argv[] = { "a b", "--token", "x", "--pin=y", "http://u:p@h/?q", NULL };
  g_auto (GStrv) masked = paddock_command_line_mask (argv);
  g_auto (GStrv) none = paddock_command_line_mask (NULL);
  g_autofree char *joined = g_strjoinv ("|", masked);

  g_assert_cmpstr (joined, ==, "a b|--token|••••|--pin=••••|http://••••@h/?••••");
  g_assert_null (none[0]);
}

/* People see no hash, also not one that was cut. */
static void
test_dup_shown (void)
{
  static const struct { const char *text, *shown;
  } rows[] = {
    { "", "" },
    { "a 'b c'", "a 'b c'" },
    { "a --key=‹hidden:0123456789ab› ‹hidden:ba9876543210›", "a --key=•••• ••••" },
    { "a ‹hidden:0123‹more:ab›", "a ••••‹more:ab›" },
    { "a ‹hidden:", "a ••••" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *shown = paddock_command_line_dup_shown (rows[i].text);

    g_assert_cmpstr (shown, ==, rows[i].shown);
  }
}

/* RFC 4231, test case 2. */
static void
test_hash (void)
{
  g_autoptr (GBytes) key = make_key ("Jefe");
  g_autofree char *hash = paddock_command_line_hash_secret ("what do ya want for nothing?", key);
  g_autofree char *empty = paddock_command_line_hash_secret ("", NULL);

  g_assert_cmpstr (hash, ==, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  g_assert_cmpuint (strlen (empty), ==, 64);
}

static void
test_to_text (void)
{
  static const struct { const char *command, *text;
  } rows[] = {
    { "", "''" },
    { "a", "a" },
    { "a|b|c", "a b c" },
    { "a|", "a ''" },
    { "a|b c", "a 'b c'" },
    { "a|it's", "a 'it'\\''s'" },
    { "a|$HOME", "a '$HOME'" },
    { "a|x;y", "a 'x;y'" },
    { "npx|-y|@scope/a@1.2|--x=y|/tmp/a:b,c+d%e_f", "npx -y @scope/a@1.2 --x=y /tmp/a:b,c+d%e_f" },
    { "a|‹hidden:000000000000›", "a ‹hidden:000000000000›" },
    { "a|é", "a é" },
    { "a|b\nc", "a 'b\\x0Ac'" },
    { "a|\xff", "a '\\xFF'" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) argv = g_strsplit (rows[i].command, "|", -1);
    g_autofree char *text = NULL;

    if (argv[0] == NULL) {
      g_strfreev (argv);
      argv = g_strdupv ((char *[]) { (char *) "", NULL });
    }
    text = paddock_command_line_to_text ((const char * const *) argv);
    g_assert_cmpstr (text, ==, rows[i].text);
  }
}

static void
test_to_text_nothing (void)
{
  g_autofree char *text = paddock_command_line_to_text (NULL);

  g_assert_cmpstr (text, ==, "");
}

static void
test_needs_directory (void)
{
  static const struct { const char *command;
                        gboolean needs;
  } rows[] = {
    { "/usr/bin/server", FALSE },
    { "server", FALSE },
    { "server|--flag|-x|word|/tmp|/tmp/a.b", FALSE },
    { "server|https://example.org/a.b", FALSE },
    { "server|--url=https://example.org/a.js", FALSE },
    { "server|1.5|a.|.|x", TRUE },
    { "server|1.5|a.|x.123456|a.b-c", FALSE },
    { "node|/srv/server.js", FALSE },
    { "/usr/bin/python3|-u|/srv/mail.py|--flag", FALSE },
    { "./server", TRUE },
    { "bin/server", TRUE },
    { "server|..", TRUE },
    { "server|./x", TRUE },
    { "server|data/x", TRUE },
    { "server|x.json", TRUE },
    { "server|--config=x.json", TRUE },
    { "server|--config=./x", TRUE },
    { "server|KEY=a/b", TRUE },
    { "server|--config=/etc/x.json", FALSE },
    { "node|server.js", TRUE },
    { "node|server", TRUE },
    { "python3|-m|server", TRUE },
    { "sh|-c|exec server", TRUE },
    { "npx|-y|server", TRUE },
    { "/usr/bin/npx|/tmp", TRUE },
    { "env|A=b|npx|server", TRUE },
    { "uvx|server", TRUE },
    { "uv|run|/srv/x.py", TRUE },
    { "bunx|server", TRUE },
    { "deno|run|/srv/x.ts", TRUE },
    { "pipx|run|server", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) argv = g_strsplit (rows[i].command, "|", -1);

    g_test_message ("%s", rows[i].command);
    g_assert_cmpint (paddock_command_line_needs_directory ((const char * const *) argv), ==,
                     rows[i].needs);
  }
  g_assert_false (paddock_command_line_needs_directory (NULL));
}

static void
test_stable_program (void)
{
#define HASH "0123456789abcdfghijklmnpqrsvwxyz"
#define COMMIT "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  static const struct { const char *path, *appimage, *stable;
  } rows[] = {
    { "/usr/bin/code", NULL, "/usr/bin/code" },
    { "/usr/bin/code", "/home/u/Code.AppImage", "/usr/bin/code" },
    { "/tmp/.mount_CodeAbC/usr/bin/code", "/home/u/Code.AppImage", "/home/u/Code.AppImage" },
    { "/tmp/.mount_CodeAbC/usr/bin/code", NULL, "/tmp/.mount_CodeAbC/usr/bin/code" },
    { "/tmp/.mount_CodeAbC/code", "Code.AppImage", "/tmp/.mount_CodeAbC/code" },
    { "/tmp/.mount_CodeAbC/code", "", "/tmp/.mount_CodeAbC/code" },
    { "/home/u/.mount_x/code", "/home/u/Code.AppImage", "/home/u/.mount_x/code" },
    { "/snap/code/123/usr/bin/code", NULL, "/snap/code/current/usr/bin/code" },
    { "/snap/code/x1/usr/bin/code", NULL, "/snap/code/current/usr/bin/code" },
    { "/snap/code/current/usr/bin/code", NULL, "/snap/code/current/usr/bin/code" },
    { "/snap/code/x/usr/bin/code", NULL, "/snap/code/x/usr/bin/code" },
    { "/snap/code/12a/usr/bin/code", NULL, "/snap/code/12a/usr/bin/code" },
    { "/snap/bin/code", NULL, "/snap/bin/code" },
    { "/home/snap/code/123/code", NULL, "/home/snap/code/123/code" },
    { "/nix/store/" HASH "-nodejs-20/bin/node", NULL, "/nix/store/‹hash›-nodejs-20/bin/node" },
    { "/nix/store/" HASH "a-x/bin/node", NULL, "/nix/store/" HASH "a-x/bin/node" },
    { "/nix/store/short-x/bin/node", NULL, "/nix/store/short-x/bin/node" },
    { "/nix/store", NULL, "/nix/store" },
    { "/var/lib/flatpak/app/org.x.Y/x86_64/stable/" COMMIT "/files/bin/y", NULL,
      "/var/lib/flatpak/app/org.x.Y/x86_64/stable/active/files/bin/y" },
    { "/home/u/.local/share/flatpak/app/org.x.Y/x86_64/stable/" COMMIT "/files/y", NULL,
      "/home/u/.local/share/flatpak/app/org.x.Y/x86_64/stable/active/files/y" },
    { "/var/lib/flatpak/app/org.x.Y/x86_64/stable/" COMMIT "0/files/bin/y", NULL,
      "/var/lib/flatpak/app/org.x.Y/x86_64/stable/" COMMIT "0/files/bin/y" },
    { "/app/a/b/c/" COMMIT, NULL, "/app/a/b/c/" COMMIT },
    { "relative/snap/1/x", NULL, "relative/snap/1/x" },
    { "", NULL, "" },
    { "/", NULL, "/" },
  };
#undef HASH
#undef COMMIT

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *stable =
      paddock_command_line_dup_stable_program (rows[i].path, rows[i].appimage);

    g_assert_cmpstr (stable, ==, rows[i].stable);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/command-line/redact", test_redact);
  g_test_add_func ("/command-line/redact-nothing", test_redact_nothing);
  g_test_add_func ("/command-line/redact-distinct", test_redact_distinct);
  g_test_add_func ("/command-line/redact-keyed", test_redact_keyed);
  g_test_add_func ("/command-line/find-secrets", test_find_secrets);
  g_test_add_func ("/command-line/mask", test_mask);
  g_test_add_func ("/command-line/dup-shown", test_dup_shown);
  g_test_add_func ("/command-line/hash", test_hash);
  g_test_add_func ("/command-line/to-text", test_to_text);
  g_test_add_func ("/command-line/to-text-nothing", test_to_text_nothing);
  g_test_add_func ("/command-line/needs-directory", test_needs_directory);
  g_test_add_func ("/command-line/stable-program", test_stable_program);
  return g_test_run ();
}
