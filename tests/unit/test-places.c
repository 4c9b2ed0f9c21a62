/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-places.h"

#define HOME PADDOCK_PLACE_WARNING_HOME
#define ABOVE PADDOCK_PLACE_WARNING_ABOVE_HOME
#define HIDDEN PADDOCK_PLACE_WARNING_HIDDEN
#define SECRETS PADDOCK_PLACE_WARNING_SECRETS
#define CONFIGURATION PADDOCK_PLACE_WARNING_CONFIGURATION
#define BROWSER PADDOCK_PLACE_WARNING_BROWSER
#define CONTAINS_OWN PADDOCK_PLACE_WARNING_CONTAINS_OWN

static const char * const own[] = {
  "/home/ann/.local/share/paddock", "/home/ann/.config/paddock", "/srv/own", NULL
};

typedef struct {
  const char *path;
  guint       warnings;
} Case;

static const char * const accepted[] = {
  "/home/ann/Projects", "/home/ann/Projects/deep/er", "/home/ann/a b", "/home/ann/trailing ",
  "/home/ann/new\nline", "/home/ann/latin\xe9", "/home/ann/dots.in.name", "/home/ann/ssh",
  "/home/ann/config/x", "/home/ann/snapper", "/home/ann/-", "/home/ann/~", "/home/ann/…",
  "/home/annette", "/home/annette/Projects", "/home/bob/x", "/srv/data", "/srv/owner", "/srv/own2",
  "/procedure", "/system", "/devel", "/runner", "/var/run", "/var/proc", "/home/ann/proc",
  "/run/media/ann/STICK", "/run/media/ann/STICK/dir", "/media/ann/STICK", "/mnt", "/opt/x",
  "/tmp/x",
  "/etc", "/usr/share", "/var/lib/x",
};

