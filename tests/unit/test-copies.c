/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-copies.h"

#define HEAD PADDOCK_BOX_HOME_MARK
#define USER HEAD "[user]\n"

static gboolean
allow (const char *path,
       gpointer    user_data)
{
  return TRUE;
}

static void
test_git (void)
{
  static const struct {
    const char *text;
    const char *copy;               /* NULL: none */
  } rows[] = {
    { "[user]\n\tname = Ann Bee\n\temail = a@b\n", "\tname = \"Ann Bee\"\n\temail = \"a@b\"\n" },
    { "[user] name=A\nEMAIL=b", "\tname = \"A\"\n\temail = \"b\"\n" },
    { "[USER]\r\nName = A \t\r\n", "\tname = \"A\"\n" },
    { "\xEF\xBB\xBF[user]\nname = A ; who\n", "\tname = \"A\"\n" },
    { "[user]\nname = \" A # \" B # c\n", "\tname = \" A #  B\"\n" },
    { "[user]\nname = A\\\nB\n", "\tname = \"AB\"\n" },
    { "[user]\nname = A \\\"B\\\" \\\\\n", "\tname = \"A \\\"B\\\" \\\\\"\n" },
    { "[user]\nname = A\nname = B\n", "\tname = \"B\"\n" },
    { "[user]\nname = A\n[core]\nname = B\n[user]\nemail = e\n",
      "\tname = \"A\"\n\temail = \"e\"\n" },
    { "[remote \"x]\\\"\"]\nurl = u\n[user]\nname = A\n", "\tname = \"A\"\n" },
    /* Nothing else, and nothing that runs or includes. */
    { "[user]\nsigningkey = k\n[credential]\nhelper = !sh\n[include]\npath = /etc/passwd\n"
      "[core]\nhooksPath = /h\n[alias]\nx = !sh\n[user]\nname = A\n", "\tname = \"A\"\n" },
    { "[user \"x\"]\nname = A\n", NULL },
    { "[user.x]\nname = A\n", NULL },
    { "name = A\n", NULL },
    { "[core]\nname = A\n", NULL },
    { "[user]\nname\nemail =\n", NULL },
    { "[user]\nname = A\\nB\nemail = e\n", "\temail = \"e\"\n" },
    { "[user]\nname = A\\tB\n", NULL },
    { "", NULL },
  };
  static const char * const wrong[] = {
    "[user\nname = A\n", "[user]\nname = \"A\n", "[user]\nname = A\\x\n", "[user]\nname = A\\",
    "[user]\n= A\n", "[user]\nna_me = A\n", "[user]\nname A\n", "[user \"x]\nname = A\n",
  };
  g_autofree char *name = g_strnfill (513, 'x');
  g_autofree char *text = g_strconcat ("[user]\nname = ", name, NULL);
  const char * const long_texts[] = { text, NULL };
  const char * const both[] = { "[user]\nname = A\nemail = a\n", "[user]\nname = B\n", NULL };
  g_autofree char *long_copy = paddock_copies_filter_git (long_texts);
  g_autofree char *copy_of_both = paddock_copies_filter_git (both);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const char * const texts[] = { rows[i].text, NULL };
    g_autofree char *copy = paddock_copies_filter_git (texts);
    g_autofree char *expected = rows[i].copy != NULL ? g_strconcat (USER, rows[i].copy, NULL)
                                                     : NULL;

    g_test_message ("%s", rows[i].text);
    g_assert_cmpstr (copy, ==, expected);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    const char * const texts[] = { "[user]\nname = B\n", wrong[i], NULL };

    g_test_message ("%s", wrong[i]);
    g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, "*git are left out*");
    g_assert_null (paddock_copies_filter_git (texts));
    g_test_assert_expected_messages ();
  }
  g_assert_null (long_copy);
  g_assert_cmpstr (copy_of_both, ==, USER "\tname = \"B\"\n\temail = \"a\"\n");
}

typedef struct {
  const char *text;
  const char *copy;                 /* NULL: none */
  const char *left_out;             /* (nullable) what is said to be left out */
} Row;

