/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"
#include "path-model.h"

#include "paddock-reference.h"

/* Makes a tree of directories, files and links from the input, and a reference. The tree exists on
 * disk and as a model. The resolver and the model must agree about the verdict and the file. The
 * model computes the answer in another way: its nodes know their parents, and it has no
 * descriptors.
 *
 * The input: two bytes of options, and a root. Then for each node its kind, place and name; for a
 * link, its target. Then the reference. */

#define MOST_TEXT 500

static const char * const names[] = {
  "a", "b", "c", "d", "...", ".a", "\xff", "x y", "%2e", "A", "aa", "(deleted)", "a (deleted)",
};

static uint8_t
take (World *world)
{
  if (world->size == 0)
    return 0;
  world->size--;
  return *world->data++;
}

static Node *
add_node (World      *world,
          NodeKind    kind,
          Node       *parent,
          const char *name)
{
  Node *node = &world->nodes[world->n_nodes++];

  node->kind = kind;
  node->parent = parent;
  node->name = name;
  node->mount = parent != NULL ? parent->mount : MOUNT_ROOT;
  node->path = parent == NULL || parent->path[0] == '\0'
                 ? g_strdup (name) : g_strconcat (parent->path, "/", name, NULL);
  return node;
}

/* The root, or one of the nodes so far. */
static Node *
pick (World   *world,
      uint8_t  byte)
{
  guint which = byte % (world->n_nodes - world->n_fixed + 1);

  return &world->nodes[which > 0 ? world->n_fixed + which - 1 : 0];
}

/* The text up to a NUL or the end. */
static char *
take_text (World *world)
{
  GString *text = g_string_new (NULL);
  char byte;

  while (text->len < MOST_TEXT && (byte = (char) take (world)) != '\0')
    g_string_append_c (text, byte);
  return g_string_free (text, FALSE);
}

