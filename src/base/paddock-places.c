/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-places.h"

#include "paddock-documents.h"
#include "paddock-path-text.h"

/* Decides which places may become a root: refusals and warnings by path alone. This is a pure
 * function of (places, path). The caller resolves the links in both, because links are not followed
 * here. Paddock recognizes its own directories also by device and inode, because they may have
 * another name. */

typedef struct {
  const char           *pattern;  /* a path below the home directory; a component that ends in '*'
                                   * matches a prefix */
  PaddockPlaceWarnings  warning;
} Pattern;

/* Interfaces of the kernel and of running programs. What the system mounts for the user below /run
 * is an exception: is_removable_media(). */
static const char * const system_places[] = { "/proc", "/sys", "/dev", "/run" };

/* Places below the home directory that are risky, and why. The list need not be complete: every
 * hidden directory gets a warning. */
static const Pattern patterns[] = {
  { ".ssh", PADDOCK_PLACE_WARNING_SECRETS },
  { ".gnupg", PADDOCK_PLACE_WARNING_SECRETS },
  { ".pki", PADDOCK_PLACE_WARNING_SECRETS },
  { ".password-store", PADDOCK_PLACE_WARNING_SECRETS },
  { ".aws", PADDOCK_PLACE_WARNING_SECRETS },
  { ".azure", PADDOCK_PLACE_WARNING_SECRETS },
  { ".kube", PADDOCK_PLACE_WARNING_SECRETS },
  { ".docker", PADDOCK_PLACE_WARNING_SECRETS },
  { ".netrc", PADDOCK_PLACE_WARNING_SECRETS },
  { ".git-credentials", PADDOCK_PLACE_WARNING_SECRETS },
  { ".vault-token", PADDOCK_PLACE_WARNING_SECRETS },
  { ".pypirc", PADDOCK_PLACE_WARNING_SECRETS },
  { ".npmrc", PADDOCK_PLACE_WARNING_SECRETS },
  { ".gnome2/keyrings", PADDOCK_PLACE_WARNING_SECRETS },
  { ".local/share/keyrings", PADDOCK_PLACE_WARNING_SECRETS },
  { ".local/share/kwalletd", PADDOCK_PLACE_WARNING_SECRETS },
  { ".config/gcloud", PADDOCK_PLACE_WARNING_SECRETS },
  { ".config/gh", PADDOCK_PLACE_WARNING_SECRETS },
  { ".config/keepassxc", PADDOCK_PLACE_WARNING_SECRETS },
  { ".config/rclone", PADDOCK_PLACE_WARNING_SECRETS },
  { ".config/sops", PADDOCK_PLACE_WARNING_SECRETS },

  { ".config", PADDOCK_PLACE_WARNING_CONFIGURATION },
  { ".local", PADDOCK_PLACE_WARNING_CONFIGURATION },

  { ".mozilla", PADDOCK_PLACE_WARNING_BROWSER },
  { ".librewolf", PADDOCK_PLACE_WARNING_BROWSER },
  { ".waterfox", PADDOCK_PLACE_WARNING_BROWSER },
  { ".zen", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/mozilla", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/google-chrome*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/chromium*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/BraveSoftware", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/microsoft-edge*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/vivaldi*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/opera*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/yandex-browser*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/epiphany", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/falkon", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/qutebrowser", PADDOCK_PLACE_WARNING_BROWSER },
  { "snap/firefox", PADDOCK_PLACE_WARNING_BROWSER },
  { "snap/chromium", PADDOCK_PLACE_WARNING_BROWSER },
  { "snap/brave", PADDOCK_PLACE_WARNING_BROWSER },
  { "snap/opera*", PADDOCK_PLACE_WARNING_BROWSER },
  { "snap/thunderbird", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/org.mozilla.*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/com.google.Chrome*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/org.chromium.Chromium*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/io.github.ungoogled_software.*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/com.brave.Browser*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/com.microsoft.Edge*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/com.vivaldi.Vivaldi*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/com.opera.Opera*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/io.gitlab.librewolf-community", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/app.zen_browser.zen", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/org.gnome.Epiphany*", PADDOCK_PLACE_WARNING_BROWSER },

  { ".thunderbird", PADDOCK_PLACE_WARNING_BROWSER },
  { ".claws-mail", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/evolution", PADDOCK_PLACE_WARNING_BROWSER },
  { ".config/geary", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/evolution", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/geary", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/local-mail", PADDOCK_PLACE_WARNING_BROWSER },
  { ".local/share/akonadi*", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/eu.betterbird.Betterbird", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/org.gnome.Evolution", PADDOCK_PLACE_WARNING_BROWSER },
  { ".var/app/org.gnome.Geary", PADDOCK_PLACE_WARNING_BROWSER },
};

/* Whether @path lies in the directory of @pattern or contains it; both are relative to the home
 * directory. */
static gboolean
pattern_meets (const char *pattern,
               const char *path)
{
  while (*pattern != '\0' && *path != '\0') {
    gsize want = strcspn (pattern, "/");
    gsize have = strcspn (path, "/");

    if (pattern[want - 1] == '*') {
      if (have < want - 1 || strncmp (pattern, path, want - 1) != 0)
        return FALSE;
    } else if (have != want || strncmp (pattern, path, want) != 0)
      return FALSE;

    pattern += want + (pattern[want] == '/');
    path += have + (path[have] == '/');
  }

  return TRUE;
}

static gboolean
has_hidden_component (const char *path)
{
  return path[0] == '.' || strstr (path, "/.") != NULL;
}

/* Returns the part of @path below @ancestor, without the leading slash. */
static const char *
relative_to (const char *path,
             const char *ancestor)
{
  return g_str_equal (ancestor, "/") ? path + 1 : path + strlen (ancestor) + 1;
}

/* Whether @path lies on a medium that udisks mounted for this user. The directory that holds the
 * mounts does not count. */
static gboolean
is_removable_media (const PaddockPlaces *places,
                    const char          *path)
{
  g_autofree char *media = NULL;

  if (places->user_name[0] == '\0' || strchr (places->user_name, '/') != NULL)
    return FALSE;

  media = g_build_filename ("/run/media", places->user_name, NULL);
  return paddock_path_text_is_within (path, media) && !g_str_equal (path, media);
}

/**
 * paddock_places_is_own:
 * @path: a path in canonical form
 *
 * Returns: whether @path is one of Paddock's own directories, or lies in one
 */
gboolean
paddock_places_is_own (const PaddockPlaces *places,
                       const char          *path)
{
  for (gsize i = 0; places->own[i] != NULL; i++)
    if (paddock_path_text_is_within (path, places->own[i]))
      return TRUE;

  return FALSE;
}

static PaddockPlaceVerdict
refusal (const PaddockPlaces *places,
         const char          *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS (system_places); i++)
    if (paddock_path_text_is_within (path, system_places[i]) && !is_removable_media (places, path))
      return PADDOCK_PLACE_SYSTEM;

  return paddock_places_is_own (places, path) ? PADDOCK_PLACE_OWN : PADDOCK_PLACE_ACCEPTED;
}

static PaddockPlaceWarnings
warnings_below_home (const char *relative)
{
  PaddockPlaceWarnings warnings = PADDOCK_PLACE_WARNING_NONE;

  if (has_hidden_component (relative))
    warnings |= PADDOCK_PLACE_WARNING_HIDDEN;

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (pattern_meets (patterns[i].pattern, relative))
      warnings |= patterns[i].warning;

  return warnings;
}

static PaddockPlaceWarnings
warnings_for (const PaddockPlaces *places,
              const char          *path)
{
  PaddockPlaceWarnings warnings = PADDOCK_PLACE_WARNING_NONE;

  /* If the home directory itself is hidden, everything in it would be hidden. So only the part
   * below home counts. */
  if (g_str_equal (path, places->home))
    warnings |= PADDOCK_PLACE_WARNING_HOME;
  else if (paddock_path_text_is_within (places->home, path))
    warnings |= PADDOCK_PLACE_WARNING_ABOVE_HOME;
  else if (paddock_path_text_is_within (path, places->home))
    warnings |= warnings_below_home (relative_to (path, places->home));
  else if (has_hidden_component (path))
    warnings |= PADDOCK_PLACE_WARNING_HIDDEN;

  for (gsize i = 0; places->own[i] != NULL; i++)
    if (paddock_path_text_is_within (places->own[i], path))
      warnings |= PADDOCK_PLACE_WARNING_CONTAINS_OWN;

  return warnings;
}

/**
 * paddock_places_new:
 * @home: the home directory, all links resolved
 * @user_name: the login name, as in `/run/media/USER`
 * @own: Paddock's data, configuration and socket directories, all links resolved
 *
 * Without an absolute @home, `/` is home, and then everything is below home.
 *
 * Returns: (transfer full): the places
 */
PaddockPlaces *
paddock_places_new (const char         *home,
                    const char         *user_name,
                    const char * const *own)
{
  PaddockPlaces *places = g_new0 (PaddockPlaces, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  places->home = paddock_path_text_normalize (home);
  if (places->home == NULL)
    places->home = g_strdup ("/");
  places->user_name = g_strdup (user_name != NULL ? user_name : "");

  for (gsize i = 0; own != NULL && own[i] != NULL; i++) {
    g_autofree char *path = paddock_path_text_normalize (own[i]);

    if (path != NULL)
      g_strv_builder_add (builder, path);
  }
  places->own = g_strv_builder_end (builder);
  places->own_objects = g_array_new (FALSE, FALSE, sizeof (PaddockPlaceObject));

  return places;
}

/**
 * paddock_places_copy:
 *
 * Returns: (transfer full): a copy
 */
PaddockPlaces *
paddock_places_copy (const PaddockPlaces *places)
{
  PaddockPlaces *copy = paddock_places_new (places->home, places->user_name,
                                            (const char * const *) places->own);

  paddock_places_set_documents (copy, places->documents);
  g_array_append_vals (copy->own_objects, places->own_objects->data, places->own_objects->len);
  return copy;
}

/**
 * paddock_places_free:
 * @places: (transfer full) (nullable): places
 */
void
paddock_places_free (PaddockPlaces *places)
{
  if (places == NULL)
    return;

  g_free (places->home);
  g_free (places->user_name);
  g_strfreev (places->own);
  g_free (places->documents);
  g_array_unref (places->own_objects);
  g_free (places);
}

/**
 * paddock_places_set_documents:
 * @documents: (nullable): where the document portal shows what the user picked, all links resolved;
 *   %NULL: there is no sandbox
 *
 * Says whether Paddock runs in a sandbox. Paths inside a sandbox mean nothing outside. So in a
 * sandbox only what lies in @documents may become a root, under its path on the host.
 */
void
paddock_places_set_documents (PaddockPlaces *places,
                              const char    *documents)
{
  g_autofree char *path = paddock_path_text_normalize (documents);

  g_free (places->documents);
  places->documents = g_steal_pointer (&path);
}

/**
 * paddock_places_add_own_object:
 * @device: the device of one of Paddock's own directories
 * @inode: the inode of that directory
 *
 * With these numbers, Paddock recognizes the directory even if it has another name because of a
 * bind mount, or of a file system that ignores case.
 */
void
paddock_places_add_own_object (PaddockPlaces *places,
                               guint64        device,
                               guint64        inode)
{
  PaddockPlaceObject object = { device, inode };

  g_array_append_val (places->own_objects, object);
}

/**
 * paddock_places_is_own_object:
 * @device: the device of what was found
 * @inode: the inode of what was found
 *
 * Returns: whether that is one of Paddock's own directories; a file in such a directory is not
 *   recognized
 */
gboolean
paddock_places_is_own_object (const PaddockPlaces *places,
                              guint64              device,
                              guint64              inode)
{
  for (guint i = 0; i < places->own_objects->len; i++) {
    const PaddockPlaceObject *own = &g_array_index (places->own_objects, PaddockPlaceObject, i);

    if (own->device == device && own->inode == inode)
      return TRUE;
  }

  return FALSE;
}

/**
 * paddock_places_has_own_on:
 * @device: the device of a file
 *
 * Returns: whether one of Paddock's own directories is on @device, so that the file could be a hard
 *   link to a file in it
 */
gboolean
paddock_places_has_own_on (const PaddockPlaces *places,
                           guint64              device)
{
  for (guint i = 0; i < places->own_objects->len; i++)
    if (g_array_index (places->own_objects, PaddockPlaceObject, i).device == device)
      return TRUE;

  return FALSE;
}

/**
 * paddock_places_dup_way:
 * @path: a root's path
 * @document: (nullable): the root's document in a sandbox
 *
 * Returns: (transfer full): the path by which this process reaches the root. In a sandbox, a root
 *   without a document gets a path that leads nowhere: @path means another file there
 */
char *
paddock_places_dup_way (const PaddockPlaces *places,
                        const char          *path,
                        const char          *document)
{
  if (places->documents == NULL)
    return g_strdup (path);
  return paddock_documents_dup_path (places->documents, document != NULL ? document : "none");
}

/**
 * paddock_places_refuses:
 * @path: a path in canonical form
 *
 * Returns: whether nobody may enter @path, whatever the user accepts
 */
gboolean
paddock_places_refuses (const PaddockPlaces *places,
                        const char          *path)
{
  return refusal (places, path) != PADDOCK_PLACE_ACCEPTED;
}

/**
 * paddock_places_judge:
 * @path: a path in canonical form
 * @out_warnings: (out) (optional): the warnings, if @path is %PADDOCK_PLACE_WARNED
 *
 * Decides whether @path may become a root. The user can accept a warning, but not a refusal. A path
 * that contains a secret or a profile gets the same warning as one inside it.
 *
 * Returns: %PADDOCK_PLACE_ACCEPTED, _WARNED, _SYSTEM, _OWN, or what is wrong with the path's form
 */
PaddockPlaceVerdict
paddock_places_judge (const PaddockPlaces  *places,
                      const char           *path,
                      PaddockPlaceWarnings *out_warnings)
{
  PaddockPlaceWarnings warnings = PADDOCK_PLACE_WARNING_NONE;
  PaddockPlaceVerdict verdict;

  if (path == NULL || path[0] == '\0')
    verdict = PADDOCK_PLACE_EMPTY;
  else if (path[0] != '/')
    verdict = PADDOCK_PLACE_RELATIVE;
  else
    verdict = refusal (places, path);

  if (verdict == PADDOCK_PLACE_ACCEPTED) {
    warnings = warnings_for (places, path);
    if (warnings != PADDOCK_PLACE_WARNING_NONE)
      verdict = PADDOCK_PLACE_WARNED;
  }

  if (out_warnings != NULL)
    *out_warnings = warnings;
  return verdict;
}
