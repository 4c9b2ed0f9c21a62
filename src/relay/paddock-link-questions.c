/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-link-questions.h"

#include "paddock-alarm.h"

/* Keeps the link's questions to the service until the service answers them, oldest first.
 *
 * The link owns this object, and sends the questions. If the service is too slow, the link itself
 * answers the caller that waits. A question that was sent stays until the service answers, because
 * the answer may bring another list. If the service ends, a question that still needs an answer is
 * sent to the next service.
 */

struct _PaddockLinkQuestions
{
  GQueue        queue;              /* (owned) PaddockLinkQuestion: the questions without an answer,
                                     * oldest first */
  guint         last_id;
  guint         timeout;            /* ms */
  PaddockAlarm *alarm;              /* (owned) goes off when the service is late with the next
                                     * answer */
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
 * @timeout: how many ms the service may take for an answer
 * @late: called when a question got no answer in time; must call paddock_link_questions_expire()
 * @user_data: for @late
 *
 * Returns: (transfer full): an object without questions
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
 * @purpose: what the question is for
 * @callback: (nullable): called with the answer; %NULL: nobody waits for an answer
 * @user_data: for @callback
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
 * Gives @question a new id. The caller must send @question with this id now.
 *
 * Returns: the id
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
 * @id: (nullable): the id of an answer, JSON text
 *
 * Removes the question that was sent with @id.
 *
 * Returns: (transfer full) (nullable): the question; %NULL if there is none with @id
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
 * Called when the service is gone. Drops each question for which nobody waits. Marks the others as
 * not sent, so that the next service gets them.
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
 * @func: must answer the question that it gets
 *
 * Has @func answer the questions that the service did not answer in time.
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

/* Calls @func for each question, oldest first. */
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
 * Sets the alarm for the oldest question that needs an answer. Must be called after a question was
 * added or stolen.
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
