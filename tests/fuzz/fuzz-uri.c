/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include "paddock-path.h"
#include "paddock-places.h"
#include "paddock-text.h"
#include "paddock-uri.h"

#include <string.h>

/* An accepted URI names a canonical path, and that path's own URI names it again. Each path has one
 * URI, which can be read. Every path can be shown and judged. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup (size > 0 ? (const char *) data : "", size);
  g_autofree char *path = paddock_uri_to_path (text, NULL);
  g_autofree char *shown = paddock_text_escape (size > 0 ? (const char *) data : "", (gssize) size);
  g_autofree char *announced = paddock_text_for_notification (text);
  const char *own[] = { "/home/u/.local/share/paddock", NULL };
  g_autoptr (PaddockPlaces) places = paddock_places_new ("/home/u", "u", own);
  PaddockPlaceWarnings warnings;

  g_assert_true (g_utf8_validate (shown, -1, NULL));
  g_assert_true (g_utf8_validate (announced, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (announced, -1), <=, PADDOCK_TEXT_NOTIFICATION_MAX);
  if (path != NULL) {
    g_autofree char *uri = paddock_uri_from_path (path);
    g_autofree char *again = paddock_uri_to_path (uri, NULL);

    g_assert_true (path[0] == '/');
    g_assert_null (strstr (path, "/../"));
    g_assert_cmpstr (again, ==, path);
    paddock_places_judge (places, path, &warnings);
  }
  if (text[0] == '/') {
    g_autofree char *canonical = paddock_path_text_normalize (text);
    g_autofree char *uri = paddock_uri_from_path (canonical);
    g_autofree char *back = paddock_uri_to_path (uri, NULL);

    g_assert_cmpstr (back, ==, canonical);
    g_assert_true (paddock_path_text_is_within (canonical, "/"));
    paddock_places_judge (places, canonical, &warnings);
  }
  return 0;
}
