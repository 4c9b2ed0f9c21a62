/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-file-record.h"

#define SEEN G_GINT64_CONSTANT (1700000000000000)
#define OLD (SEEN - 1)

typedef struct {
  const char          *what;
  const char          *path;      /* NULL: below home */
  PaddockFileRecord    record;
  PaddockFileRecord    found;
  gint64               lost;
  PaddockAvailability  expected;
} Case;

#define DIRECTORY(device_, inode_, birth_, point, uuid) \
  { PADDOCK_FILE_KIND_DIRECTORY, device_, inode_, birth_, 1000, (char *) point, (char *) uuid }
#define REGULAR(device_, inode_, birth_, owner_, point, uuid) \
  { PADDOCK_FILE_KIND_REGULAR, device_, inode_, birth_, owner_, (char *) point, (char *) uuid }

#define AVAILABLE PADDOCK_AVAILABILITY_AVAILABLE
#define MISSING PADDOCK_AVAILABILITY_MISSING
#define REPLACED PADDOCK_AVAILABILITY_REPLACED

static const Case cases[] = {
  { "the same directory", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 7, OLD, "/", "u"), SEEN, AVAILABLE },
  { "the same, never seen", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 7, OLD, "/", "u"), 0, AVAILABLE },
  { "the same, births unknown", NULL,
    DIRECTORY (1, 7, 0, "/", "u"), DIRECTORY (1, 7, 0, "/", "u"), SEEN, AVAILABLE },
  { "a birth that was unknown is known", NULL,
    DIRECTORY (1, 7, 0, "/", "u"), DIRECTORY (1, 7, OLD, "/", "u"), SEEN, AVAILABLE },
  { "device number changed at boot", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (2, 7, OLD, "/", "u"), SEEN, AVAILABLE },
  { "network file system mounted again", NULL,
    DIRECTORY (1, 7, 0, "/srv", NULL), DIRECTORY (2, 7, 0, "/srv", NULL), SEEN, AVAILABLE },

  { "made at the path after the loss", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 8, SEEN + 1, "/", "u"), SEEN, AVAILABLE },
  { "made at the moment of the loss", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 8, SEEN, "/", "u"), SEEN, AVAILABLE },
  { "made again with the same inode", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 7, SEEN + 1, "/", "u"), SEEN, AVAILABLE },
  { "older by a microsecond", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 8, SEEN - 1, "/", "u"), SEEN, REPLACED },
  { "another that was born with it", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 8, OLD, "/", "u"), SEEN, REPLACED },
  { "the same inode, another birth, old", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 7, OLD - 5, "/", "u"), SEEN, REPLACED },
  { "another with unknown birth", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 8, 0, "/", "u"), SEEN, REPLACED },
  { "new, but never seen", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (1, 8, SEEN + 1, "/", "u"), 0, REPLACED },

  { "file for directory", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), REGULAR (1, 7, OLD, 1000, "/", "u"), SEEN, REPLACED },
  { "directory for file", NULL,
    REGULAR (1, 7, OLD, 1000, "/", "u"), DIRECTORY (1, 8, SEEN + 1, "/", "u"), SEEN, REPLACED },

  { "file saved by rename", NULL,
    REGULAR (1, 7, OLD, 1000, "/", "u"), REGULAR (1, 8, SEEN + 1, 1000, "/", "u"), SEEN,
    AVAILABLE },
  { "an old file of the same owner", NULL,
    REGULAR (1, 7, OLD, 1000, "/", "u"), REGULAR (1, 8, OLD, 1000, "/", "u"), SEEN, AVAILABLE },
  { "a file of another owner", NULL,
    REGULAR (1, 7, OLD, 1000, "/", "u"), REGULAR (1, 8, SEEN + 1, 1001, "/", "u"), SEEN, REPLACED },
  { "another owner, the inode used again", NULL,
    REGULAR (1, 7, OLD, 1000, "/", "u"), REGULAR (1, 7, SEEN + 1, 0, "/", "u"), SEEN, REPLACED },
  { "another owner, the inode used again, births unknown", NULL,
    REGULAR (1, 7, 0, 1000, "/", "u"), REGULAR (1, 7, 0, 0, "/", "u"), SEEN, REPLACED },
  { "the same file given away", NULL,
    REGULAR (1, 7, OLD, 1000, "/", "u"), REGULAR (1, 7, OLD, 1001, "/", "u"), SEEN, AVAILABLE },

  { "mount gone, the empty point is left", NULL,
    DIRECTORY (2, 2, OLD, "/home", "h"), DIRECTORY (1, 9, OLD, "/", "u"), SEEN, MISSING },
  { "mount gone, made anew below", NULL,
    DIRECTORY (2, 2, OLD, "/home", "h"), DIRECTORY (1, 9, SEEN + 1, "/", "u"), SEEN, MISSING },
  { "mount gone, another kind below", NULL,
    DIRECTORY (2, 2, OLD, "/home", "h"), REGULAR (1, 9, SEEN + 1, 0, "/", "u"), SEEN, MISSING },
  { "inner of two mounts gone", NULL,
    DIRECTORY (2, 2, OLD, "/home/ann", "h"), DIRECTORY (1, 9, OLD, "/home", "u"), SEEN, MISSING },
  { "mounted elsewhere, not above", NULL,
    DIRECTORY (1, 2, OLD, "/home/a", "h"), DIRECTORY (1, 2, OLD, "/home/ab", "h"), SEEN,
    AVAILABLE },
  { "a mount over it", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (3, 2, SEEN + 1, "/home/ann", "v"), SEEN, REPLACED },
  { "a mount of unknown name over it", NULL,
    DIRECTORY (1, 7, OLD, "/", "u"), DIRECTORY (3, 1, SEEN + 1, "/home/ann", NULL), SEEN,
    REPLACED },
  { "both unknown, another mount over it", NULL,
    DIRECTORY (1, 7, OLD, "/", NULL), DIRECTORY (3, 7, OLD, "/home/ann", NULL), SEEN, REPLACED },
  { "record without a mount point", NULL,
    DIRECTORY (1, 7, OLD, NULL, "u"), DIRECTORY (1, 7, OLD, "/", "u"), SEEN, AVAILABLE },

  { "another file system on the point", NULL,
    DIRECTORY (2, 2, OLD, "/home", "h"), DIRECTORY (2, 2, OLD, "/home", "x"), SEEN, REPLACED },
  { "its name cannot be had now, the same device", NULL,
    DIRECTORY (2, 2, OLD, "/home", "h"), DIRECTORY (2, 2, OLD, "/home", NULL), SEEN, AVAILABLE },
  { "its name cannot be had now, another device", NULL,
    DIRECTORY (2, 2, OLD, "/home", "h"), DIRECTORY (3, 2, OLD, "/home", NULL), SEEN, REPLACED },
  { "it had no name, another device has one", NULL,
    DIRECTORY (2, 2, OLD, "/home", NULL), DIRECTORY (3, 2, OLD, "/home", "h"), SEEN, REPLACED },

  { "known to the kernel alone, again", NULL,
    DIRECTORY (2, 2, 0, "/mnt", "fsid:1"), DIRECTORY (9, 2, 0, "/mnt", "fsid:1"), SEEN, AVAILABLE },
  { "known to the kernel alone, another", NULL,
    DIRECTORY (2, 2, 0, "/mnt", "fsid:1"), DIRECTORY (2, 2, 0, "/mnt", "fsid:2"), SEEN, REPLACED },
  { "now its UUID can be had too", NULL,
    DIRECTORY (2, 2, OLD, "/mnt", "fsid:1"), DIRECTORY (9, 2, OLD, "/mnt", "u"), SEEN, AVAILABLE },
  { "now its UUID can be had, but not there", NULL,
    DIRECTORY (2, 2, OLD, "/mnt", "fsid:1"), DIRECTORY (9, 2, OLD, "/mnt/a", "u"), SEEN, REPLACED },
  { "the same host mounted again", NULL,
    DIRECTORY (2, 1, 0, "/mnt", "source:nfs:a:/"), DIRECTORY (9, 1, 0, "/mnt", "source:nfs:a:/"),
    SEEN, AVAILABLE },
  { "another host mounted", NULL,
    DIRECTORY (2, 1, 0, "/mnt", "source:nfs:a:/"), DIRECTORY (2, 1, 0, "/mnt", "source:nfs:b:/"),
    SEEN, REPLACED },
  { "nothing was known of it once", NULL,
    DIRECTORY (2, 1, 0, "/mnt", NULL), DIRECTORY (9, 1, 0, "/mnt", "source:nfs:a:/"), SEEN,
    AVAILABLE },
  { "a host in place of a disk", NULL,
    DIRECTORY (2, 2, 0, "/mnt", "u"), DIRECTORY (9, 2, 0, "/mnt", "source:nfs:a:/"), SEEN,
    REPLACED },
  { "a host in place of a disk that the kernel knew", NULL,
    DIRECTORY (2, 2, 0, "/mnt", "fsid:1"), DIRECTORY (9, 2, 0, "/mnt", "source:nfs:a:/"), SEEN,
    REPLACED },
  { "what was mounted by name says little below media", "/media/ann/S",
    DIRECTORY (2, 1, 0, "/media/ann/S", "source:fuse.x:x"),
    DIRECTORY (2, 1, 0, "/media/ann/S", "source:fuse.x:x"), SEEN, REPLACED },
  { "a stick that the kernel knows", "/media/ann/S",
    DIRECTORY (2, 2, 0, "/media/ann/S", "fsid:1"), DIRECTORY (9, 2, 0, "/media/ann/S", "fsid:1"),
    SEEN, AVAILABLE },
  { "a stick known in two ways", "/media/ann/S",
    DIRECTORY (2, 2, OLD, "/media/ann/S", "fsid:1"), DIRECTORY (9, 2, OLD, "/media/ann/S", "u"),
    SEEN, REPLACED },

  { "the stick again", "/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/media/ann/S", "s"), DIRECTORY (9, 5, OLD, "/media/ann/S", "s"), SEEN,
    AVAILABLE },
  { "another stick", "/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/media/ann/S", "s"), DIRECTORY (2, 5, OLD, "/media/ann/S", "t"), SEEN,
    REPLACED },
  { "a nameless stick, another directory", "/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/media/ann/S", NULL), DIRECTORY (2, 6, SEEN + 1, "/media/ann/S", NULL),
    SEEN, REPLACED },
  { "a nameless stick, births unknown", "/run/media/ann/S",
    DIRECTORY (2, 1, 0, "/run/media/ann/S", NULL), DIRECTORY (2, 1, 0, "/run/media/ann/S", NULL),
    SEEN, REPLACED },
  { "a nameless stick that stayed", "/run/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/run/media/ann/S", NULL),
    DIRECTORY (2, 5, OLD, "/run/media/ann/S", NULL), SEEN, AVAILABLE },
  { "a nameless stick on another device", "/run/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/run/media/ann/S", NULL),
    DIRECTORY (3, 5, OLD, "/run/media/ann/S", NULL), SEEN, REPLACED },
  { "a stick that lost its name", "/run/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/run/media/ann/S", "s"),
    DIRECTORY (2, 5, SEEN, "/run/media/ann/S", NULL), SEEN, REPLACED },
  { "the stick is out", "/run/media/ann/S/x",
    DIRECTORY (2, 5, OLD, "/run/media/ann/S", "s"), DIRECTORY (1, 5, OLD, "/run", NULL), SEEN,
    MISSING },
};

