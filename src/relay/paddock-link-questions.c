/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-link-questions.h"

#include "paddock-alarm.h"

/* What the service was asked and has not answered yet, oldest first.
 *
 * The link owns one, and sends the questions. Each question of the server is answered in time: when
 * the service is too slow, the link answers without it. A question that was sent stays until its
 * answer is here, since that may bring another list. When the service is gone, a question that
 * still needs an answer is sent to the next one.
 */

struct _PaddockLinkQuestions
{
  GQueue        queue;              /* (owned) PaddockLinkQuestion */
  guint         last_id;
  guint         timeout;            /* ms */
  PaddockAlarm *alarm;              /* (owned) of the oldest that needs an answer */
};

static void
drop (PaddockLinkQuestions *self,
      GList                *item)
{
  g_free (item->data);
  g_queue_delete_link (&self->queue, item);
}

/**
 * paddock_link_questions_new:
 * @timeout: ms that the service may take
 * @late: called when paddock_link_questions_expire() is to be called
 * @user_data: for @late
 *
 * Returns: (transfer full): none
 */
PaddockLinkQuestions *
paddock_link_questions_new (guint       timeout,
                            GSourceFunc late,
                            gpointer    user_data)
{
  PaddockLinkQuestions *self = g_new0 (PaddockLinkQuestions, 1);

  g_queue_init (&self->queue);
  self->timeout = timeout;
  self->alarm = paddock_alarm_new (late, user_data);
  return self;
}

void
paddock_link_questions_free (PaddockLinkQuestions *self)
{
  paddock_alarm_free (self->alarm);
  g_queue_clear_full (&self->queue, g_free);
  g_free (self);
}

/**
 * paddock_link_questions_add:
 * @callback: (nullable): whom to answer; %NULL: nobody, it is asked on our own behalf
 *
 * Returns: (transfer none): the question, not sent yet
 */
PaddockLinkQuestion *
paddock_link_questions_add (PaddockLinkQuestions *self,
                            PaddockLinkPurpose    purpose,
                            PaddockLinkAnswer     callback,
                            gpointer              user_data)
{
  PaddockLinkQuestion *question = g_new0 (PaddockLinkQuestion, 1);

  question->purpose = purpose;
  question->callback = callback;
  question->user_data = user_data;
  question->deadline = g_get_monotonic_time () + self->timeout * G_TIME_SPAN_MILLISECOND;
  g_queue_push_tail (&self->queue, question);
  return question;
}

/**
 * paddock_link_questions_number:
 *
 * Returns: the id with which to send @question now
 */
guint
paddock_link_questions_number (PaddockLinkQuestions *self,
                               PaddockLinkQuestion  *question)
{
  question->id = ++self->last_id;
  return question->id;
}

/**
 * paddock_link_questions_steal:
 * @id: (nullable): of an answer, as JSON text
 *
 * Returns: (transfer full) (nullable): the question that it answers
 */
PaddockLinkQuestion *
paddock_link_questions_steal (PaddockLinkQuestions *self,
                              const char           *id)
{
  for (GList *item = self->queue.head; item != NULL && id != NULL; item = item->next) {
    PaddockLinkQuestion *question = item->data;
    g_autofree char *own = g_strdup_printf ("%u", question->id);

    if (question->id != 0 && g_str_equal (own, id)) {
      g_queue_delete_link (&self->queue, item);
      return question;
    }
  }
  return NULL;
}

/**
 * paddock_link_questions_lose_sent:
 *
 * The service is gone. What it was asked is asked again, unless that needs no answer any more.
 */
void
paddock_link_questions_lose_sent (PaddockLinkQuestions *self)
{
  for (GList *item = self->queue.head, *next; item != NULL; item = next) {
    PaddockLinkQuestion *question = item->data;

    next = item->next;
    question->id = 0;
    if (question->callback == NULL)
      drop (self, item);
  }
}

/**
 * paddock_link_questions_expire:
 * @func: called for each question that got no answer in time; answers it
 */
void
paddock_link_questions_expire (PaddockLinkQuestions    *self,
                               PaddockLinkQuestionFunc  func,
                               gpointer                 user_data)
{
  GList *item = self->queue.head;

  while (item != NULL) {
    PaddockLinkQuestion *question = item->data;
    GList *next = item->next;

    if (question->callback != NULL && question->deadline <= g_get_monotonic_time ())
      func (question, user_data);
    if (question->callback == NULL && question->id == 0)
      drop (self, item);
    item = next;
  }
  paddock_link_questions_arm (self);
}

/* Calls @func for each, oldest first. */
void
paddock_link_questions_foreach (PaddockLinkQuestions    *self,
                                PaddockLinkQuestionFunc  func,
                                gpointer                 user_data)
{
  for (GList *item = self->queue.head; item != NULL; item = item->next)
    func (item->data, user_data);
}

/**
 * paddock_link_questions_arm:
 *
 * Waits for the oldest question that needs an answer. To be called when one was added or stolen.
 */
void
paddock_link_questions_arm (PaddockLinkQuestions *self)
{
  for (GList *item = self->queue.head; item != NULL; item = item->next) {
    PaddockLinkQuestion *question = item->data;

    if (question->callback != NULL) {
      paddock_alarm_set (self->alarm, MAX (question->deadline - g_get_monotonic_time (), 0));
      return;
    }
  }
  paddock_alarm_clear (self->alarm);
}

gboolean
paddock_link_questions_is_empty (PaddockLinkQuestions *self)
{
  return g_queue_is_empty (&self->queue);
}
