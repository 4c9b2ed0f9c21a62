/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include "paddock-path-crossing.h"
#include "paddock-path-object.h"
#include "paddock-path-open.h"
#include "paddock-reference.h"

#include "../support/test-tree.h"

#include <limits.h>
#include <sys/mount.h>

/* A tree of directories, files and links, and a reference, are made from the input; the tree both
 * on disk and as a model. What the resolver says must be what the model says, and what it gives
 * must be the file that the model found. The model is another way to the same answer: nodes that
 * know their parents, and no descriptors.
 *
 * Where mounting is allowed, two mounts lie below the root: "m", which is ordinary, and "k", of the
 * kernel's. "o" is Paddock's own. "z" is a directory in which there is a "z", and so on: deeper
 * than the resolver holds descriptors.
 *
 * The input: options, a root; for each node its kind, its place and its name, and for a link where
 * it leads; then the reference. */

#define MOST_OWN    20
#define DEPTH       70
#define MOST_NODES  (1 + 4 + DEPTH + MOST_OWN)
#define MOST_TEXT   500
#define MOST_LINKS  40
#define WRITE_CHECK 0x01
#define CROSSES     0x02
#define FILE_ROOT   0x04
#define WRONG_ROOT  0x08
#define OTHER_WAY   0x10
#define SMALL_LIMIT 0x20

typedef enum {
  NODE_DIRECTORY,
  NODE_FILE,
  NODE_LINK,
  NODE_FIFO,
  NODE_HARD_LINK,
  N_NODES,
} NodeKind;

typedef struct Node {
  NodeKind     kind;
  struct Node *parent;            /* (nullable) of the root */
  const char  *name;
  char        *path;              /* (owned) below the root */
  char        *target;            /* (owned) (nullable) of a link */
  guint        contents;          /* of a file: a number */
  int          mount;             /* 0: the root's, 1: another, 2: of the kernel */
} Node;

/* Made once, and kept for all inputs. */
typedef struct {
  char          *base;            /* (owned) */
  char          *root;            /* (owned) */
  int            fd;              /* (owned) of the root */
  PaddockPlaces *places;          /* (owned) */
  gboolean       has_mounts;
} Stage;

/* Of one input. */
typedef struct {
  const Stage   *stage;
  const uint8_t *data;
  size_t         size;
  guint          options;
  Node           nodes[MOST_NODES];
  guint          n_nodes;
  guint          n_fixed;         /* of them: the root, and what is the stage's */
} World;

/* What one way to a file has used up. */
typedef struct {
  guint links;
  guint mounts;                   /* entered, one that it comes to again counted again */
} Bounds;

static const char * const names[] = {
  "a", "b", "c", "d", "...", ".a", "\xff", "x y", "%2e", "A", "aa", "(deleted)", "a (deleted)",
};

static Stage stage;

/* The chain of directories, made or removed. */
static void
change_depth (gboolean is_made)
{
  for (guint i = 1; i <= DEPTH; i++) {
    g_autoptr (GString) path = g_string_new (stage.root);

    for (guint depth = is_made ? i : DEPTH + 1 - i; depth > 0; depth--)
      g_string_append (path, "/z");
    g_assert_cmpint (is_made ? mkdir (path->str, 0700) : rmdir (path->str), ==, 0);
  }
}

static void
leave_stage (void)
{
  change_depth (FALSE);
  if (stage.has_mounts)
    umount2 (stage.base, MNT_DETACH);
  g_rmdir (stage.root);
  g_rmdir (stage.base);
}

static void
make_mounts (void)
{
  g_autofree char *ordinary = g_build_filename (stage.root, "m", NULL);
  g_autofree char *kernel = g_build_filename (stage.root, "k", NULL);
  g_autofree char *file = g_build_filename (ordinary, "a", NULL);
  g_autofree char *link = g_build_filename (ordinary, "u", NULL);

  g_assert_cmpint (mkdir (stage.root, 0700), ==, 0);
  g_assert_cmpint (mkdir (ordinary, 0700), ==, 0);
  g_assert_cmpint (mkdir (kernel, 0700), ==, 0);
  g_assert_cmpint (mount ("none", ordinary, "tmpfs", 0, NULL), ==, 0);
  g_assert_cmpint (mount ("/proc", kernel, NULL, MS_BIND | MS_REC, NULL), ==, 0);
  g_assert_true (g_file_set_contents (file, "1000", -1, NULL));
  g_assert_cmpint (symlink ("..", link), ==, 0);
}

