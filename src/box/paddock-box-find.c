/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-find.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paddock-box-error.h"
#include "paddock-box-programs.h"
#include "paddock-path-text.h"

/* Finds what a server's program needs besides the system, and runs nothing for it.
 *
 * It follows the program's links, its "#!" line and env(1), as the kernel would. Each place on this
 * way may lie in the installation of a known tool, which a table names, or in a virtual
 * environment. Then that folder is found; otherwise only the program's own file is. Of the
 * arguments, only a script counts: other paths there are folders that the user decides about.
 *
 * What a server can write must not widen what it can read. So a link, a "#!" line or a pyvenv.cfg
 * in a folder that the server can write leads only to what the table names.
 *
 * A project may come from anywhere, and must not choose what else of the home can be read. So what
 * it has of such things leads out of it only to installations.
 */

/* The kernel reads no more of a "#!" line. */
#define LINE_MAX_BYTES 256
/* The most that is read of a pyvenv.cfg. */
#define CONFIGURATION_MAX 4096
/* How many programs are looked at: interpreters, each with env(1), and Pythons. */
#define PROGRAMS_MAX 16

typedef struct {
  const PaddockBoxFindOptions *options;
  PaddockBoxFind *found;            /* (owned) */
  GPtrArray      *bases;            /* (owned) Base */
  GHashTable     *seen;             /* (owned) char *: paths of programs */
  GPtrArray      *alone;            /* (owned) PaddockBoxFinding: programs that no folder has */
  gboolean        is_led;           /* something that the server can write led here */
  gboolean        has_led_words;    /* the command that runs at the end came from such a thing */
  char           *project;          /* (owned) (nullable) that of the first "#!" line */
  const char     *limit;            /* (nullable) the project that led here, and not out of it */
  guint           n_direct;         /* how many of the places of follow() no project chose */
  guint           n_given;          /* how many words at the end the command line has */
} Search;

/* Where tools install programs. A program in such a place has its whole installation. */
static const struct {
  const char *variable;             /* (nullable) says where the tool's folder is */
  const char *folder;               /* where it is otherwise, below the home */
  const char *inside;               /* the installation in that folder: "*" is any name */
} layouts[] = {
  { "NVM_DIR", ".nvm", "versions/node/*" },
  { "MISE_DATA_DIR", ".local/share/mise", "installs/*/*" },
  { "ASDF_DATA_DIR", ".asdf", "installs/*/*" },
  { "FNM_DIR", ".local/share/fnm", "node-versions/*" },
  { NULL, ".fnm", "node-versions/*" },
  { "VOLTA_HOME", ".volta", "" },
  { "PYENV_ROOT", ".pyenv", "versions/*" },
  { "BUN_INSTALL", ".bun", "bin" },
  { "BUN_INSTALL", ".bun", "install/global" },
  { "DENO_INSTALL", ".deno", "bin" },
  { "CARGO_HOME", ".cargo", "bin" },
  { "GOPATH", "go", "bin" },
  { "GOBIN", "go/bin", "" },
  { "UV_PYTHON_INSTALL_DIR", ".local/share/uv/python", "*" },
  { "UV_TOOL_DIR", ".local/share/uv/tools", "*" },
  { "PIPX_HOME", ".local/share/pipx", "venvs/*" },
  { NULL, ".local/pipx", "venvs/*" },
};

/* The folders of programs that start a tool, which then decides what to run. */
static const struct {
  const char *variable;
  const char *folder;
  const char *tool;
} shims[] = {
  { "ASDF_DATA_DIR", ".asdf", "asdf" },
  { "PYENV_ROOT", ".pyenv", "pyenv" },
  { "MISE_DATA_DIR", ".local/share/mise", "mise" },
};

typedef struct {
  char       *path;                 /* (owned) without links */
  const char *inside;
} Base;

static void
base_free (gpointer data)
{
  Base *base = data;

  g_free (base->path);
  g_free (base);
}

static void
finding_free (gpointer data)
{
  PaddockBoxFinding *finding = data;

  g_free (finding->path);
  g_free (finding);
}

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->found, paddock_box_find_free);
  g_ptr_array_unref (self->bases);
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->alone);
  g_free (self->project);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
refuse (const Search  *self,
        GError       **error,
        const char    *path,
        const char    *why)
{
  g_autofree char *shown = paddock_box_programs_dup_shown (path, self->options->home);

  g_set_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM, "%s %s", shown, why);
  return FALSE;
}

