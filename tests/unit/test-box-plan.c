/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-box-plan.h"

#include <string.h>

#define HOME "/home/u"

/* Folders are paths with "|" between them; "+" before a path: it can be written. Their descriptors
 * are 100, 101 and so on, which nobody uses. */
typedef struct {
  const char *folders;
  const char *mountinfo;            /* NULL: no mounts */
  const char *directory;            /* NULL: the home */
  gboolean    has_network;
  gboolean    has_no_home;
  const char *withheld;             /* paths with "|" between them; NULL: none */
  const char *links;                /* paths, which all lead to "to"; NULL: none */
  const char *empty;                /* paths with "|" between them; NULL: none */
} Options;

static GPtrArray *
make_folders (const char *text)
{
  GPtrArray *folders =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_folder);
  g_auto (GStrv) parts = g_strsplit (text, "|", -1);

  for (gsize i = 0; parts[i] != NULL; i++) {
    PaddockBoxFolder *folder = g_new0 (PaddockBoxFolder, 1);

    folder->is_writable = *parts[i] == '+';
    folder->path = g_strdup (parts[i] + (folder->is_writable ? 1 : 0));
    folder->fd = 100 + (int) i;
    g_ptr_array_add (folders, folder);
  }
  return folders;
}

static PaddockBoxPlan *
make_plan (const Options *options)
{
  static const char * const environment[] = { "HOME=" HOME, "A=b=c", "EMPTY=", NULL };
  g_autoptr (GPtrArray) folders = make_folders (options->folders);
  g_auto (GStrv) paths = g_strsplit (options->withheld != NULL ? options->withheld : "", "|", -1);
  g_auto (GStrv) links = g_strsplit (options->links != NULL ? options->links : "", "|", -1);
  g_auto (GStrv) empty = g_strsplit (options->empty != NULL ? options->empty : "", "|", -1);
  g_autoptr (GPtrArray) withheld = g_ptr_array_new ();
  g_autoptr (GPtrArray) all_links =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_link);
  PaddockBoxPlan *plan;

  for (gsize i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (withheld, paths[i]);
  for (gsize i = 0; links[i] != NULL; i++) {
    PaddockBoxLink *link = g_new0 (PaddockBoxLink, 1);

    link->path = g_strdup (links[i]);
    link->target = g_strdup ("to");
    g_ptr_array_add (all_links, link);
  }
  plan = paddock_box_plan_new (&(PaddockBoxPlanOptions) {
    .home = HOME,
    .private_home = options->has_no_home ? -1 : 90,
    .uid = 1000,
    .has_network = options->has_network,
    .folders = folders,
    .links = all_links,
    .withheld = withheld,
    .empty = (const char * const *) empty,
    .mountinfo = options->mountinfo != NULL ? options->mountinfo : "",
    .environment = environment,
    .directory = options->directory != NULL ? options->directory : HOME,
    .filter = 91,
    .info = 92,
    .block = 93,
  });

  /* They are no descriptors to close. */
  for (guint i = 0; i < folders->len; i++)
    ((PaddockBoxFolder *) folders->pdata[i])->fd = -1;
  return plan;
}

/* Returns the arguments, with ";" before each option, and then each move as ";move FROM TO". */
static char *
dup_arguments (PaddockBoxPlan *plan)
{
  GBytes *bytes = paddock_box_plan_get_arguments (plan);
  GPtrArray *moves = paddock_box_plan_get_moves (plan);
  const char *word = g_bytes_get_data (bytes, NULL);
  const char *end = word + g_bytes_get_size (bytes);
  GString *text = g_string_new (NULL);

  g_assert_cmpint (end[-1], ==, '\0');
  for (; word < end; word += strlen (word) + 1)
    g_string_append_printf (text, "%s%s", g_str_has_prefix (word, "--") ? ";" : " ", word);
  for (guint i = 0; i < moves->len; i++) {
    const PaddockBoxMove *move = moves->pdata[i];

    g_string_append_printf (text, ";move %s %s", move->from, move->to);
  }
  g_string_append_c (text, ';');
  return g_string_free (text, FALSE);
}

/* Checks that the arguments have each of @parts, which are separated by "|", in this order. */
static void
check_order (const Options *options,
             const char    *parts)
{
  g_autoptr (PaddockBoxPlan) plan = make_plan (options);
  g_autofree char *arguments = dup_arguments (plan);
  g_auto (GStrv) wanted = g_strsplit (parts, "|", -1);
  const char *at = arguments;

  for (gsize i = 0; wanted[i] != NULL; i++) {
    g_autofree char *part = g_strconcat (";", wanted[i], ";", NULL);

    at = strstr (at, part);
    if (at == NULL)
      g_error ("“%s” is not in, or too early in: %s", wanted[i], arguments);
    at += strlen (part) - 1;
  }
}

static void
check_lacks (const Options *options,
             const char    *part)
{
  g_autoptr (PaddockBoxPlan) plan = make_plan (options);
  g_autofree char *arguments = dup_arguments (plan);

  if (strstr (arguments, part) != NULL)
    g_error ("“%s” is in: %s", part, arguments);
}