static void
check_rows (const Row  *rows,
            gsize       n_rows,
            const char *head,
            char *    (*filter)(const char         *text,
                                const char         *home,
                                PaddockCopiesAllow  allowed,
                                gpointer            user_data))
{
  for (gsize i = 0; i < n_rows; i++) {
    g_autofree char *expected = rows[i].copy != NULL ? g_strconcat (head, rows[i].copy, NULL)
                                                     : NULL;
    g_autofree char *pattern = g_strdup_printf ("“%s” of *left out*", rows[i].left_out);
    g_autofree char *copy = NULL;

    g_test_message ("%s", rows[i].text);
    if (rows[i].left_out != NULL)
      g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, pattern);
    copy = filter (rows[i].text, "/h", allow, NULL);
    g_test_assert_expected_messages ();
    g_assert_cmpstr (copy, ==, expected);
  }
}

static void
test_npm (void)
{
  static const Row rows[] = {
    { "registry=https://r.example/npm/\n", "registry = https://r.example/npm/\n", NULL },
    { " registry = \"https://r.example/\" \r\n; x\n# y\n", "registry = https://r.example/\n",
      NULL },
    { "proxy=http://p:3128\nhttps-proxy=p:1\nnoproxy=a.b,*.c\n",
      "proxy = http://p:3128\nhttps-proxy = p:1\nnoproxy = a.b,*.c\n", NULL },
    { "//r.example/:_authToken=SECRET\n_authToken=SECRET\n_auth=SECRET\n_password=SECRET\n"
      "username=u\n//r/:_password=x\n@s:registry=https://s/\nscript-shell=/x\n"
      "registry=https://r/\n", "registry = https://r/\n", NULL },
    { "registry=https://user:SECRET@r.example/\n", NULL, "registry" },
    { "registry=https://r.example/?token=SECRET\n", NULL, "registry" },
    { "registry=https://r.example/${TOKEN}/\n", NULL, "registry" },
    { "proxy=http://u%40:SECRET@p\nregistry=https://r/\n", "registry = https://r/\n", "proxy" },
    { "cafile=/none\n", NULL, "cafile" },
    { "[x]\nregistry=https://r/\n", NULL, NULL },
    { "registry\n=\nregistry=\n", NULL, NULL },
    { "", NULL, NULL },
  };

  check_rows (rows, G_N_ELEMENTS (rows), HEAD, paddock_copies_filter_npm);
}

static void
test_pip (void)
{
  static const Row rows[] = {
    { "[global]\nindex-url = https://r/simple\nextra-index-url = https://s/simple\nproxy = p:1\n",
      "index-url = https://r/simple\nextra-index-url = https://s/simple\nproxy = p:1\n", NULL },
    { "[global]\nindex-url = https://u:SECRET@r/\nproxy = p:1\n", "proxy = p:1\n", "index-url" },
    { "[global]\nextra-index-url =\n  https://u:SECRET@r/\n  proxy = x\n", NULL, NULL },
    { "[global]\nextra-index-url = https://a/\n  https://u:SECRET@r/\n", NULL, "extra-index-url" },
    { "[install]\nindex-url = https://r/\n", NULL, NULL },
    { "index-url = https://r/\n", NULL, NULL },
    { "[global]\nkeyring-provider = subprocess\npassword = SECRET\n", NULL, NULL },
  };

  check_rows (rows, G_N_ELEMENTS (rows), HEAD "[global]\n", paddock_copies_filter_pip);
}

static const char *
text_of (GPtrArray *copies,
         guint      i)
{
  return ((PaddockBoxCopy *) copies->pdata[i])->text;
}

static GPtrArray *
read_all (Tree *tree)
{
  g_autofree char *home = tree_path (tree, "home");
  g_autofree char *config = tree_path (tree, "home/.config");

  return paddock_copies_new (home, config, allow, NULL);
}

static void
put_text (Tree       *tree,
          const char *relative,
          const char *text,
          gssize      length)
{
  g_autofree char *path = tree_path (tree, relative);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
}