/* Whether each box has what is at @path, or none ever may have it. */
static gboolean
is_system (const char *path)
{
  static const char * const places[] = { "/proc", "/sys", "/dev", "/etc" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (paddock_path_text_is_within (path, places[i]))
      return TRUE;
  return paddock_path_text_is_in_system (path) || g_str_has_prefix (path, "/lib") ||
         paddock_path_text_is_within (path, "/bin") || paddock_path_text_is_within (path, "/sbin");
}

/* Whether @path holds more than a program: the files of the user, or of all programs. */
static gboolean
is_too_large (const Search *self,
              const char   *path)
{
  static const char * const names[] = {
    ".config", ".local", ".local/bin", ".local/share", ".local/state", ".cache", "bin",
    "Desktop", "Documents", "Downloads",
  };
  const char *home = self->options->home;

  if (paddock_path_text_is_within (home, path) || strrchr (path, '/') == path)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *large = g_build_filename (home, names[i], NULL);

    if (g_str_equal (path, large))
      return TRUE;
  }
  for (int i = 0; i < G_USER_N_DIRECTORIES; i++) {
    const char *large = g_get_user_special_dir ((GUserDirectory) i);

    if (large != NULL && paddock_path_text_is_within (large, path))
      return TRUE;
  }
  return FALSE;
}

static const PaddockBoxFolder *
find_folder (const Search *self,
             const char   *path)
{
  const PaddockBoxFolder *nearest = NULL;

  for (guint i = 0; i < self->options->folders->len; i++) {
    const PaddockBoxFolder *folder = self->options->folders->pdata[i];

    if (paddock_path_text_is_within (path, folder->path) &&
        (nearest == NULL || strlen (folder->path) > strlen (nearest->path)))
      nearest = folder;
  }
  return nearest;
}

/* Whether the server could have written what is at @path, maybe in an earlier box. */
static gboolean
is_writable (const Search *self,
             const char   *path)
{
  for (guint i = 0; i < self->options->folders->len; i++) {
    const PaddockBoxFolder *folder = self->options->folders->pdata[i];

    if (folder->is_writable && paddock_path_text_is_within (path, folder->path))
      return TRUE;
  }
  return FALSE;
}

static gboolean
has (const Search *self,
     const char   *path)
{
  if (is_system (path) || find_folder (self, path) != NULL)
    return TRUE;
  for (guint i = 0; i < self->found->findings->len; i++)
    if (paddock_path_text_is_within (path,
                                     ((PaddockBoxFinding *) self->found->findings->pdata[i])->path))
      return TRUE;
  return FALSE;
}

static PaddockBoxFinding *
finding_new (const char           *path,
             PaddockBoxFindReason  reason)
{
  PaddockBoxFinding *finding = g_new0 (PaddockBoxFinding, 1);

  finding->path = g_strdup (path);
  finding->reason = reason;
  return finding;
}

/* An outer path takes the place of those in it. */
static void
add (Search               *self,
     const char           *path,
     PaddockBoxFindReason  reason)
{
  GPtrArray *findings = self->found->findings;

  if (has (self, path))
    return;
  for (guint i = findings->len; i > 0; i--)
    if (paddock_path_text_is_within (((PaddockBoxFinding *) findings->pdata[i - 1])->path, path))
      g_ptr_array_remove_index (findings, i - 1);
  g_ptr_array_add (findings, finding_new (path, reason));
}

static void
add_base (Search     *self,
          const char *path,
          const char *inside)
{
  char *real = g_path_is_absolute (path) ? realpath (path, NULL) : NULL;

  /* A tool that is in the home itself would make each folder there an installation. */
  if (real != NULL && !is_too_large (self, real)) {
    Base *base = g_new0 (Base, 1);

    base->path = g_strdup (real);
    base->inside = inside;
    g_ptr_array_add (self->bases, base);
  }
  free (real);
}

/* Adds the places where a tool's folder may be. */
static void
add_bases (Search     *self,
           const char *variable,
           const char *folder,
           const char *inside)
{
  char **environment = (char **) self->options->environment;
  const char *value = variable != NULL ? g_environ_getenv (environment, variable) : NULL;
  const char *data = g_environ_getenv (environment, "XDG_DATA_HOME");
  g_autofree char *usual = g_build_filename (self->options->home, folder, NULL);
  g_auto (GStrv) places = g_strsplit (value != NULL ? value : "", ":", -1);

  add_base (self, usual, inside);
  for (gsize i = 0; places[i] != NULL; i++)
    add_base (self, places[i], inside);
  if (data != NULL && g_str_has_prefix (folder, ".local/share/")) {
    g_autofree char *other = g_build_filename (data, folder + strlen (".local/share/"), NULL);

    add_base (self, other, inside);
  }
}