static void
test_compare (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *path = cases[i].path != NULL ? cases[i].path : "/home/ann/x";
    PaddockAvailability availability =
      paddock_file_record_compare (&cases[i].record, &cases[i].found, path, cases[i].lost);

    if (availability != cases[i].expected)
      g_test_message ("%s: %s", cases[i].what,
                      paddock_file_record_availability_to_nick (availability));
    g_assert_cmpint (availability, ==, cases[i].expected);
  }
}

static void
test_copy_and_equal (void)
{
  static const PaddockFileRecord records[] = {
    DIRECTORY (1, 7, OLD, "/", "u"), REGULAR (1, 7, OLD, 1000, "/", "u"),
    DIRECTORY (2, 7, OLD, "/", "u"), DIRECTORY (1, 8, OLD, "/", "u"), DIRECTORY (1, 7, 0, "/", "u"),
    DIRECTORY (1, 7, OLD, "/x", "u"), DIRECTORY (1, 7, OLD, NULL, "u"),
    DIRECTORY (1, 7, OLD, "/", "v"), DIRECTORY (1, 7, OLD, "/", NULL),
    REGULAR (1, 7, OLD, 1001, "/", "u"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (records); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (records); j++) {
      g_autoptr (PaddockFileRecord) copy = paddock_file_record_copy (&records[i]);

      g_assert_cmpint (paddock_file_record_equal (copy, &records[j]), ==, i == j);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (records); i++) {
    g_autoptr (GVariant) variant =
      g_variant_ref_sink (paddock_file_record_to_variant (&records[i]));
    g_autoptr (PaddockFileRecord) read = paddock_file_record_from_variant (variant);

    g_assert_true (g_variant_is_of_type (variant, PADDOCK_FILE_RECORD_VARIANT_TYPE));
    g_assert_true (paddock_file_record_equal (read, &records[i]));
  }

  g_assert_null (paddock_file_record_copy (NULL));
  g_assert_true (paddock_file_record_equal (NULL, NULL));
  g_assert_false (paddock_file_record_equal (&records[0], NULL));
  g_assert_false (paddock_file_record_equal (NULL, &records[0]));
  paddock_file_record_free (NULL);
}

static void
test_kind_nicks (void)
{
  PaddockFileKind kind = PADDOCK_FILE_KIND_DIRECTORY;

  g_assert_cmpstr (paddock_file_record_kind_to_nick (PADDOCK_FILE_KIND_DIRECTORY), ==, "directory");
  g_assert_cmpstr (paddock_file_record_kind_to_nick (PADDOCK_FILE_KIND_REGULAR), ==, "file");
  g_assert_cmpstr (paddock_file_record_kind_to_nick ((PaddockFileKind) 99), ==, "");

  g_assert_true (paddock_file_record_kind_from_nick ("file", &kind));
  g_assert_cmpint (kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_true (paddock_file_record_kind_from_nick ("directory", &kind));
  g_assert_cmpint (kind, ==, PADDOCK_FILE_KIND_DIRECTORY);
  g_assert_false (paddock_file_record_kind_from_nick ("regular", &kind));
  g_assert_false (paddock_file_record_kind_from_nick ("", &kind));
  g_assert_false (paddock_file_record_kind_from_nick (NULL, &kind));
}

static void
test_availability_nicks (void)
{
  static const char * const nicks[] = {
    "unknown", "available", "missing", "unreadable", "replaced", "expired",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (nicks); i++) {
    g_assert_cmpstr (paddock_file_record_availability_to_nick ((PaddockAvailability) i), ==,
                     nicks[i]);
    g_assert_cmpuint (paddock_file_record_availability_from_nick (nicks[i]), ==, i);
  }

  g_assert_cmpstr (paddock_file_record_availability_to_nick ((PaddockAvailability) 99), ==,
                   "unknown");
  g_assert_cmpint (paddock_file_record_availability_from_nick ("Available"), ==,
                   PADDOCK_AVAILABILITY_UNKNOWN);
  g_assert_cmpint (paddock_file_record_availability_from_nick (NULL), ==,
                   PADDOCK_AVAILABILITY_UNKNOWN);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/file-record/compare", test_compare);
  g_test_add_func ("/file-record/copy-and-equal", test_copy_and_equal);
  g_test_add_func ("/file-record/kind-nicks", test_kind_nicks);
  g_test_add_func ("/file-record/availability-nicks", test_availability_nicks);

  return g_test_run ();
}