static void
enter_stage (void)
{
  g_autofree char *own = NULL;
  const char *all_own[] = { NULL, NULL };

  stage.base = g_dir_make_tmp ("paddock-fuzz-XXXXXX", NULL);
  g_assert_nonnull (stage.base);
  stage.root = g_build_filename (stage.base, "root", NULL);
  own = g_build_filename (stage.root, "o", NULL);
  all_own[0] = own;
  stage.places = paddock_places_new ("/nobody", "ann", all_own);

  stage.has_mounts = enter_namespace () &&
                     mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                     mount ("none", stage.base, "tmpfs", 0, NULL) == 0;
  if (stage.has_mounts)
    make_mounts ();
  else
    g_assert_cmpint (mkdir (stage.root, 0700), ==, 0);
  change_depth (TRUE);
  stage.fd = open (stage.root, O_PATH | O_CLOEXEC);
  g_assert_cmpint (stage.fd, >=, 0);
  atexit (leave_stage);
}

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
  node->mount = parent != NULL ? parent->mount : 0;
  node->path = parent == NULL || parent->path[0] == '\0'
                 ? g_strdup (name) : g_strconcat (parent->path, "/", name, NULL);
  return node;
}

static Node *
find_child (World      *world,
            const Node *parent,
            const char *name,
            size_t      length)
{
  for (guint i = 1; i < world->n_nodes; i++)
    if (world->nodes[i].parent == parent && strlen (world->nodes[i].name) == length &&
        memcmp (world->nodes[i].name, name, length) == 0)
      return &world->nodes[i];

  return NULL;
}

/* The root, or one of the nodes that the input has made. */
static Node *
pick (World   *world,
      uint8_t  byte)
{
  guint which = byte % (world->n_nodes - world->n_fixed + 1);

  return &world->nodes[which > 0 ? world->n_fixed + which - 1 : 0];
}

/* Text up to a NUL or the end. */
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

/* One node, on disk and in the model, if its place is free. */
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