/* Returns the installation with @place; NULL if the table names none. */
static char *
dup_installation (const Search *self,
                  const char   *place)
{
  for (guint i = 0; i < self->bases->len; i++) {
    const Base *base = self->bases->pdata[i];
    const char *rest = place + strlen (base->path);
    g_auto (GStrv) names = NULL;
    gboolean is_there = TRUE;

    if (!paddock_path_text_is_within (place, base->path) || g_str_equal (place, base->path))
      continue;
    names = g_strsplit (base->inside, "/", -1);
    for (gsize j = 0; names[j] != NULL && is_there; j++) {
      gsize length = *rest == '/' ? strcspn (rest + 1, "/") : 0;

      is_there = length > 0 && (g_str_equal (names[j], "*") ||
                                (length == strlen (names[j]) &&
                                 strncmp (rest + 1, names[j], length) == 0));
      rest += is_there ? length + 1 : 0;
    }
    if (is_there)
      return g_strndup (place, rest - place);
  }
  return NULL;
}

static gboolean
is_file (const char *directory,
         const char *name)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  struct stat info;

  return lstat (path, &info) == 0 && S_ISREG (info.st_mode);
}

/* Returns the folder above the "bin" that @place is in, if it has the file @mark; otherwise
 * NULL. */
static char *
dup_marked (const char *place,
            const char *mark)
{
  g_autofree char *directory = g_path_get_dirname (place);
  g_autofree char *above = g_path_get_dirname (directory);

  return is_file (above, mark) ? g_steal_pointer (&above) : NULL;
}

/* Returns /opt/NAME, if @place is below it; otherwise NULL. */
static char *
dup_optional (const char *place)
{
  gsize length = strlen ("/opt/");

  if (!g_str_has_prefix (place, "/opt/") || strchr (place + length, '/') == NULL)
    return NULL;
  return g_strndup (place, length + strcspn (place + length, "/"));
}

/* Reads at most @size - 1 bytes, and no device. Returns how many; -1: none can be read. */
static gssize
read_start (const char *path,
            char       *text,
            gsize       size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  struct stat info;
  gssize length = -1;

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    length = read (fd, text, size - 1);
  if (fd >= 0)
    close (fd);
  text[MAX (length, 0)] = '\0';
  return length;
}

static void
add_link (Search     *self,
          const char *path,
          const char *target)
{
  gboolean is_known = FALSE;
  PaddockBoxLink *link;

  if (has (self, path))
    return;
  for (guint i = 0; i < self->found->links->len; i++)
    if (g_str_equal (((PaddockBoxLink *) self->found->links->pdata[i])->path, path))
      return;
  for (guint i = 0; self->is_led && i < self->bases->len && !is_known; i++)
    is_known = paddock_path_text_is_within (path, ((Base *) self->bases->pdata[i])->path);
  if (self->is_led && !is_known)
    return;
  link = g_new0 (PaddockBoxLink, 1);
  link->path = g_strdup (path);
  link->target = g_strdup (target);
  g_ptr_array_add (self->found->links, link);
}

/* Returns the nearest folder from @folder upwards that a project begins with; NULL if there is
 * none. */
static char *
dup_beginning (const Search *self,
               const char   *folder)
{
  static const char * const marks[] = { "package.json", "pyproject.toml", "go.mod", ".git" };
  g_autofree char *at = g_strdup (folder);

  while (!is_too_large (self, at)) {
    char *above;

    for (gsize i = 0; i < G_N_ELEMENTS (marks); i++) {
      g_autofree char *mark = g_build_filename (at, marks[i], NULL);
      struct stat info;

      /* A link counts: the folder must not grow by it. */
      if (lstat (mark, &info) == 0 &&
          (S_ISREG (info.st_mode) || S_ISLNK (info.st_mode) ||
           (S_ISDIR (info.st_mode) && g_str_equal (marks[i], ".git"))))
        return g_steal_pointer (&at);
    }
    above = g_path_get_dirname (at);
    g_free (at);
    at = above;
  }
  return NULL;
}

/* Returns the project that @path is in, if it is one of the home; otherwise NULL. */
static char *
dup_project_around (const Search *self,
                    const char   *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return paddock_path_text_is_within (folder, self->options->home)
         ? dup_beginning (self, folder) : NULL;
}