/* What each box is made of, from outside to inside. */
static void
test_order (void)
{
  const Options options = { .folders = "+" HOME "/Projects/a" };

  check_order (&options,
               "--unshare-user|--unshare-pid|--unshare-ipc|--unshare-uts|--unshare-cgroup-try|"
               "--disable-userns|--die-with-parent|--new-session|--cap-drop ALL|--hostname paddock|"
               "--unshare-net|--ro-bind /usr /usr|--ro-bind /etc /etc|--proc /proc|--perms 0555|"
               "--tmpfs /proc/1|--remount-ro /proc/1|--dev /dev|--perms 1777|--size 268435456|"
               "--tmpfs /tmp|--perms 1777|--size 67108864|--tmpfs /dev/shm|--perms 0700|"
               "--size 16777216|--tmpfs /run/user/1000|--bind-fd 90 " HOME "|--perms 0700|"
               "--tmpfs /.paddock|--perms 0755|"
               "--tmpfs /.paddock/0|--bind-fd 100 /.paddock/0/a|"
               "--remount-ro /.paddock/0|--chdir " HOME "|--remount-ro /dev|--remount-ro /|"
               "--clearenv|--setenv HOME " HOME "|--setenv A b=c|--setenv EMPTY |--seccomp 91|"
               "--info-fd 92|--block-fd 93|move /.paddock/0 " HOME "/Projects");
}

/* What is not shared is covered where a box has it anyway. */
/* Links lead to programs. They are made where only the box can write, before that is read-only. */
static void
test_links (void)
{
  const Options options = { .folders = HOME "/.nvm/v22", .links = HOME "/.nvm/current" };
  g_autoptr (PaddockBoxPlan) plan = make_plan (&options);

  check_order (&options, "--tmpfs /.paddock/0|--ro-bind-fd 100 /.paddock/0/v22|"
               "--symlink to /.paddock/0/current|--remount-ro /.paddock/0");
  g_assert_true (paddock_box_plan_has (plan, HOME "/.nvm/current"));
  g_assert_false (paddock_box_plan_has (plan, HOME "/.nvm/other"));
  check_order (&(Options) { .folders = "/srv/a", .links = HOME "/.local/bin/tool" },
               "--tmpfs /.paddock/0|--symlink to /.paddock/0/bin/tool|--remount-ro /.paddock/0|"
               "--remount-ro /|move /.paddock/0 " HOME "/.local");
  check_order (&(Options) { .folders = "", .links = "/srv/tool|/srv/tool|/run/user/1000/f" },
               "--symlink to /srv/tool|--symlink to /run/user/1000/f");
}

/* Nothing is made in what others can write, in what is shown as it is outside, or in a cover. */
static void
test_no_links (void)
{
  static const char * const paths[] = {
    HOME "/tool", "/usr/bin/tool", "/etc/tool", "/srv/a/tool", "/srv/a", "/srv", "/proc/tool", HOME,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    const Options options = { .folders = "+/srv/a", .links = paths[i] };

    g_test_message ("%s", paths[i]);
    check_lacks (&options, "--symlink to");
  }
  check_lacks (&(Options) { .folders = "", .withheld = "/usr/share", .links = "/usr/share/tool" },
               "--symlink to");
}

static void
test_withheld (void)
{
  check_order (&(Options) { .folders = "/srv/a", .withheld = "/usr/share|/etc/passwd" },
               "--ro-bind /etc /etc|--ro-bind /dev/null /.paddock/0|--ro-bind-fd 100 /srv/a|"
               "--perms 0555|--tmpfs /.paddock/1|--remount-ro /.paddock/1|--remount-ro /|"
               "move /.paddock/0 /etc/passwd|move /.paddock/1 /usr/share");
  check_lacks (&(Options) { .folders = "/srv/a", .withheld = "/srv/b|/usr/none|/tmp" }, "/srv/b");
  check_lacks (&(Options) { .folders = "/srv/a", .withheld = "/usr/none" }, "/usr/none");
  check_lacks (&(Options) { .folders = "/srv/a", .withheld = "/srv/b|/usr/none" }, "/dev/null /");
  /* A folder that is shared below one that is not. */
  check_order (&(Options) { .folders = "/usr/share/doc", .withheld = "/usr/share" },
               "--tmpfs /.paddock/0|--ro-bind-fd 100 /.paddock/0/doc|--remount-ro /.paddock/0|"
               "move /.paddock/0 /usr/share");
}

/* An empty folder is in memory, and read-only at the end. */
static void
test_empty (void)
{
  check_order (&(Options) { .folders = "", .empty = "/srv/e" },
               "--perms 0555|--tmpfs /srv/e|--remount-ro /srv/e|--remount-ro /");
  check_order (&(Options) { .folders = "+" HOME "/P/a", .empty = HOME "/Docs|" HOME "/P/b" },
               "--perms 0555|--tmpfs /.paddock/0|--perms 0755|--tmpfs /.paddock/1|"
               "--bind-fd 100 /.paddock/1/a|--perms 0555|--tmpfs /.paddock/1/b|"
               "--remount-ro /.paddock/0|--remount-ro /.paddock/1|--remount-ro /.paddock/1/b|"
               "move /.paddock/0 " HOME "/Docs|move /.paddock/1 " HOME "/P");
  check_order (&(Options) { .folders = "", .empty = HOME "/Q/a|" HOME "/Q" },
               "--tmpfs /.paddock/0|--tmpfs /.paddock/0/a|--remount-ro /.paddock/0|"
               "--remount-ro /.paddock/0/a|move /.paddock/0 " HOME "/Q");
  /* The server may start in it. Nothing of the user is there. */
  check_order (&(Options) { .folders = "", .empty = HOME "/Q/a", .directory = HOME "/Q/a" },
               "--chdir " HOME "/Q/a");
  check_order (&(Options) { .folders = "", .empty = HOME "/Q/a", .directory = HOME "/Q/a/b" },
               "--chdir " HOME);
}

