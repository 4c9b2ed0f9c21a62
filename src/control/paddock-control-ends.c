/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-ends.h"

#include "paddock-error.h"
#include "paddock-startup-cleanup.h"

/* For how long, as it is written on the control interface. What makes no sense answers the call,
 * which then is nobody's any more; nothing is decided here. */

/**
 * paddock_control_ends_parse_duration:
 * @call: answered if @text is none
 * @text: a length, or a date
 * @out_duration: (out): what it says
 *
 * Returns: whether it is a duration that lies ahead
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
 * @call: answered if there is none
 * @out_login: (out) (transfer full) (nullable): the login of the user
 *
 * What lasts until the user logs out needs a logout that is noticed.
 *
 * Returns: whether it would be
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
 * @call: answered if what @dict says is wrong
 * @dict: with "expires", or "duration" from now on
 * @out_has_end: (out): whether it has one of them
 * @out_duration: (out): what was asked for
 * @out_expires: (out): µs since the epoch, 0: never; set with @out_has_end
 * @out_login: (out) (transfer full) (nullable): the login that it ends with
 *
 * When a root is to end.
 *
 * Returns: whether that may be
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