static void
add_place (Search     *self,
           GPtrArray  *places,
           const char *place,
           const char *limit)
{
  gboolean is_direct = self->n_direct == places->len &&
                       (limit == NULL || paddock_path_text_is_within (place, limit));

  self->n_direct += is_direct;
  g_ptr_array_add (places, g_strdup (place));
}

/* Follows the links in an absolute path. Adds to @places what each link that stands for the whole
 * path is called, and at the end the path without links. Returns %FALSE with an error if there are
 * too many links. */
static gboolean
follow (Search      *self,
        const char  *path,
        GPtrArray   *places,
        GError     **error)
{
  g_autoptr (GString) at = g_string_new (NULL);
  g_autofree char *all = g_strdup (path);
  g_autofree char *limit = g_strdup (self->limit);
  const char *rest = all;
  guint n_links = 0;

  self->n_direct = 0;
  while (*(rest += strspn (rest, "/")) != '\0') {
    gsize length = strcspn (rest, "/");
    gsize before = at->len;
    g_autofree char *target = NULL;

    if (length == 2 && g_str_has_prefix (rest, "..")) {
      g_string_truncate (at, at->len > 0 ? (gsize) (strrchr (at->str, '/') - at->str) : 0);
    } else if (length != 1 || *rest != '.') {
      g_string_append_c (at, '/');
      g_string_append_len (at, rest, (gssize) length);
      target = g_file_read_link (at->str, NULL);
    }
    rest += length;
    if (target == NULL)
      continue;
    if (++n_links > PADDOCK_BOX_FIND_LINKS_MAX)
      return refuse (self, error, path, "leads through too many links");
    add_link (self, at->str, target);
    self->is_led |= is_writable (self, at->str);
    if (rest[strspn (rest, "/")] == '\0')
      add_place (self, places, at->str, limit);
    if (limit == NULL)
      limit = dup_project_around (self, at->str);
    g_string_truncate (at, *target == '/' ? 0 : before);
    rest = g_strconcat (target, "/", rest, NULL);
    g_free (all);
    all = (char *) rest;
  }
  add_place (self, places, at->len > 0 ? at->str : "/", limit);
  return TRUE;
}

static gboolean
check_shim (Search      *self,
            const char  *place,
            GError     **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shims); i++) {
    const char *value = g_environ_getenv ((char **) self->options->environment, shims[i].variable);
    g_autofree char *usual = g_build_filename (self->options->home, shims[i].folder, NULL);
    g_autofree char *folder = g_build_filename (value != NULL ? value : usual, "shims", NULL);
    char *real = realpath (folder, NULL);
    gboolean is_shim = real != NULL && paddock_path_text_is_within (place, real);
    g_autofree char *shown = NULL;
    g_autofree char *why = NULL;

    free (real);
    if (!is_shim)
      continue;
    shown = paddock_box_programs_dup_shown (value != NULL ? value : usual, self->options->home);
    why = g_strdup_printf ("lets %s choose a program, so Paddock can’t find it. Start the "
                           "program itself, or add --confine-read %s", shims[i].tool, shown);
    return refuse (self, error, place, why);
  }
  return TRUE;
}

static gboolean look_at_program (Search *self, const char *path, PaddockBoxFindReason reason,
                                 char **out_real, GError **error);

/* Finds the Python of a virtual environment, which its file names. */
static gboolean
look_at_python (Search      *self,
                const char  *environment,
                GError     **error)
{
  static const char * const names[] = { "python3", "python" };
  g_autofree char *path = g_build_filename (environment, "pyvenv.cfg", NULL);
  g_autofree char *text = g_malloc (CONFIGURATION_MAX);
  g_autofree char *project = dup_project_around (self, path);
  g_auto (GStrv) lines = NULL;
  const char *limit = self->limit;
  gboolean was_led = self->is_led;
  gboolean is_found = FALSE;
  gboolean may_go_on = TRUE;

  if (read_start (path, text, CONFIGURATION_MAX) < 0)
    return TRUE;
  self->is_led |= is_writable (self, path);
  self->limit = project != NULL ? project : environment;
  lines = g_strsplit (text, "\n", -1);
  for (gsize i = 0; lines[i] != NULL && !is_found; i++) {
    char *value = strchr (lines[i], '=');

    if (value == NULL)
      continue;
    *value++ = '\0';
    if (g_ascii_strcasecmp (g_strstrip (lines[i]), "home") != 0 ||
        !g_path_is_absolute (g_strstrip (value)))
      continue;
    for (gsize j = 0; j < G_N_ELEMENTS (names) && !is_found; j++) {
      g_autofree char *python = g_build_filename (value, names[j], NULL);

      is_found = g_file_test (python, G_FILE_TEST_IS_REGULAR);
      if (is_found)
        may_go_on = look_at_program (self, python, PADDOCK_BOX_FIND_INTERPRETER, NULL, error);
    }
  }
  self->is_led = was_led;
  self->limit = limit;
  return may_go_on;
}