static const Case warned[] = {
  { "/home/ann", HOME | CONTAINS_OWN },
  { "/home", ABOVE | CONTAINS_OWN },
  { "/", ABOVE | CONTAINS_OWN },
  { "/srv", CONTAINS_OWN },
  { "/home/ann/.hidden", HIDDEN },
  { "/home/ann/x/.git", HIDDEN },
  { "/home/ann/x/.git/hooks", HIDDEN },
  { "/home/ann/..strange", HIDDEN },
  { "/home/ann/...", HIDDEN },
  { "/srv/.hidden", HIDDEN },
  { "/srv/a/.b/c", HIDDEN },
  { "/.snapshots", HIDDEN },
  { "/home/ann/.ssh", HIDDEN | SECRETS },
  { "/home/ann/.ssh/id_ed25519", HIDDEN | SECRETS },
  { "/home/ann/.gnupg", HIDDEN | SECRETS },
  { "/home/ann/.pki/nssdb", HIDDEN | SECRETS },
  { "/home/ann/.password-store", HIDDEN | SECRETS },
  { "/home/ann/.aws", HIDDEN | SECRETS },
  { "/home/ann/.kube/config", HIDDEN | SECRETS },
  { "/home/ann/.docker", HIDDEN | SECRETS },
  { "/home/ann/.netrc", HIDDEN | SECRETS },
  { "/home/ann/.sshx", HIDDEN },
  { "/home/ann/x/.ssh", HIDDEN },
  { "/home/ann/.config/foo", HIDDEN | CONFIGURATION },
  { "/home/ann/.config/paddock2", HIDDEN | CONFIGURATION },
  { "/home/ann/.config", HIDDEN | CONFIGURATION | SECRETS | BROWSER | CONTAINS_OWN },
  { "/home/ann/.local", HIDDEN | CONFIGURATION | SECRETS | BROWSER | CONTAINS_OWN },
  { "/home/ann/.local/share", HIDDEN | CONFIGURATION | SECRETS | BROWSER | CONTAINS_OWN },
  { "/home/ann/.local/share/keyrings", HIDDEN | CONFIGURATION | SECRETS },
  { "/home/ann/.local/share/kwalletd/x", HIDDEN | CONFIGURATION | SECRETS },
  { "/home/ann/.local/bin", HIDDEN | CONFIGURATION },
  { "/home/ann/.config/gh", HIDDEN | CONFIGURATION | SECRETS },
  { "/home/ann/.mozilla", HIDDEN | BROWSER },
  { "/home/ann/.mozilla/firefox/abc.default", HIDDEN | BROWSER },
  { "/home/ann/.thunderbird", HIDDEN | BROWSER },
  { "/home/ann/.config/google-chrome", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.config/google-chrome-beta/Default", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.config/google-chrom", HIDDEN | CONFIGURATION },
  { "/home/ann/.config/chromium", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.config/BraveSoftware/Brave-Browser", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.config/vivaldi", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.config/opera", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.config/microsoft-edge", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/.local/share/evolution/mail", HIDDEN | CONFIGURATION | BROWSER },
  { "/home/ann/snap", BROWSER },
  { "/home/ann/snap/firefox/common", BROWSER },
  { "/home/ann/snap/firefox", BROWSER },
  { "/home/ann/.var", HIDDEN | BROWSER },
  { "/home/ann/.var/app", HIDDEN | BROWSER },
  { "/home/ann/.var/app/org.mozilla.firefox/.mozilla", HIDDEN | BROWSER },
  { "/home/ann/.var/app/com.google.Chrome", HIDDEN | BROWSER },
  { "/home/ann/.var/app/org.example.Editor", HIDDEN },
  { "/run/media/ann/STICK/.hidden", HIDDEN },
};

static const struct {
  const char          *path;
  PaddockPlaceVerdict  verdict;
} refused[] = {
  { NULL, PADDOCK_PLACE_EMPTY },
  { "", PADDOCK_PLACE_EMPTY },
  { "home", PADDOCK_PLACE_RELATIVE },
  { "./home", PADDOCK_PLACE_RELATIVE },
  { "~", PADDOCK_PLACE_RELATIVE },
  { "~/x", PADDOCK_PLACE_RELATIVE },
  { "file:///home", PADDOCK_PLACE_RELATIVE },
  { "/proc", PADDOCK_PLACE_SYSTEM },
  { "/proc/1/root", PADDOCK_PLACE_SYSTEM },
  { "/proc/self/fd", PADDOCK_PLACE_SYSTEM },
  { "/sys", PADDOCK_PLACE_SYSTEM },
  { "/sys/kernel", PADDOCK_PLACE_SYSTEM },
  { "/dev", PADDOCK_PLACE_SYSTEM },
  { "/dev/shm/x", PADDOCK_PLACE_SYSTEM },
  { "/dev/null", PADDOCK_PLACE_SYSTEM },
  { "/run", PADDOCK_PLACE_SYSTEM },
  { "/run/user/1000", PADDOCK_PLACE_SYSTEM },
  { "/run/user/1000/doc/abc", PADDOCK_PLACE_SYSTEM },
  { "/run/user/1000/gvfs/sftp:host=x", PADDOCK_PLACE_SYSTEM },
  { "/run/systemd", PADDOCK_PLACE_SYSTEM },
  { "/run/media", PADDOCK_PLACE_SYSTEM },
  { "/run/media/ann", PADDOCK_PLACE_SYSTEM },
  { "/run/media/bob", PADDOCK_PLACE_SYSTEM },
  { "/run/media/bob/STICK", PADDOCK_PLACE_SYSTEM },
  { "/run/media/annette/STICK", PADDOCK_PLACE_SYSTEM },
  { "/run/mediaann/STICK", PADDOCK_PLACE_SYSTEM },
  { "/run/.x", PADDOCK_PLACE_SYSTEM },
  { "/srv/own", PADDOCK_PLACE_OWN },
  { "/srv/own/paddock.db", PADDOCK_PLACE_OWN },
  { "/srv/own/a/b/c", PADDOCK_PLACE_OWN },
  { "/home/ann/.local/share/paddock", PADDOCK_PLACE_OWN },
  { "/home/ann/.local/share/paddock/paddock.db", PADDOCK_PLACE_OWN },
  { "/home/ann/.config/paddock", PADDOCK_PLACE_OWN },
  { "/home/ann/.config/paddock/x", PADDOCK_PLACE_OWN },
};

static PaddockPlaces *
places_new (void)
{
  return paddock_places_new ("/home/ann", "ann", own);
}

static void
check (const PaddockPlaces *places,
       const char          *path,
       PaddockPlaceVerdict  verdict,
       guint                warnings)
{
  PaddockPlaceWarnings found = (PaddockPlaceWarnings) 255;
  PaddockPlaceVerdict judged = paddock_places_judge (places, path, &found);

  if (judged != verdict || found != warnings)
    g_test_message ("“%s”: %s, warnings %u", path, paddock_place_verdict_to_nick (judged), found);
  g_assert_cmpint (judged, ==, verdict);
  g_assert_cmpuint (found, ==, warnings);
}

static void
test_accepted (void)
{
  g_autoptr (PaddockPlaces) places = places_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (accepted); i++)
    check (places, accepted[i], PADDOCK_PLACE_ACCEPTED, 0);
}