/* What is too large, no text, no file, or a link to a secret is left out with one line. */
static void
test_files (void)
{
  static const char user[] = "[user]\nname = A\n";
  Tree *tree = tree_new ();
  g_autofree char *path = tree_path (tree, "home/.gitconfig");
  g_autofree char *large = g_strnfill (PADDOCK_COPIES_MAX - strlen (user), '\n');
  g_autofree char *most = g_strconcat (user, large, NULL);
  g_autofree char *more = g_strconcat (most, "\n", NULL);
  const struct {
    const char *text;
    gssize      length;
    const char *why;                /* NULL: it is copied */
  } rows[] = {
    { user, -1, NULL }, { most, -1, NULL }, { more, -1, "too large" },
    { "[user]\nname = A\x01\n", -1, "control characters" },
    { "[user]\nname = A\x7f\n", -1, "control characters" },
    { "[user]\nname = \xc2\x9b\n", -1, "control characters" },
    { "[user]\nname = A\0\n", 17, "other bytes than text" },
    { "[user]\nname = \xff\n", -1, "other bytes than text" },
  };

  tree_mkdir (tree, "home/.config/git");
  tree_mkdir (tree, "home/.ssh");
  tree_mkdir (tree, "home/dotfiles");
  put_text (tree, "home/.ssh/x", user, -1);
  put_text (tree, "home/dotfiles/gitconfig", user, -1);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *pattern = g_strdup_printf ("~/.gitconfig is left out*%s*", rows[i].why);
    g_autoptr (GPtrArray) copies = NULL;

    put_text (tree, "home/.gitconfig", rows[i].text, rows[i].length);
    if (rows[i].why != NULL)
      g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, pattern);
    copies = read_all (tree);
    g_test_assert_expected_messages ();
    g_assert_cmpstr (text_of (copies, 0), ==, rows[i].why == NULL ? USER "\tname = \"A\"\n" : NULL);
  }
  for (guint i = 0; i < 4; i++) {
    g_autoptr (GPtrArray) copies = NULL;

    g_unlink (path);
    if (i == 0)
      tree_link (tree, ".ssh/x", "home/.gitconfig");
    else if (i == 1)
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
    else if (i == 2)
      tree_link (tree, "/dev/zero", "home/.gitconfig");
    else
      tree_link (tree, "dotfiles/gitconfig", "home/.gitconfig");
    if (i < 3)
      g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, "~/.gitconfig is left out*");
    copies = read_all (tree);
    g_test_assert_expected_messages ();
    g_assert_cmpint (text_of (copies, 0) == NULL, ==, i < 3);
    g_assert_null (text_of (copies, 1));
    g_assert_null (text_of (copies, 2));
  }
  tree_free (tree);
}

/* A file of certificates is copied as its path, without links, if it has no key. */
static void
test_certificates (void)
{
  static const char certificate[] = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n";
  Tree *tree = tree_new ();
  g_autofree char *home = tree_path (tree, "home");
  g_autofree char *real = tree_path (tree, "home/ca/company.pem");
  g_autofree char *expected = g_strdup_printf (HEAD "cafile = %s\n", real);
  static const struct { const char *text;
                        gboolean    is_copied;
  } rows[] = {
    { "cafile=~/ca/company.pem\n", TRUE }, { "cafile=~/ca/link\n", TRUE },
    { "cafile=ca/company.pem\n", FALSE }, { "cafile=~/ca/key.pem\n", FALSE },
    { "cafile=~/ca/none.pem\n", FALSE }, { "cafile=~/ca\n", FALSE },
    { "cafile=~/.ssh/ca.pem\n", FALSE }, { "cafile=~/ca/text\n", FALSE },
  };

  tree_mkdir (tree, "home/ca");
  tree_mkdir (tree, "home/.ssh");
  put_text (tree, "home/ca/company.pem", certificate, -1);
  put_text (tree, "home/.ssh/ca.pem", certificate, -1);
  put_text (tree, "home/ca/text", "x", -1);
  put_text (tree, "home/ca/key.pem", "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n",
            -1);
  tree_link (tree, "company.pem", "home/ca/link");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *copy = NULL;

    g_test_message ("%s", rows[i].text);
    if (!rows[i].is_copied)
      g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, "“cafile” of *left out*");
    copy = paddock_copies_filter_npm (rows[i].text, home, allow, NULL);
    g_test_assert_expected_messages ();
    g_assert_cmpstr (copy, ==, rows[i].is_copied ? expected : NULL);
  }
  tree_free (tree);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/copies/git", test_git);
  g_test_add_func ("/copies/npm", test_npm);
  g_test_add_func ("/copies/pip", test_pip);
  g_test_add_func ("/copies/files", test_files);
  g_test_add_func ("/copies/certificates", test_certificates);
  return g_test_run ();
}