/* Returns the project that begins in the folder with a virtual environment: that may have only a
 * link to it. Returns @environment if there is none. */
static char *
dup_whole (const char *environment)
{
  g_autofree char *above = g_path_get_dirname (environment);

  return is_file (above, "pyproject.toml") ? g_steal_pointer (&above) : g_strdup (environment);
}

/* Finds the folder that a program was installed into. @is_direct: no project chose it */
static gboolean
look_at_place (Search                *self,
               const char            *place,
               gboolean               is_direct,
               PaddockBoxFindReason   reason,
               GError               **error)
{
  g_autofree char *environment = dup_marked (place, "pyvenv.cfg");
  g_autofree char *prefix = NULL;

  if (is_system (place))
    return TRUE;
  if (!has (self, place) && !check_shim (self, place, error))
    return FALSE;
  prefix = dup_installation (self, place);
  if (prefix == NULL && !self->is_led)
    prefix = environment != NULL ? (is_direct ? dup_whole (environment) : NULL)
                                 : dup_marked (place, "conda-meta/history");
  if (prefix == NULL && !self->is_led)
    prefix = dup_optional (place);
  if (prefix != NULL && environment != NULL && is_too_large (self, prefix)) {
    g_free (prefix);
    prefix = g_strdup (environment);
  }
  if (prefix != NULL && !has (self, place) && !is_too_large (self, prefix))
    add (self, prefix, environment != NULL ? PADDOCK_BOX_FIND_ENVIRONMENT : reason);
  return environment == NULL || !has (self, place) || look_at_python (self, environment, error);
}

/* @out_real: (out) (optional) (nullable): the program's file; %NULL: there is none */
static gboolean
look_at_program (Search                *self,
                 const char            *path,
                 PaddockBoxFindReason   reason,
                 char                 **out_real,
                 GError               **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  struct stat info;
  const char *real;
  guint n_direct;

  if (!follow (self, path, places, error))
    return FALSE;
  n_direct = self->n_direct;
  real = places->pdata[places->len - 1];
  if (lstat (real, &info) != 0 || !S_ISREG (info.st_mode))
    return TRUE;
  if (out_real != NULL)
    *out_real = g_strdup (real);
  if (g_hash_table_size (self->seen) >= PROGRAMS_MAX ||
      !g_hash_table_add (self->seen, g_strdup (path)))
    return TRUE;
  for (guint i = 0; i < places->len; i++)
    if (!look_at_place (self, places->pdata[i], i < n_direct, reason, error))
      return FALSE;
  if (!self->is_led && n_direct == places->len && !has (self, real) &&
      paddock_path_text_is_within (real, self->options->home))
    g_ptr_array_add (self->alone, finding_new (real, reason));
  return TRUE;
}

/* Reads what a script's first line starts. Returns %FALSE with an error if the kernel would cut
 * this line. @out_words: (out) (nullable) (transfer full): %NULL: it is no script */
static gboolean
read_interpreter (Search      *self,
                  const char  *path,
                  GStrv       *out_words,
                  GError     **error)
{
  char text[LINE_MAX_BYTES + 1];
  gssize length = read_start (path, text, sizeof text);
  char *line = text + strlen ("#!");
  char *argument;
  gsize size;

  *out_words = NULL;
  if (length < 2 || !g_str_has_prefix (text, "#!"))
    return TRUE;
  size = strcspn (line, "\n");
  if (length == LINE_MAX_BYTES && line[size] == '\0')
    return refuse (self, error, path, "has a “#!” line that is too long");
  line[size] = '\0';
  g_strstrip (line);
  size = strcspn (line, " \t");
  argument = line[size] != '\0' ? line + size + 1 : line + size;
  line[size] = '\0';
  if (g_path_is_absolute (line)) {
    const char * const words[] = { line, *g_strchug (argument) != '\0' ? argument : NULL, NULL };

    *out_words = g_strdupv ((char **) words);
  }
  return TRUE;
}