/* An empty folder hides nothing that the box has or needs. */
static void
test_not_empty (void)
{
  static const struct { const char *path;
                        gboolean    can_be;
  } rows[] = {
    { "/srv/e", TRUE }, { "/srv/b/c", TRUE }, { "/srv/ab", TRUE }, { "/tmp/e", TRUE },
    { "/opt", TRUE }, { HOME "/e", TRUE }, { HOME "/.ssh", TRUE }, { HOME "/P/b/c", TRUE },
    { HOME "er", TRUE }, { HOME "er/.ssh/e", TRUE }, { "/usr2", TRUE }, { "/mnt", TRUE },
    { "/", FALSE }, { "/home", FALSE }, { HOME, FALSE }, { "/tmp", FALSE }, { "/usr", FALSE },
    { "/usr/share/e", FALSE }, { "/etc", FALSE }, { "/etc/e", FALSE }, { "/bin/e", FALSE },
    { "/lib64", FALSE }, { "/proc", FALSE }, { "/proc/1", FALSE }, { "/dev/shm", FALSE },
    { "/sys/e", FALSE }, { "/run", FALSE }, { "/run/user/1000/e", FALSE }, { "/.paddock", FALSE },
    { "/.paddock/0", FALSE },
    /* What is granted, the program, and the links to it. */
    { "/srv", FALSE }, { "/srv/a", FALSE }, { "/srv/a/b", FALSE }, { HOME "/P", FALSE },
    { HOME "/P/a", FALSE }, { HOME "/P/a/b", FALSE }, { HOME "/l", FALSE },
    { HOME "/l/link", FALSE }, { HOME "/l/link/e", FALSE },
    /* The server keeps its own files there. */
    { HOME "/.local/share/e", FALSE }, { HOME "/.ssh/e", FALSE }, { HOME "/.cache/e", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const Options options = { .folders = "+/srv/a|" HOME "/P/a", .links = HOME "/l/link",
                              .empty = rows[i].path };
    const Options without = { .folders = options.folders, .links = options.links };
    g_autoptr (PaddockBoxPlan) plan = make_plan (&options);
    g_autoptr (PaddockBoxPlan) other = make_plan (&without);
    g_autofree char *arguments = dup_arguments (plan);
    g_autofree char *others = dup_arguments (other);

    g_test_message ("%s", rows[i].path);
    g_assert_cmpint (strcmp (arguments, others) != 0, ==, rows[i].can_be);
    g_assert_cmpint (paddock_box_plan_has (plan, rows[i].path), ==,
                     paddock_box_plan_has (other, rows[i].path));
  }
}

static void
test_network (void)
{
  for (guint has_network = 0; has_network <= 1; has_network++) {
    const Options options = { .folders = "/srv/a", .has_network = has_network };
    g_autoptr (PaddockBoxPlan) plan = make_plan (&options);
    g_autofree char *arguments = dup_arguments (plan);

    g_assert_cmpint (paddock_box_plan_has_network (plan), ==, has_network);
    g_assert_cmpint (strstr (arguments, ";--unshare-net;") == NULL, ==, has_network);
  }
}

/* Without a private home, the home is in memory, and has an end. */
static void
test_no_home (void)
{
  const Options options = { .folders = "/srv/a", .has_no_home = TRUE };

  check_order (&options, "--perms 0700|--size 1073741824|--tmpfs " HOME "|--ro-bind-fd 100 /srv/a");
  check_lacks (&options, "-fd -1 ");
}

/* A fresh directory carries the folders below it, and is closed when all are there. It is not
 * mounted below what a server can write, but moved there. */
static void
test_fresh (void)
{
  check_order (&(Options) { .folders = HOME "/P/a|+" HOME "/P/b/c|" HOME "/Q/d" },
               "--bind-fd 90 " HOME "|--tmpfs /.paddock|--perms 0755|--tmpfs /.paddock/0|"
               "--ro-bind-fd 100 /.paddock/0/a|"
               "--bind-fd 101 /.paddock/0/b/c|--perms 0755|--tmpfs /.paddock/1|"
               "--ro-bind-fd 102 /.paddock/1/d|--remount-ro /.paddock/0|--remount-ro /.paddock/1|"
               "--remount-ro /|move /.paddock/0 " HOME "/P|move /.paddock/1 " HOME "/Q");
  /* A folder directly below the home has its place in the private home. */
  check_order (&(Options) { .folders = "+" HOME "/P" },
               "--bind-fd 100 /.paddock/0|move /.paddock/0 " HOME "/P");
  check_lacks (&(Options) { .folders = "+" HOME "/P" }, ";--perms 0755;");
  check_lacks (&(Options) { .folders = "+" HOME "/P" }, "--remount-ro " HOME);
  /* What is in such a folder is below it, not below a fresh one. */
  check_lacks (&(Options) { .folders = HOME "/P|+" HOME "/P/a" }, ";--perms 0755;");
  /* Names that begin as the home does are not below it. */
  check_lacks (&(Options) { .folders = HOME "er/P/a" }, "--tmpfs " HOME "er");
  check_lacks (&(Options) { .folders = "/srv/P/a" }, "--tmpfs /srv");
}

/* A mount is staged if its place is in a directory that is outside, too. */
static void
test_staged (void)
{
  static const struct { const char *folders;
                        const char *mountinfo;
                        gboolean    has_no_home;
                        const char *moves; /* NULL: none */
  } rows[] = {
    { "/srv/a|+/srv/b|/tmp/c|/dev/shm/d|/run/user/1000/e", "", FALSE, NULL },
    { HOME "/P/a|" HOME "/Q", "", TRUE, NULL },
    { "+/srv/a|/srv/a/b/c", "", FALSE, "move /.paddock/0 /srv/a/b/c" },
    { "/srv/a|/srv/a/b|/srv/a/b/c", "", FALSE,
      "move /.paddock/0 /srv/a/b|move /.paddock/1 /srv/a/b/c" },
    { HOME "/P/a|" HOME "/P/a/b", "", TRUE, "move /.paddock/0 " HOME "/P/a/b" },
    { HOME "/P/a|+" HOME "/P/a/b", "", FALSE,
      "move /.paddock/0 " HOME "/P|move /.paddock/1 " HOME "/P/a/b" },
    { "/srv/a", "1 0 0:40 / /srv/a/m rw - ext4 /dev/sda1 rw\n", FALSE,
      "move /.paddock/0 /srv/a/m" },
    { "/srv/a|/srv/a/m/b/c", "1 0 0:40 / /srv/a/m rw - ext4 /dev/sda1 rw\n", FALSE,
      "move /.paddock/0 /srv/a/m" },
    { "/usr/local/src|/etc/x", "", FALSE,
      "move /.paddock/0 /etc/x|move /.paddock/1 /usr/local/src" },
    { "/usr", "", FALSE, "move /.paddock/0 /usr" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const Options options = { .folders = rows[i].folders, .mountinfo = rows[i].mountinfo,
                              .has_no_home = rows[i].has_no_home };
    g_autoptr (PaddockBoxPlan) plan = make_plan (&options);
    g_autofree char *text = dup_arguments (plan);
    g_auto (GStrv) parts = g_strsplit (rows[i].moves != NULL ? rows[i].moves : "", "|", -1);
    g_autofree char *moves = g_strjoinv (";", parts);
    g_autofree char *end = g_strconcat ("--block-fd 93;", moves, *moves != '\0' ? ";" : "", NULL);

    g_test_message ("%s", rows[i].folders);
    g_assert_cmpstr (strstr (text, "--block-fd"), ==, end);
    g_assert_cmpstr (paddock_box_plan_get_staging (plan), ==,
                     rows[i].moves != NULL ? "/.paddock" : NULL);
    g_assert_cmpint (strstr (text, ".paddock") != NULL, ==, rows[i].moves != NULL);
  }
}

/* Outer folders come before inner ones, however the service orders them. */
static void
test_inner (void)
{
  check_order (&(Options) { .folders = HOME "/P/a/b|+" HOME "/P/a" },
               "--bind-fd 101 /.paddock/0/a|--ro-bind-fd 100 /.paddock/1|--remount-ro /.paddock/0|"
               "move /.paddock/0 " HOME "/P|move /.paddock/1 " HOME "/P/a/b");
  check_order (&(Options) { .folders = "/a/b/c|+/a/b|/a" },
               "--ro-bind-fd 102 /a|--bind-fd 101 /.paddock/0|--ro-bind-fd 100 /.paddock/1|"
               "move /.paddock/0 /a/b|move /.paddock/1 /a/b/c");
  check_order (&(Options) { .folders = "+/a-b|/a/c|+/a" },
               "--bind-fd 102 /a|--bind-fd 100 /a-b|--ro-bind-fd 101 /.paddock/0|"
               "move /.paddock/0 /a/c");
}

#define LINE(id, parent, point) \
  #id " " #parent " 0:40 / " point " rw - ext4 /dev/sda1 rw\n"

/* What is mounted below a folder is covered. */
static void
test_covers (void)
{
  const char *mounts = LINE (1, 0, "/") LINE (2, 1, "/a") LINE (3, 2, "/a/m\\040n")
                       LINE (4, 1, "/ab") LINE (5, 1, "/b/x");

  check_order (&(Options) { .folders = "+/a|/b", .mountinfo = mounts },
               "--bind-fd 100 /a|--perms 0555|--tmpfs /.paddock/0|--ro-bind-fd 101 /b|--perms 0555|"
               "--tmpfs /.paddock/1|--remount-ro /.paddock/0|--remount-ro /.paddock/1|"
               "--remount-ro /|move /.paddock/0 /a/m n|move /.paddock/1 /b/x");
  check_lacks (&(Options) { .folders = "+/a|/b", .mountinfo = mounts }, "--tmpfs /a;");
  check_lacks (&(Options) { .folders = "+/a|/b", .mountinfo = mounts }, "/ab;");
  check_lacks (&(Options) { .folders = "/c", .mountinfo = mounts }, "/b/x;");
  check_lacks (&(Options) { .folders = "/c", .mountinfo = "30 20 0:40 /\n\n1 2 3 4 /x" }, "/x");
}

/* A mount that a later one hides has no mount point that anybody sees. */
static void
test_hidden_mounts (void)
{
  const char *around = LINE (1, 0, "/") LINE (2, 1, "/p/a/m") LINE (3, 1, "/p");
  const char *inside = LINE (1, 0, "/") LINE (2, 1, "/p/a/m/n") LINE (3, 1, "/p/a/m");
  const char *twice = LINE (1, 0, "/") LINE (2, 1, "/p/a/m") LINE (3, 2, "/p/a/m");

  check_lacks (&(Options) { .folders = "+/p/a", .mountinfo = around }, "/p/a/m");
  check_lacks (&(Options) { .folders = "+/p/a", .mountinfo = inside }, "/p/a/m/n");
  check_order (&(Options) { .folders = "+/p/a", .mountinfo = inside },
               "--tmpfs /.paddock/0|move /.paddock/0 /p/a/m");
  check_order (&(Options) { .folders = "+/p/a", .mountinfo = twice },
               "--tmpfs /.paddock/0|move /.paddock/0 /p/a/m");
  check_lacks (&(Options) { .folders = "+/p/a", .mountinfo = twice }, "/.paddock/1");
}

/* A mount that the user shared, too, is shown. So is what the user shared below a covered mount. */
static void
test_shared_mount (void)
{
  const char *mounts = LINE (1, 0, "/") LINE (2, 1, "/a/m") LINE (3, 2, "/a/m/deep");
  const Options both = { .folders = "/a|+/a/m", .mountinfo = mounts };
  const Options below = { .folders = "/a|+/a/m/x/y", .mountinfo = mounts };

  check_order (&both, "--ro-bind-fd 100 /a|--bind-fd 101 /.paddock/0|--tmpfs /.paddock/1|"
               "--remount-ro /.paddock/1|move /.paddock/0 /a/m|move /.paddock/1 /a/m/deep");
  check_lacks (&both, ";--remount-ro /.paddock/0;");
  check_order (&below, "--ro-bind-fd 100 /a|--tmpfs /.paddock/0|--bind-fd 101 /.paddock/0/x/y|"
               "--remount-ro /.paddock/0|move /.paddock/0 /a/m");
  check_lacks (&below, "/a/m/deep;");
}

/* The server starts where its host is, if the box has this directory. */
static void
test_directory (void)
{
  static const struct { const char *directory;
                        const char *expected;
  } rows[] = {
    { "/a", "/a" }, { "/a/b/c", "/a/b/c" }, { "/usr/lib", "/usr/lib" }, { "/etc", "/etc" },
    { HOME "/P/x/y", HOME "/P/x/y" },
    { HOME, HOME }, { "/", HOME }, { "/ab", HOME }, { "/tmp", HOME }, { "/proc/self", HOME },
    { HOME "/P", HOME }, { HOME "/P/xy", HOME }, { HOME "/other", HOME }, { "/a/m", HOME },
    { "/a/m/deep", HOME }, { "/dev/shm", HOME },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *part = g_strconcat ("--chdir ", rows[i].expected, NULL);

    check_order (&(Options) { .folders = "/a|" HOME "/P/x", .mountinfo = LINE (1, 0, "/a/m"),
                              .directory = rows[i].directory }, part);
  }
}

static void
test_first (void)
{
  static const struct { const char *path;
                        const char *first;
  } rows[] = {
    { HOME "/P", HOME "/P" }, { HOME "/P/a/b", HOME "/P" }, { HOME "/.x/a", HOME "/.x" },
    { HOME, NULL }, { "/home", NULL }, { "/", NULL }, { HOME "er/P", NULL }, { "/srv/a", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *first = paddock_box_plan_dup_first (HOME, rows[i].path);

    g_assert_cmpstr (first, ==, rows[i].first);
  }
}


/* Adds a mount to those of a box: its mount point, options, type, and maybe what else a line of
 * mountinfo has, with spaces between. */
static void
add_mount (GPtrArray  *mounts,
           const char *point,
           const char *options_and_type)
{
  g_auto (GStrv) parts = g_strsplit (point, " ", -1);
  g_autofree char *escaped = g_strjoinv ("\\040", parts);

  g_ptr_array_add (mounts, g_strdup_printf ("%s %s", escaped, options_and_type));
}

static void
make_read_only (GPtrArray  *mounts,
                const char *point)
{
  for (guint i = mounts->len; i > 0; i--) {
    g_auto (GStrv) fields = g_strsplit (mounts->pdata[i - 1], " ", 2);
    g_autofree char *plain = g_strcompress (fields[0]);

    if (g_str_equal (plain, point)) {
      GString *text = g_string_new (mounts->pdata[i - 1]);

      g_string_replace (text, " rw,", " ro,", 1);
      g_free (mounts->pdata[i - 1]);
      mounts->pdata[i - 1] = g_string_free (text, FALSE);
      return;
    }
  }
  g_error ("bubblewrap would not find %s", point);
}

/* Puts @to in the place of @from at the beginning of the mount point, if that is @from or below. */
static gboolean
move_point (char       **mount,
            const char  *from,
            const char  *to)
{
  gsize length = strlen (from);
  char *old = *mount;

  if (!g_str_has_prefix (old, from) || strchr ("/ ", old[length]) == NULL)
    return FALSE;
  *mount = g_strconcat (to, old + length, NULL);
  g_free (old);
  return TRUE;
}

/* Moves a mount to the place of its end, or back to where it is staged. */
static void
move_mount (PaddockBoxPlan  *plan,
            char           **mount,
            gboolean         is_back)
{
  GPtrArray *moves = paddock_box_plan_get_moves (plan);
  gboolean is_moved = FALSE;

  /* Inner ones come last, and their places are in those of outer ones. */
  for (guint i = moves->len; i > 0 && !is_moved; i--) {
    const PaddockBoxMove *move = moves->pdata[i - 1];
    g_auto (GStrv) parts = g_strsplit (move->to, " ", -1);
    g_autofree char *to = g_strjoinv ("\\040", parts);

    is_moved = is_back ? move_point (mount, to, move->from) : move_point (mount, move->from, to);
  }
}

/* Changes the mounts: "+MOUNT" adds one at the end, "^MOUNT" at the beginning, "-POINT" takes one
 * out, "=MOUNT" puts one in the place of that with this mount point. */
static void
change_mounts (GPtrArray  *mounts,
               const char *change)
{
  g_auto (GStrv) fields = g_strsplit (change + 1, " ", 2);
  gboolean is_found = FALSE;

  if (*change == '-' || *change == '=')
    for (guint i = 0; i < mounts->len && !is_found; i++) {
      g_auto (GStrv) found = g_strsplit (mounts->pdata[i], " ", 2);

      is_found = g_str_equal (found[0], fields[0]);
      if (is_found)
        g_ptr_array_remove_index (mounts, i);
      if (is_found && *change == '=')
        g_ptr_array_insert (mounts, (int) i, g_strdup (change + 1));
    }
  else
    g_ptr_array_insert (mounts, *change == '+' ? -1 : 0, g_strdup (change + 1));
  g_assert_true (is_found || *change == '+' || *change == '^');
}

/* Returns the mounts that the box has at the end. */
static GPtrArray *
dup_mounts (PaddockBoxPlan *plan)
{
  static const char * const devices[] = { "null", "zero", "full", "random", "urandom", "tty" };
  GPtrArray *mounts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *arguments = dup_arguments (plan);
  g_auto (GStrv) options = g_strsplit (arguments, ";", -1);

  add_mount (mounts, "/", "rw,nosuid,nodev tmpfs");
  for (gsize i = 0; options[i] != NULL; i++) {
    g_auto (GStrv) words = g_strsplit (options[i], " ", 2);
    const char *place = words[0] != NULL && words[1] != NULL ? strchr (words[1], ' ') : NULL;

    if (g_str_has_prefix (options[i], "--bind-fd "))
      add_mount (mounts, place + 1, "rw,nosuid,relatime ext4");
    else if (g_str_has_prefix (options[i], "--ro-bind"))
      add_mount (mounts, place + 1, "ro,nosuid,relatime ext4");
    else if (g_str_has_prefix (options[i], "--tmpfs "))
      add_mount (mounts, words[1], "rw,nosuid tmpfs");
    else if (g_str_has_prefix (options[i], "--proc "))
      add_mount (mounts, "/proc", "rw,nosuid proc");
    else if (g_str_has_prefix (options[i], "--remount-ro "))
      make_read_only (mounts, words[1]);
    else if (g_str_has_prefix (options[i], "--dev ")) {
      add_mount (mounts, "/dev", "rw,nosuid tmpfs");
      add_mount (mounts, "/dev/pts", "rw,nosuid devpts");
      for (gsize j = 0; j < G_N_ELEMENTS (devices); j++) {
        g_autofree char *path = g_strconcat ("/dev/", devices[j], NULL);

        add_mount (mounts, path, "rw,nosuid devtmpfs");
      }
    }
  }
  if (paddock_box_plan_get_staging (plan) != NULL)
    change_mounts (mounts, "-/.paddock");
  for (guint i = 0; i < mounts->len; i++)
    move_mount (plan, (char **) &mounts->pdata[i], FALSE);
  return mounts;
}

/* Writes /proc/PID/mountinfo. */
static char *
write_mounts (PaddockBoxPlan *plan,
              GPtrArray      *mounts,
              gboolean        is_sealed)
{
  GString *text = g_string_new (is_sealed ? NULL : "29 20 0:39 / /.paddock rw - tmpfs x rw\n");

  for (guint i = 0; i < mounts->len; i++) {
    g_autofree char *mount = g_strdup (mounts->pdata[i]);
    g_auto (GStrv) fields = NULL;

    if (!is_sealed)
      move_mount (plan, &mount, TRUE);
    fields = g_strsplit (mount, " ", 4);

    g_string_append_printf (text, "%u 20 0:%u / %s %s%s%s - %s source rw\n", 30 + i, 40 + i,
                            fields[0], fields[1], fields[3] != NULL ? " " : "",
                            fields[3] != NULL ? fields[3] : "", fields[2]);
  }
  return g_string_free (text, FALSE);
}

static const Options checked = {
  .folders = "+" HOME "/P/a|" HOME "/P/a/inner|" HOME "/D d|/srv/s",
  .mountinfo = LINE (1, 0, "/srv/s/m"),
  .empty = "/srv/e|" HOME "/Z",
};

/* Changes that make no box wrong, and then those that do. */
static const struct {
  const char *change;
  const char *problem;              /* NULL: none */
} changes[] = {
  { "+/usr/share/x ro,relatime squashfs", NULL },
  { "+/usr/local ro nfs", NULL },
  { "+/etc/x\\040y ro,relatime ext4", NULL },
  { "+/proc/sys ro,nosuid proc", NULL },
  /* bubblewrap binds it along, and the cover is above it. */
  { "^/srv/s/m rw,relatime ext4", NULL },
  { "^/srv/s/m/deep rw,relatime ext4", NULL },
  /* What is covered does not count. */
  { "^/home/u rw,relatime xfs", NULL },
  { "^/srv/s rw,relatime xfs", NULL },
  { "=/usr ro btrfs", NULL },
  { "=/home/u/P/a rw,relatime fuse.sshfs", NULL },

  { "-/", "/ is missing" },
  { "-/usr", "/usr is missing" },
  { "-/etc", "/etc is missing" },
  { "-/proc", "/proc is missing" },
  { "-/proc/1", "/proc/1 is missing" },
  { "-/dev", "/dev is missing" },
  { "-/dev/pts", "/dev/pts is missing" },
  { "-/dev/null", "/dev/null is missing" },
  { "-/dev/shm", "/dev/shm is missing" },
  { "-/tmp", "/tmp is missing" },
  { "-/run/user/1000", "/run/user/1000 is missing" },
  { "-/home/u", "/home/u is missing" },
  { "-/home/u/P", "/home/u/P is missing" },
  { "-/home/u/P/a", "/home/u/P/a is missing" },
  { "-/home/u/P/a/inner", "/home/u/P/a/inner is missing" },
  { "-/home/u/D\\040d", "/home/u/D d is missing" },
  { "-/srv/s/m", "/srv/s/m is missing" },

  { "=/ rw,relatime tmpfs", "/ is missing" },
  { "=/usr rw,relatime ext4", "/usr is missing" },
  { "=/etc rw,relatime ext4", "/etc is missing" },
  { "=/proc/1 rw,relatime tmpfs", "/proc/1 is missing" },
  { "=/dev rw,relatime tmpfs", "/dev is missing" },
  { "=/home/u/P rw,relatime tmpfs", "/home/u/P is missing" },
  { "=/home/u/P/a/inner rw,relatime ext4", "/home/u/P/a/inner is missing" },
  { "=/home/u/D\\040d rw,relatime ext4", "/home/u/D d is missing" },
  { "=/srv/s rw ext4", "/srv/s is missing" },
  { "=/srv/s relatime,ro ext4", "/srv/s is missing" },
  { "=/srv/s row,ro ext4", "/srv/s is missing" },
  { "=/srv/s/m rw,relatime tmpfs", "/srv/s/m is missing" },
  /* Less than was granted is wrong, too. */
  { "=/home/u/P/a ro,relatime ext4", "/home/u/P/a is missing" },
  { "=/tmp ro,relatime tmpfs", "/tmp is missing" },

  /* A folder that must be empty. */
  { "-/srv/e", "/srv/e is missing" },
  { "-/home/u/Z", "/home/u/Z is missing" },
  { "=/srv/e rw,relatime tmpfs", "/srv/e is missing" },
  { "=/srv/e ro,relatime ext4", "/srv/e is missing" },
  { "=/home/u/Z ro,relatime ext4", "/home/u/Z is missing" },
  { "+/srv/e ro,relatime ext4", "/srv/e is missing" },
  { "+/srv/e/x ro,relatime tmpfs", "/srv/e/x should not" },
  { "+/home/u/Z/x ro,relatime ext4", "/home/u/Z/x should not" },

  { "=/ ro,relatime ext4", "/ is missing" },
  { "=/proc/1 ro,relatime proc", "/proc/1 is missing" },
  { "=/proc rw,relatime tmpfs", "/proc is missing" },
  { "=/tmp rw,relatime ext4", "/tmp is missing" },
  { "=/home/u/P ro,relatime ext4", "/home/u/P is missing" },
  { "=/srv/s/m ro,relatime ext4", "/srv/s/m is missing" },

  { "+/usr/share/x rw,relatime ext4", "/usr/share/x should not" },
  { "+/etc/x rw ext4", "/etc/x should not" },
  { "+/proc/sys rw,nosuid proc", "/proc/sys should not" },
  { "+/proc/1/root ro,nosuid proc", "/proc/1/root should not" },
  { "+/usrs ro ext4", "/usrs should not" },
  { "+/opt ro ext4", "/opt should not" },
  { "+/home ro ext4", "/home should not" },
  { "+/home/u/.ssh ro ext4", "/home/u/.ssh should not" },
  { "+/home/u/P/b ro ext4", "/home/u/P/b should not" },
  { "+/home/u/P/a/usb ro vfat", "/home/u/P/a/usb should not" },
  { "+/srv/s/n rw ext4", "/srv/s/n should not" },
  { "+/tmp/x ro tmpfs", "/tmp/x should not" },
  { "+/dev/sda ro devtmpfs", "/dev/sda should not" },
  { "+/run/user/1000/bus ro tmpfs", "/run/user/1000/bus should not" },

  /* The last of several mounts at one place counts. */
  { "+/home/u rw,relatime xfs", NULL },
  { "+/home/u ro,relatime xfs", "/home/u is missing" },
  { "+/srv/s rw,relatime ext4", "/srv/s is missing" },
  { "+/srv/s/m rw,relatime ext4", "/srv/s/m is missing" },
  { "+/proc/1 ro,relatime proc", "/proc/1 is missing" },
  { "+/ rw,relatime ext4", "there are two roots" },
};

static void
test_problems (void)
{
  g_autoptr (PaddockBoxPlan) plan = make_plan (&checked);

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    for (guint is_sealed = 0; is_sealed <= 1; is_sealed++) {
      g_autoptr (GPtrArray) mounts = dup_mounts (plan);
      g_autofree char *right = write_mounts (plan, mounts, is_sealed);
      g_autofree char *no_problem = paddock_box_plan_find_problem (plan, right, is_sealed);
      g_autofree char *mountinfo = NULL;
      g_autofree char *problem = NULL;

      g_test_message ("%s", changes[i].change);
      g_assert_cmpstr (no_problem, ==, NULL);
      change_mounts (mounts, changes[i].change);
      mountinfo = write_mounts (plan, mounts, is_sealed);
      problem = paddock_box_plan_find_problem (plan, mountinfo, is_sealed);
      if (changes[i].problem == NULL || problem == NULL)
        g_assert_cmpstr (problem, ==, changes[i].problem);
      else if (!g_str_has_prefix (problem, changes[i].problem))
        g_error ("%s: %s", changes[i].change, problem);
    }
}

/* No mount of a sealed box has a peer or a master. Until then, they may. */
static void
test_sealed (void)
{
  static const char * const links[] = { "shared:1", "master:7", "master:7 propagate_from:2",
                                        "shared:1 master:7", "unbindable" };
  g_autoptr (PaddockBoxPlan) plan = make_plan (&checked);
  g_autoptr (GPtrArray) all = dup_mounts (plan);

  for (guint i = 0; i < all->len; i++)
    for (gsize j = 0; j < G_N_ELEMENTS (links); j++) {
      g_autoptr (GPtrArray) mounts = dup_mounts (plan);
      g_autofree char *changed = g_strdup_printf ("=%s %s", (const char *) all->pdata[i], links[j]);
      g_autofree char *staged = NULL;
      g_autofree char *mountinfo = NULL;
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      g_test_message ("%s", changed);
      change_mounts (mounts, changed);
      staged = write_mounts (plan, mounts, FALSE);
      mountinfo = write_mounts (plan, mounts, TRUE);
      before = paddock_box_plan_find_problem (plan, staged, FALSE);
      after = paddock_box_plan_find_problem (plan, mountinfo, TRUE);
      g_assert_cmpstr (before, ==, NULL);
      g_assert_nonnull (strstr (after, "is not sealed"));
    }
}

/* Nothing is left in the staging directory of a sealed box, and nothing else was there before. */
static void
test_left (void)
{
  static const struct { const char *line;
                        const char *before; /* NULL: no problem */
                        const char *after;
  } rows[] = {
    { "/.paddock rw - tmpfs", NULL, "/.paddock should not be there" },
    { "/.paddock/0 ro - tmpfs", NULL, "/.paddock/0 should not be there" },
    { "/.paddock/1/a rw - ext4", NULL, "/.paddock/1/a should not be there" },
    { "/.paddock/9 ro - ext4", "/.paddock/9 should not be there",
      "/.paddock/9 should not be there" },
    { "/.paddock/00 ro - ext4", "/.paddock/00 should not be there",
      "/.paddock/00 should not be there" },
    { "/.paddock/x ro - ext4", "/.paddock/x should not be there",
      "/.paddock/x should not be there" },
  };
  g_autoptr (PaddockBoxPlan) plan = make_plan (&checked);
  g_autoptr (PaddockBoxPlan) other = make_plan (&(Options) { .folders = "/srv/a" });
  g_autoptr (GPtrArray) mounts = dup_mounts (plan);
  g_autoptr (GPtrArray) others = dup_mounts (other);
  g_autofree char *staged = write_mounts (other, others, FALSE);
  g_autofree char *needless = paddock_box_plan_find_problem (other, staged, FALSE);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint is_sealed = 0; is_sealed <= 1; is_sealed++) {
      g_autofree char *right = write_mounts (plan, mounts, is_sealed);
      g_autofree char *wrong = g_strdup_printf ("%s9 2 0:4 / %s x rw\n", right, rows[i].line);
      g_autofree char *problem = paddock_box_plan_find_problem (plan, wrong, is_sealed);

      g_test_message ("%s", rows[i].line);
      g_assert_cmpstr (problem, ==, is_sealed ? rows[i].after : rows[i].before);
    }
  g_assert_cmpstr (needless, ==, "/.paddock should not be there");
}

/* What can't be read is no box. */
static void
test_garbage (void)
{
  static const char * const lines[] = {
    "x", " ", "1 2 3 4", "1 2 3 4 /usr", "1 2 3 4 /usr ro", "1 2 3 4 /usr ro -",
    "1 2 3 4 /usr ro - ", "1 2 3 4 /usr ro shared:1", "1 2 3 4  ro - ext4 x rw", " 2 3 4 /usr",
    "- - - - - -",
  };
  g_autoptr (PaddockBoxPlan) plan = make_plan (&checked);
  g_autoptr (GPtrArray) mounts = dup_mounts (plan);
  g_autofree char *right = write_mounts (plan, mounts, FALSE);
  g_autofree char *nothing = paddock_box_plan_find_problem (plan, "", FALSE);

  g_assert_nonnull (nothing);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    for (guint is_first = 0; is_first <= 1; is_first++) {
      g_autofree char *mountinfo = g_strconcat (is_first ? lines[i] : right,
                                                is_first ? "\n" : "",
                                                is_first ? right : lines[i], NULL);
      g_autofree char *problem = paddock_box_plan_find_problem (plan, mountinfo, FALSE);

      g_test_message ("%s", lines[i]);
      g_assert_cmpstr (problem, ==, "a mount that can't be read");
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/box-plan/order", test_order);
  g_test_add_func ("/box-plan/network", test_network);
  g_test_add_func ("/box-plan/links", test_links);
  g_test_add_func ("/box-plan/no-links", test_no_links);
  g_test_add_func ("/box-plan/withheld", test_withheld);
  g_test_add_func ("/box-plan/empty", test_empty);
  g_test_add_func ("/box-plan/not-empty", test_not_empty);
  g_test_add_func ("/box-plan/no-home", test_no_home);
  g_test_add_func ("/box-plan/fresh", test_fresh);
  g_test_add_func ("/box-plan/staged", test_staged);
  g_test_add_func ("/box-plan/inner", test_inner);
  g_test_add_func ("/box-plan/covers", test_covers);
  g_test_add_func ("/box-plan/hidden-mounts", test_hidden_mounts);
  g_test_add_func ("/box-plan/shared-mount", test_shared_mount);
  g_test_add_func ("/box-plan/directory", test_directory);
  g_test_add_func ("/box-plan/first", test_first);
  g_test_add_func ("/box-plan/problems", test_problems);
  g_test_add_func ("/box-plan/sealed", test_sealed);
  g_test_add_func ("/box-plan/left", test_left);
  g_test_add_func ("/box-plan/garbage", test_garbage);
  return g_test_run ();
}