static void
test_warned (void)
{
  g_autoptr (PaddockPlaces) places = places_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (warned); i++)
    check (places, warned[i].path, PADDOCK_PLACE_WARNED, warned[i].warnings);
}

static void
test_refused (void)
{
  g_autoptr (PaddockPlaces) original = places_new ();
  g_autoptr (PaddockPlaces) places = paddock_places_copy (original);

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    check (places, refused[i].path, refused[i].verdict, 0);
    g_assert_false (paddock_place_verdict_is_usable (refused[i].verdict));
  }
}

/* By device and inode; a copy has them too. */
static void
test_own_objects (void)
{
  g_autoptr (PaddockPlaces) original = places_new ();
  g_autoptr (PaddockPlaces) places = NULL;

  g_assert_false (paddock_places_has_own_on (original, 8));
  paddock_places_add_own_object (original, 8, 100);
  paddock_places_add_own_object (original, 9, 200);
  places = paddock_places_copy (original);
  g_assert_true (paddock_places_is_own_object (places, 8, 100));
  g_assert_true (paddock_places_is_own_object (places, 9, 200));
  g_assert_false (paddock_places_is_own_object (places, 8, 200));
  g_assert_false (paddock_places_is_own_object (places, 9, 100));
  g_assert_false (paddock_places_is_own_object (places, 0, 0));
  g_assert_true (paddock_places_has_own_on (places, 9));
  g_assert_false (paddock_places_has_own_on (places, 10));
}

/* Home directories and user names that a test user does not have. */
static void
test_odd_places (void)
{
  g_autoptr (PaddockPlaces) slash = paddock_places_new ("/", "root", NULL);
  g_autoptr (PaddockPlaces) relative = paddock_places_new ("relative", NULL, NULL);
  g_autoptr (PaddockPlaces) none = paddock_places_new (NULL, "", NULL);
  g_autoptr (PaddockPlaces) hidden = paddock_places_new ("/var/.homes/ann/", "ann", NULL);
  g_autoptr (PaddockPlaces) evil = paddock_places_new ("/home/e", "../..", NULL);
  g_autoptr (PaddockPlaces) dots = paddock_places_new ("/home/e", "..", NULL);
  static const char * const odd_own[] = { "relative", "", "/x//y/", NULL };
  g_autoptr (PaddockPlaces) cleaned = paddock_places_new ("/home/e", "e", odd_own);

  check (slash, "/", PADDOCK_PLACE_WARNED, HOME);
  check (slash, "/.ssh", PADDOCK_PLACE_WARNED, HIDDEN | SECRETS);
  check (slash, "/srv", PADDOCK_PLACE_ACCEPTED, 0);
  check (slash, "/proc", PADDOCK_PLACE_SYSTEM, 0);
  check (relative, "/", PADDOCK_PLACE_WARNED, HOME);
  check (relative, "/run/media/x", PADDOCK_PLACE_SYSTEM, 0);
  check (none, "/", PADDOCK_PLACE_WARNED, HOME);
  check (none, "/run/media/x", PADDOCK_PLACE_SYSTEM, 0);
  check (none, "/run/media//x", PADDOCK_PLACE_SYSTEM, 0);
  check (hidden, "/var/.homes/ann", PADDOCK_PLACE_WARNED, HOME);
  check (hidden, "/var/.homes/ann/x", PADDOCK_PLACE_ACCEPTED, 0);
  check (hidden, "/var/.homes", PADDOCK_PLACE_WARNED, ABOVE);
  check (hidden, "/var/.homes/bob", PADDOCK_PLACE_WARNED, HIDDEN);
  check (evil, "/run/media/x", PADDOCK_PLACE_SYSTEM, 0);
  check (evil, "/run/systemd", PADDOCK_PLACE_SYSTEM, 0);
  check (dots, "/run/media/x/y", PADDOCK_PLACE_SYSTEM, 0);
  check (cleaned, "/x/y/z", PADDOCK_PLACE_OWN, 0);
  check (cleaned, "/x", PADDOCK_PLACE_WARNED, CONTAINS_OWN);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/places/accepted", test_accepted);
  g_test_add_func ("/places/warned", test_warned);
  g_test_add_func ("/places/refused", test_refused);
  g_test_add_func ("/places/own-objects", test_own_objects);
  g_test_add_func ("/places/odd-places", test_odd_places);

  return g_test_run ();
}