static GPtrArray *
words_new (void)
{
  return g_ptr_array_new_null_terminated (4, g_free, TRUE);
}

static void
add_words (GPtrArray          *words,
           const char * const *more)
{
  for (gsize i = 0; more != NULL && more[i] != NULL; i++)
    g_ptr_array_add (words, g_strdup (more[i]));
}

/* Returns the command that env(1) runs, maybe without words. */
static GPtrArray *
dup_after_env (const char * const *argv)
{
  GPtrArray *words = words_new ();

  for (gsize i = 1; argv[i] != NULL; i++) {
    const char *word = argv[i];
    const char *split = NULL;
    g_auto (GStrv) parts = NULL;

    if (g_str_equal (word, "-S") || g_str_equal (word, "--split-string"))
      split = argv[i + 1] != NULL ? argv[++i] : "";
    else if (g_str_has_prefix (word, "-S") || g_str_has_prefix (word, "-vS"))
      split = strchr (word, 'S') + 1;
    else if (g_str_has_prefix (word, "--split-string="))
      split = strchr (word, '=') + 1;
    if (split != NULL) {
      g_autoptr (GPtrArray) inner = words_new ();

      g_ptr_array_add (inner, g_strdup ("env"));
      g_shell_parse_argv (split, NULL, &parts, NULL);
      add_words (inner, (const char * const *) parts);
      add_words (inner, argv + i + 1);
      g_ptr_array_unref (words);
      return dup_after_env ((const char * const *) inner->pdata);
    }
    if (g_str_equal (word, "-u") || g_str_equal (word, "--unset") || g_str_equal (word, "-C") ||
        g_str_equal (word, "--chdir")) {
      i += argv[i + 1] != NULL;
    } else if (*word != '-' && strchr (word, '=') == NULL) {
      add_words (words, argv + i);
      break;
    }
  }
  return words;
}

/* What programs make of their arguments. */
typedef struct {
  const char *name;                 /* also with a version behind it */
  const char *passed;               /* words, in commas, that come before the script */
  const char *stops;                /* options, in commas, after which there is no script */
  const char *values;               /* options, in commas, whose next word is no script */
  const char *scripts;              /* options, in commas, whose next word is another script */
  const char *folders;              /* options, in commas, whose value is the project's folder */
} Runner;

#define JAVASCRIPT_VALUES ",--env-file,--env-file-if-exists,--input-type,-C,--conditions,--title,"
#define UV_VALUES ",--with,--with-requirements,--with-editable,--env-file,--python,-p,--extra," \
  "--group,--index,--index-url,--default-index,--extra-index-url,--cache-dir,--config-file,--from,"

static const Runner runners[] = {
  { "node", ",", ",-e,--eval,-p,--print,", JAVASCRIPT_VALUES,
    ",-r,--require,--import,--loader,--experimental-loader,", "," },
  { "nodejs", ",", ",-e,--eval,-p,--print,", JAVASCRIPT_VALUES,
    ",-r,--require,--import,--loader,--experimental-loader,", "," },
  { "tsx", ",watch,", ",-e,--eval,", ",--env-file,--tsconfig,", ",-r,--require,--import,", "," },
  { "ts-node", ",", ",-e,--eval,", ",-P,--project,", ",-r,--require,", "," },
  { "bun", ",run,x,", ",-e,--eval,-p,--print,", ",--env-file,--config,-c,", ",-r,--preload,",
    ",--cwd," },
  { "deno", ",run,serve,", ",eval,", ",--env-file,-c,--config,--import-map,--lock,--cert,", ",",
    "," },
  { "python", ",", ",-c,-m,", ",-W,-X,--check-hash-based-pycs,", ",", "," },
  { "pypy", ",", ",-c,-m,", ",-W,-X,", ",", "," },
  { "uv", ",run,python,python3,mcp,fastmcp,", ",-m,--module,-c,", UV_VALUES, ",",
    ",--directory,--project," },
  { "mcp", ",run,dev,", ",", UV_VALUES, ",", "," },
  { "fastmcp", ",run,dev,", ",", UV_VALUES, ",", "," },
  { "ruby", ",", ",-e,", ",-I,-r,", ",", "," },
  { "perl", ",", ",-e,-E,", ",-I,", ",", "," },
  { "php", ",", ",-r,", ",-c,-d,", ",", "," },
  { "sh", ",", ",-c,-s,", ",-o,", ",", "," },
  { "dash", ",", ",-c,-s,", ",-o,", ",", "," },
  { "bash", ",", ",-c,-s,", ",-o,-O,--rcfile,--init-file,", ",", "," },
  { "zsh", ",", ",-c,-s,", ",-o,", ",", "," },
  { "java", ",", ",-cp,-classpath,--class-path,", ",", ",-jar,", "," },
  { "dotnet", ",exec,", ",", ",", ",", "," },
};