static void
make_world (World *world)
{
  Node *root = add_node (world, NODE_DIRECTORY, NULL, "");
  Node *deepest = root;
  guint count;

  if (world->stage->has_mounts) {
    Node *ordinary = add_node (world, NODE_DIRECTORY, root, "m");
    Node *kernel = add_node (world, NODE_DIRECTORY, root, "k");

    ordinary->mount = 1;
    kernel->mount = 2;
    add_node (world, NODE_FILE, ordinary, "a")->contents = 1000;
    add_node (world, NODE_LINK, ordinary, "u")->target = g_strdup ("..");
  }
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

/* One name below @at: ALLOWED with *@out_at set, or why not. */
static PaddockReadVerdict
model_step (World       *world,
            Bounds      *bounds,
            Node        *at,
            const char  *name,
            size_t       length,
            Node       **out_at)
{
  *out_at = NULL;
  if (at->parent == NULL && length == 1 && name[0] == 'o')
    return PADDOCK_READ_OUTSIDE;
  *out_at = find_child (world, at, name, length);
  if (*out_at == NULL)
    return PADDOCK_READ_MISSING;
  if ((*out_at)->mount == at->mount)
    return PADDOCK_READ_ALLOWED;
  if ((world->options & CROSSES) == 0)
    return PADDOCK_READ_OTHER_FILE_SYSTEM;
  if (++bounds->mounts > PADDOCK_PATH_CROSSINGS)
    return PADDOCK_READ_LINK_REFUSED;
  return (*out_at)->mount == 2 ? PADDOCK_READ_OUTSIDE : PADDOCK_READ_ALLOWED;
}

/* The model's resolver: recursive where the other one rewrites its text. @is_whole: nothing comes
 * behind @text, not even a slash. */
static PaddockReadVerdict
model_resolve (World       *world,
               Node       **at,
               const char  *text,
               Bounds      *bounds,
               gboolean     is_whole)
{
  while (*text != '\0') {
    size_t slashes = strspn (text, "/");
    size_t length = strcspn (text + slashes, "/");
    const char *name = text + slashes;
    gboolean is_last = is_whole && name[length] == '\0';
    PaddockReadVerdict verdict;
    Node *next;

    text = name + length;
    if (length == 0 || (length == 1 && name[0] == '.'))
      continue;
    if (length == 2 && memcmp (name, "..", 2) == 0) {
      if ((*at)->parent == NULL)
        return PADDOCK_READ_OUTSIDE;
      *at = (*at)->parent;
      continue;
    }

    verdict = model_step (world, bounds, *at, name, length, &next);
    if (verdict != PADDOCK_READ_ALLOWED)
      return verdict;
    if (next->kind == NODE_LINK) {
      if (++bounds->links > MOST_LINKS)
        return PADDOCK_READ_LINK_REFUSED;
      if (next->target[0] == '/')
        return PADDOCK_READ_OUTSIDE;
      verdict = model_resolve (world, at, next->target, bounds, is_last);
      if (verdict != PADDOCK_READ_ALLOWED)
        return verdict;
      continue;
    }
    if (next->kind != NODE_DIRECTORY && !is_last)
      return PADDOCK_READ_MISSING;
    *at = next;
  }

  return PADDOCK_READ_ALLOWED;
}

static PaddockReadVerdict
model_find (World       *world,
            const char  *rest,
            Node       **out_node)
{
  Bounds bounds = { 0 };
  PaddockReadVerdict verdict;

  *out_node = &world->nodes[0];
  verdict = model_resolve (world, out_node, rest, &bounds, TRUE);
  if (verdict == PADDOCK_READ_ALLOWED && (*out_node)->kind != NODE_FILE)
    verdict = PADDOCK_READ_NOT_A_FILE;
  return verdict;
}

/* Whether something could be made under the last name of @rest. */
static PaddockReadVerdict
model_find_place (World      *world,
                  const char *rest)
{
  const char *slash = strrchr (rest, '/');
  const char *name = slash != NULL ? slash + 1 : rest;
  g_autofree char *parent = slash != NULL ? g_strndup (rest, (gsize) (slash - rest))
                                          : g_strdup ("");
  PaddockReadVerdict verdict;
  Bounds bounds = { 0 };
  Node *at = &world->nodes[0];

  if (name[0] == '\0' || g_str_equal (name, ".") || g_str_equal (name, ".."))
    return PADDOCK_READ_MISSING;
  verdict = model_resolve (world, &at, parent, &bounds, TRUE);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;
  if (at->kind != NODE_DIRECTORY || strlen (name) > NAME_MAX ||
      find_child (world, at, name, strlen (name)) != NULL)
    return PADDOCK_READ_MISSING;
  return PADDOCK_READ_ALLOWED;
}

/* What the model says of @rest below the directory that is the root. */
static PaddockReadVerdict
model_ask (World       *world,
           const char  *rest,
           Node       **out_node)
{
  PaddockReadVerdict verdict = model_find (world, rest, out_node);

  if (verdict == PADDOCK_READ_MISSING && (world->options & WRITE_CHECK) != 0)
    verdict = model_find_place (world, rest);
  return verdict;
}

/* By components: whether @path begins with those of @root. */
static gboolean
model_is_below (const char *path,
                const char *root)
{
  g_auto (GStrv) have = g_strsplit (path, "/", -1);
  g_auto (GStrv) want = g_strsplit (root + 1, "/", -1);
  guint n_same = 0;

  for (guint i = 0; have[i] != NULL && want[n_same] != NULL; i++) {
    if (have[i][0] == '\0' || g_str_equal (have[i], "."))
      continue;
    if (!g_str_equal (have[i], want[n_same]))
      return FALSE;
    n_same++;
  }
  return want[n_same] == NULL;
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
  PaddockReadVerdict verdict = paddock_path_read (root, opened, 0, G_MAXSIZE, limit, &bytes);

  g_assert_cmpint (verdict, ==, strlen (text) > limit ? PADDOCK_READ_TOO_LARGE
                                                      : PADDOCK_READ_ALLOWED);
  if (bytes != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
}

/* A reference: below the root as a path or a URI, with "$" for the root, or as it is. */
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

/* @root is a file: only that is inside, and it by its own name. */
static PaddockReadVerdict
model_ask_file (const char  *rest,
                Node        *root,
                Node       **out_node)
{
  *out_node = root;
  return rest[0] == '\0' ? PADDOCK_READ_ALLOWED : PADDOCK_READ_OUTSIDE;
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
  Node *node = NULL;

  if (paddock_reference_to_path (reference, strlen (reference), &path) != PADDOCK_READ_ALLOWED) {
    g_assert_null (path);
    return;
  }
  rest = paddock_reference_below (path, root->way);
  g_assert_cmpint (rest != NULL, ==, model_is_below (path, root->way));
  if (rest == NULL)
    return;

  expected = root_node->parent == NULL ? model_ask (world, rest, &node)
                                       : model_ask_file (rest, root_node, &node);
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
  if (opened.path != NULL)
    g_assert_true (paddock_path_is_within (opened.path, root->path));
  if (opened.fd >= 0)
    check_contents (world, root, &opened, node);
}

/* The root, which is the stage's or one of the files, as the options have it. */
static void
ask_below_root (World *world)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  g_autoptr (PaddockFileRecord) record = NULL;
  Node *node = pick (world, take (world));
  gboolean is_file = (world->options & FILE_ROOT) != 0 && node->kind == NODE_FILE;
  g_autofree char *way = is_file ? g_build_filename (world->stage->root, node->path, NULL)
                                 : g_strdup (world->stage->root);
  PaddockOpenRoot root = { way, way, NULL, (world->options & CROSSES) != 0 };

  if (!is_file)
    node = &world->nodes[0];
  g_assert_true (paddock_path_object_open (&object, way, FALSE));
  record = paddock_path_object_dup_record (&object, way, NULL);
  root.record = record;
  if ((world->options & WRONG_ROOT) != 0) {
    record->device++;
    record->kind = is_file ? PADDOCK_FILE_KIND_REGULAR : PADDOCK_FILE_KIND_DIRECTORY;
  }
  /* As in a sandbox; but then the place that is Paddock's own has another name. */
  if ((world->options & OTHER_WAY) != 0 && is_file)
    root.path = "/elsewhere/root";

  ask (world, &root, node);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  World world = { .stage = &stage, .data = data, .size = size };

  if (stage.base == NULL)
    enter_stage ();
  world.options = take (&world);
  make_world (&world);
  ask_below_root (&world);
  end_world (&world);
  return 0;
}
