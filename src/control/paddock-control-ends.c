/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-ends.h"

#include "paddock-error.h"
#include "paddock-startup-cleanup.h"

/* Parses durations, and the ends of roots and grants, on the control interface. If a value is
 * invalid, these functions answer the call with an error. After that, do not use the call any more.
 * These functions make no decisions. */

/**
 * paddock_control_ends_parse_duration:
 * @call: a call; answered with an error if the result is %FALSE
 * @text: a length of time, or a date
 * @out_duration: (out): the duration
 *
 * Returns: whether @text is a duration that ends in the future
 */
gboolean
paddock_control_ends_parse_duration (PaddockCall     *call,
                                     const char      *text,
                                     PaddockDuration *out_duration)
{
  GError *error = NULL;

  if (paddock_duration_parse (text, out_duration, &error) &&
      paddock_duration_check (*out_duration, g_get_real_time (), &error))
    return TRUE;

  paddock_control_call_fail (call, error);
  return FALSE;
}

/**
 * paddock_control_ends_find_login:
 * @call: a call; answered with an error if the result is %FALSE
 * @out_login: (out) (transfer full) (nullable): the name of the user's current login
 *
 * Call this for the duration "until logout". This duration is possible only on a system on which
 * the service notices a logout.
 *
 * Returns: whether the service would notice a logout
 */
gboolean
paddock_control_ends_find_login (PaddockCall  *call,
                                 char        **out_login)
{
  *out_login = paddock_startup_cleanup_dup_login ();
  if (*out_login != NULL)
    return TRUE;

  paddock_control_call_fail (call,
                             g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                  "A logout would not be noticed here: there is "
                                                  "no runtime directory of the user"));
  return FALSE;
}

/**
 * paddock_control_ends_read:
 * @call: a call; answered with an error if the result is %FALSE
 * @dict: contains "expires", or "duration" counted from now, or neither
 * @out_has_end: (out): whether @dict contains "expires" or "duration"
 * @out_duration: (out): the duration; "until revoked" if @dict contains no "duration"
 * @out_expires: (out): µs since the epoch, 0: never; set with @out_has_end
 * @out_login: (out) (transfer full) (nullable): the login with which the root ends; %NULL: the end
 *   depends on no login
 *
 * Reads when a root expires.
 *
 * Returns: whether the end is valid
 */
gboolean
paddock_control_ends_read (PaddockCall      *call,
                           GVariantDict     *dict,
                           gboolean         *out_has_end,
                           PaddockDuration  *out_duration,
                           gint64           *out_expires,
                           char            **out_login)
{
  const char *text;

  *out_duration = (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL_REVOKED };
  *out_has_end = g_variant_dict_lookup (dict, "expires", "x", out_expires);
  if (!g_variant_dict_lookup (dict, "duration", "&s", &text))
    return TRUE;
  if (!paddock_control_ends_parse_duration (call, text, out_duration))
    return FALSE;
  if (out_duration->kind == PADDOCK_DURATION_SESSION) {
    paddock_control_call_fail (call,
                               g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                                                    "A folder has no session that it could end "
                                                    "with"));
    return FALSE;
  }

  *out_has_end = TRUE;
  *out_expires = paddock_duration_get_end (*out_duration, g_get_real_time (), NULL);
  return out_duration->kind != PADDOCK_DURATION_LOGIN ||
         paddock_control_ends_find_login (call, out_login);
}