static gboolean
is_one_of (const char *list,
           const char *word)
{
  g_autofree char *wanted = g_strconcat (",", word, ",", NULL);

  return strchr (word, ',') == NULL && strstr (list, wanted) != NULL;
}

static const Runner *
find_runner (const char *program)
{
  g_autofree char *name = g_path_get_basename (program);

  for (gsize i = 0; i < G_N_ELEMENTS (runners); i++) {
    gsize length = strlen (runners[i].name);

    if (g_str_has_prefix (name, runners[i].name) &&
        strspn (name + length, "0123456789.") == strlen (name + length))
      return &runners[i];
  }
  return NULL;
}

/* Returns the nearest folder from @folder upwards that a project begins with; @folder if there is
 * none; NULL if that holds more than a program. */
static char *
dup_project (const Search *self,
             const char   *folder)
{
  char *project = dup_beginning (self, folder);

  if (project != NULL)
    return project;
  /* Outside the home, a folder alone may be anything. */
  return !is_too_large (self, folder) && paddock_path_text_is_within (folder, self->options->home)
         ? g_strdup (folder) : NULL;
}

/* Finds the project that a script is in, or a folder that an option names. */
static gboolean
look_at_script (Search      *self,
                const char  *word,
                gboolean     is_folder,
                GError     **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *project = NULL;
  g_autofree char *environment = NULL;
  PaddockBoxFindReason reason = PADDOCK_BOX_FIND_SCRIPT;
  struct stat info;
  const char *real;

  if (!g_path_is_absolute (word) && self->options->directory == NULL)
    return TRUE;
  path = g_path_is_absolute (word) ? g_strdup (word)
                                   : g_build_filename (self->options->directory, word, NULL);
  if (!follow (self, path, places, error))
    return FALSE;
  real = places->pdata[places->len - 1];
  if (lstat (real, &info) != 0 || (is_folder ? !S_ISDIR (info.st_mode) : !S_ISREG (info.st_mode)) ||
      self->is_led || self->n_direct < places->len || is_system (real))
    return TRUE;
  folder = is_folder ? g_strdup (real) : g_path_get_dirname (real);
  project = dup_project (self, folder);
  /* The script may be the program itself. Then nothing starts without it. */
  for (guint i = 0; i < self->alone->len; i++)
    if (g_str_equal (((PaddockBoxFinding *) self->alone->pdata[i])->path, real))
      reason = ((PaddockBoxFinding *) self->alone->pdata[i])->reason;
  if (!has (self, real)) {
    if (project != NULL)
      add (self, project, reason);
    else if (!is_folder)
      add (self, real, reason);
  }
  if (project == NULL)
    return TRUE;
  environment = g_build_filename (project, ".venv", NULL);
  return !has (self, environment) || look_at_python (self, environment, error);
}

static gboolean
look_at_arguments (Search              *self,
                   const Runner        *runner,
                   const char * const  *argv,
                   GError             **error)
{
  gsize first = g_strv_length ((char **) argv) - self->n_given;

  for (gsize i = 1; argv[i] != NULL; i++) {
    const char *word = argv[i];
    const char *value = *word == '-' ? strchr (word, '=') : NULL;
    g_autofree char *option = value != NULL ? g_strndup (word, value - word) : g_strdup (word);
    gboolean is_folder = is_one_of (runner->folders, option);

    self->is_led = FALSE;
    if (is_one_of (runner->stops, word))
      return TRUE;
    if (is_folder || is_one_of (runner->scripts, option)) {
      const char *what = value != NULL ? value + 1 : argv[i + 1];

      self->limit = i + (value == NULL) < first ? self->project : NULL;
      if (what != NULL && !look_at_script (self, what, is_folder, error))
        return FALSE;
      i += value == NULL && what != NULL;
    } else if (is_one_of (runner->values, word)) {
      i += argv[i + 1] != NULL;
    } else if (*word != '-' && !is_one_of (runner->passed, word)) {
      self->limit = i < first ? self->project : NULL;
      return look_at_script (self, word, FALSE, error);
    }
  }
  return TRUE;
}