static void
make_file (World *world,
           Node  *node)
{
  g_autofree char *text = NULL;
  int fd = openat (world->stage->fd, node->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  node->contents = world->n_nodes;
  text = g_strdup_printf ("%u", node->contents);
  g_assert_cmpint (write (fd, text, strlen (text)), ==, strlen (text));
  g_assert_cmpint (close (fd), ==, 0);
}

static void
make_hard_link (World   *world,
                Node    *node,
                uint8_t  which)
{
  const Node *other = pick (world, which);
  int fd = world->stage->fd;

  if (other->kind != NODE_FILE) {
    make_file (world, node);
  } else {
    g_assert_cmpint (linkat (fd, other->path, fd, node->path, 0), ==, 0);
    node->contents = other->contents;
  }
  node->kind = NODE_FILE;
}

/* Creates one node on disk and in the model, if its place is free. */
static void
make_node (World *world)
{
  NodeKind kind = (NodeKind) (take (world) % N_NODES);
  Node *parent = pick (world, take (world));
  const char *name = names[take (world) % G_N_ELEMENTS (names)];
  g_autofree char *target = kind == NODE_LINK ? take_text (world) : NULL;
  uint8_t which = kind == NODE_HARD_LINK ? take (world) : 0;
  Node *node;

  if (parent->kind != NODE_DIRECTORY ||
      find_child (world, parent, name, strlen (name)) != NULL ||
      (target != NULL && *target == '\0'))
    return;

  node = add_node (world, kind, parent, name);
  switch (kind) {
    case NODE_DIRECTORY:
      g_assert_cmpint (mkdirat (world->stage->fd, node->path, 0700), ==, 0);
      break;
    case NODE_FILE:
      make_file (world, node);
      break;
    case NODE_LINK:
      g_assert_cmpint (symlinkat (target, world->stage->fd, node->path), ==, 0);
      node->target = g_steal_pointer (&target);
      break;
    case NODE_FIFO:
      g_assert_cmpint (mkfifoat (world->stage->fd, node->path, 0600), ==, 0);
      break;
    case NODE_HARD_LINK:
      make_hard_link (world, node, which);
      break;
    case N_NODES:
    default:
      g_assert_not_reached ();
  }
}

static Node *
add_mount (World      *world,
           const char *name,
           MountKind   kind)
{
  Node *node = add_node (world, NODE_DIRECTORY, &world->nodes[0], name);

  node->mount = kind;
  return node;
}

/* Directories come before their contents. */
static void
add_folded (World *world)
{
  Node *directories[MANY_INODE + 1] = { NULL };

  directories[FOLD_ROOT_INODE] = add_mount (world, "f", MOUNT_FOLDS);
  for (guint i = 0; i < world->stage->folded->len; i++) {
    const FoldFile *file = &g_array_index (world->stage->folded, FoldFile, i);
    NodeKind kind = file->type == S_IFDIR ? NODE_DIRECTORY
                    : file->type == S_IFLNK ? NODE_LINK : NODE_FILE;
    Node *node = add_node (world, kind, directories[file->parent], file->name);

    directories[file->inode] = node;
    node->listing = file->listing;
    if (kind == NODE_LINK)
      node->target = g_strdup (file->text);
    else if (kind == NODE_FILE)
      node->contents = (guint) g_ascii_strtoull (file->text, NULL, 10);
  }
}

static void
make_world (World *world)
{
  static const struct { const char *name;
                        MountKind kind;
  } shown[] = {
    { "m", MOUNT_ORDINARY }, { "v", MOUNT_AGAIN },
  };
  Node *root = add_node (world, NODE_DIRECTORY, NULL, "");
  Node *deepest = root;
  guint count;

  if (world->stage->has_mounts) {
    add_mount (world, "k", MOUNT_REFUSED);
    add_mount (world, "w", MOUNT_REFUSED);
    for (gsize i = 0; i < G_N_ELEMENTS (shown); i++) {
      Node *node = add_mount (world, shown[i].name, shown[i].kind);

      add_node (world, NODE_FILE, node, "a")->contents = 1000;
      add_node (world, NODE_LINK, node, "u")->target = g_strdup ("..");
    }
  }
  if (world->stage->fold > 0)
    add_folded (world);
  for (guint i = 0; i < DEPTH; i++)
    deepest = add_node (world, NODE_DIRECTORY, deepest, "z");
  world->n_fixed = world->n_nodes;

  count = take (world) % (MOST_OWN + 1);
  for (guint i = 0; i < count && world->size > 0; i++)
    make_node (world);
}

static void
end_world (World *world)
{
  for (guint i = world->n_nodes; i > world->n_fixed; i--) {
    const Node *node = &world->nodes[i - 1];

    g_assert_cmpint (unlinkat (world->stage->fd, node->path,
                               node->kind == NODE_DIRECTORY ? AT_REMOVEDIR : 0), ==, 0);
  }
  for (guint i = 0; i < world->n_nodes; i++) {
    g_free (world->nodes[i].path);
    g_free (world->nodes[i].target);
  }
}

static void
check_contents (const World           *world,
                const PaddockOpenRoot *root,
                const PaddockOpened   *opened,
                const Node            *node)
{
  g_autofree char *text = g_strdup_printf ("%u", node->contents);
  gsize limit = (world->options & SMALL_LIMIT) != 0 ? 1 : 100;
  g_autoptr (GBytes) bytes = NULL;
  PaddockReadVerdict verdict = paddock_path_open_read (root, opened, 0, G_MAXSIZE, limit, &bytes);

  g_assert_cmpint (verdict, ==, strlen (text) > limit ? PADDOCK_READ_TOO_LARGE
                                                      : PADDOCK_READ_ALLOWED);
  if (bytes != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
}

/* A reference: a path or a URI inside the root, with "$" for the root, or any text. */
static char *
take_reference (World      *world,
                const char *root)
{
  uint8_t form = take (world) % 4;
  g_autofree char *text = g_strndup ((const char *) world->data, MIN (world->size, MOST_TEXT));
  g_auto (GStrv) parts = NULL;

  if (form == 0)
    return g_strconcat (root, "/", text, NULL);
  if (form == 1)
    return g_strconcat ("file://", root, "/", text, NULL);
  if (form == 2)
    return g_steal_pointer (&text);
  parts = g_strsplit (text, "$", -1);
  return g_strjoinv (root, parts);
}

/* Collects all names of @node in its directory, if it was found by another name; otherwise only its
 * own. Also what the other mount calls it. */
static void
check_names (const World           *world,
             const PaddockOpenRoot *root,
             const PaddockOpened   *opened,
             const Node            *node)
{
  g_autofree char *own = g_build_filename (root->path, node->path, NULL);
  guint n = 0;

  if (node->mount == MOUNT_AGAIN) {
    g_autofree char *other = g_build_filename (world->stage->root, "m", node->name, NULL);

    g_assert_true (g_strv_contains ((const char * const *) opened->names, other));
  }
  if (is_given_as_it_is (node)) {
    g_assert_cmpstr (opened->path, ==, own);
    return;
  }

  for (guint i = 0; i < world->n_nodes; i++) {
    g_autofree char *path = g_build_filename (root->path, world->nodes[i].path, NULL);

    if (world->nodes[i].parent != node->parent || world->nodes[i].contents != node->contents)
      continue;
    n++;
    g_assert_true (g_str_equal (opened->path, path) ||
                   g_strv_contains ((const char * const *) opened->names, path));
  }
  g_assert_cmpuint (n, ==, 1 + g_strv_length (opened->names));
}

static void
check_opened (World                 *world,
              const PaddockOpenRoot *root,
              const PaddockOpened   *opened,
              const Found           *found)
{
  gboolean is_below = found->node != NULL && found->node->parent != NULL && root->way == root->path;

  if (opened->verdict == PADDOCK_READ_OTHER_FILE_SYSTEM) {
    g_autofree char *met = found->met != NULL
                             ? g_build_filename (root->way, found->met->path, NULL) : NULL;

    g_assert_cmpstr (opened->met, ==, met);
  }
  if (opened->path != NULL)
    g_assert_true (paddock_path_text_is_within (opened->path, root->path));
  if (opened->fd < 0)
    return;

  check_contents (world, root, opened, found->node);
  g_assert_cmpint (opened->is_name_unsure, ==, found->is_unsure);
  if (is_below && !found->is_unsure && !g_str_equal (root->path, opened->path))
    check_names (world, root, opened, found->node);
}

static void
ask (World           *world,
     PaddockOpenRoot *root,
     Node            *root_node)
{
  g_autofree char *reference = take_reference (world, root->way);
  g_autofree char *path = NULL;
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  PaddockReadVerdict expected;
  const char *rest;
  Found found = { NULL };

  if (paddock_reference_to_path (reference, strlen (reference), &path) != PADDOCK_READ_ALLOWED) {
    g_assert_null (path);
    return;
  }
  rest = paddock_reference_below (path, root->way);
  g_assert_cmpint (rest != NULL, ==, model_is_below (path, root->way));
  if (rest == NULL)
    return;

  expected = root_node->parent == NULL ? model_ask (world, rest, &found)
                                       : model_ask_file (rest, root_node, &found);
  if ((world->options & WRONG_ROOT) != 0)
    expected = PADDOCK_READ_OUTSIDE;
  paddock_path_open_below (root, rest, world->stage->places,
                           (PaddockOpenFlags) (world->options & WRITE_CHECK), &opened);
  if (opened.verdict != expected)
    g_printerr ("“%s”: %s instead of %s\n", rest, paddock_read_verdict_to_nick (opened.verdict),
                paddock_read_verdict_to_nick (expected));
  g_assert_cmpint (opened.verdict, ==, expected);
  g_assert_cmpint (opened.fd >= 0, ==, expected == PADDOCK_READ_ALLOWED &&
                   (world->options & WRITE_CHECK) == 0);
  check_opened (world, root, &opened, &found);
}

/* The ids of the mounts that the options let the thread enter. */
static GArray *
list_entered (const World *world)
{
  static const struct { guint bit;
                        const char *name;
  } mounts[] = {
    { MAY_ENTER_M, "m" }, { MAY_ENTER_F, "f" },
  };
  GArray *entered = g_array_new (FALSE, FALSE, sizeof (int));

  for (gsize i = 0; i < G_N_ELEMENTS (mounts); i++) {
    g_autofree char *path = g_build_filename (world->stage->root, mounts[i].name, NULL);
    g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
    int mount;

    if ((world->limits & mounts[i].bit) == 0 || !paddock_path_object_open (&object, path, FALSE))
      continue;
    mount = paddock_path_object_get_mount (&object);
    g_array_append_val (entered, mount);
  }
  return entered;
}

/* Asks below the root that the options select: the stage's root or one of the files. */
static void
ask_below_root (World *world)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  g_autoptr (PaddockFileRecord) record = NULL;
  Node *node = pick (world, take (world));
  gboolean is_file = (world->options & FILE_ROOT) != 0 && node->kind == NODE_FILE;
  g_autofree char *way = is_file ? g_build_filename (world->stage->root, node->path, NULL)
                                 : g_strdup (world->stage->root);
  g_autoptr (GArray) entered = (world->limits & LIMITED) != 0 ? list_entered (world) : NULL;
  PaddockOpenRoot root = { way, way, NULL, (world->options & CROSSES) != 0, entered };

  if (!is_file)
    node = &world->nodes[0];
  g_assert_true (paddock_path_object_open (&object, way, FALSE));
  record = paddock_path_object_dup_record (&object, way, NULL);
  root.record = record;
  if ((world->options & WRONG_ROOT) != 0) {
    record->device++;
    record->kind = is_file ? PADDOCK_FILE_KIND_REGULAR : PADDOCK_FILE_KIND_DIRECTORY;
  }
  /* As in a sandbox. Then Paddock's own place has another path. */
  if ((world->options & OTHER_WAY) != 0 && is_file)
    root.path = "/elsewhere/root";

  ask (world, &root, node);
}

static gpointer
ask_without_newer_calls (gpointer data)
{
  World *world = data;

  forbid_newer_calls ((world->limits & EPERM_ALSO) != 0 ? EPERM : ENOSYS);
  ask_below_root (world);
  return NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  World world = { .stage = &stage, .data = data, .size = size };

  if (stage.base == NULL)
    enter_stage ();
  world.options = take (&world);
  world.limits = take (&world);
  make_world (&world);
  /* A thread can't remove its filter. */
  if ((world.limits & NO_OPENAT2) != 0 && stage.has_filters)
    g_thread_join (g_thread_new ("filtered", ask_without_newer_calls, &world));
  else
    ask_below_root (&world);
  end_world (&world);
  return 0;
}