/* Follows the program and its interpreters. @words: what was run last */
static gboolean
look_at_command (Search     *self,
                 GPtrArray **words,
                 GError    **error)
{
  PaddockBoxFindReason reason = PADDOCK_BOX_FIND_PROGRAM;
  guint n_interpreters = 0;

  self->n_given = (*words)->len;
  for (guint i = 0; i < PROGRAMS_MAX && (*words)->len > 0; i++) {
    const char * const *argv = (const char * const *) (*words)->pdata;
    g_autofree char *path =
      paddock_box_programs_find (argv[0], self->options->environment);
    g_autofree char *real = NULL;
    g_autofree char *name = NULL;
    g_auto (GStrv) interpreter = NULL;
    gboolean is_given = self->n_given == (*words)->len;
    gboolean may_go_on;
    GPtrArray *next;

    self->is_led = self->has_led_words;
    /* What has no path is found by the user's variable. */
    self->limit = !is_given && strchr (argv[0], '/') != NULL ? self->project : NULL;
    may_go_on = path == NULL || look_at_program (self, path, reason, &real, error);
    self->limit = NULL;
    if (path == NULL || !may_go_on)
      return may_go_on;
    if (real == NULL)
      return TRUE;
    name = g_path_get_basename (real);
    reason = PADDOCK_BOX_FIND_INTERPRETER;
    if (g_str_equal (name, "env") && is_system (real)) {
      next = dup_after_env (argv);
      self->n_given = is_given ? next->len : MIN (self->n_given, next->len);
    } else {
      if (!read_interpreter (self, real, &interpreter, error))
        return FALSE;
      if (interpreter == NULL)
        return TRUE;
      if (++n_interpreters > PADDOCK_BOX_FIND_INTERPRETERS_MAX)
        return refuse (self, error, path, "needs too many interpreters");
      self->has_led_words |= self->is_led || is_writable (self, real);
      if (self->project == NULL)
        self->project = dup_project_around (self, real);
      next = words_new ();
      add_words (next, (const char * const *) interpreter);
      g_ptr_array_add (next, g_strdup (path));
      add_words (next, argv + 1);
    }
    g_ptr_array_unref (*words);
    *words = next;
  }
  return TRUE;
}

static void
link_free (gpointer data)
{
  paddock_box_plan_free_link (data);
}

/**
 * paddock_box_find_new:
 *
 * Finds what the box of a command needs besides the system and the folders that it has. Blocks for
 * some system calls on the program, its script, and folders above. A program that is not there is
 * no error here: there is nothing to find.
 *
 * Returns: (transfer full) (nullable): what it found; %NULL with %PADDOCK_BOX_ERROR_PROGRAM and a
 *   message for the user if the program can't be followed
 */
PaddockBoxFind *
paddock_box_find_new (const PaddockBoxFindOptions  *options,
                      GError                      **error)
{
  g_auto (Search) self = { .options = options };
  g_autoptr (GPtrArray) words = words_new ();
  const Runner *runner;

  self.found = g_new0 (PaddockBoxFind, 1);
  self.found->findings = g_ptr_array_new_with_free_func (finding_free);
  self.found->links = g_ptr_array_new_with_free_func (link_free);
  self.bases = g_ptr_array_new_with_free_func (base_free);
  self.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.alone = g_ptr_array_new_with_free_func (finding_free);
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    add_bases (&self, layouts[i].variable, layouts[i].folder, layouts[i].inside);
  add_words (words, options->argv);
  if (!look_at_command (&self, &words, error))
    return NULL;
  runner = words->len > 0 ? find_runner (words->pdata[0]) : NULL;
  if (runner != NULL && !self.has_led_words &&
      !look_at_arguments (&self, runner, (const char * const *) words->pdata, error))
    return NULL;
  for (guint i = 0; i < self.alone->len; i++) {
    const PaddockBoxFinding *finding = self.alone->pdata[i];

    add (&self, finding->path, finding->reason);
  }
  /* A link in what was found is there already. */
  for (guint i = self.found->links->len; i > 0; i--)
    if (has (&self, ((PaddockBoxLink *) self.found->links->pdata[i - 1])->path))
      g_ptr_array_remove_index (self.found->links, i - 1);
  return g_steal_pointer (&self.found);
}

void
paddock_box_find_free (PaddockBoxFind *self)
{
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->links);
  g_free (self);
}
