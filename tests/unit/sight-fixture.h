/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-item.h"
#include "paddock-server-item.h"


G_BEGIN_DECLS

/* The client's lists, made of dictionaries in the form of the bus. */

static inline GVariant *
fixture_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static inline GListModel *
fixture_roots (const char * const *texts)
{
  GListStore *store = g_list_store_new (PADDOCK_TYPE_ROOT_ITEM);

  for (; *texts != NULL; texts++) {
    g_autoptr (GVariant) dictionary = fixture_parse (*texts);
    g_autoptr (PaddockRootItem) item =
      paddock_root_item_new (paddock_root_view_from_variant (dictionary));

    g_list_store_append (store, item);
  }
  return G_LIST_MODEL (store);
}

static inline GListModel *
fixture_servers (const char * const *texts)
{
  GListStore *store = g_list_store_new (PADDOCK_TYPE_SERVER_ITEM);

  for (; *texts != NULL; texts++) {
    g_autoptr (GVariant) dictionary = fixture_parse (*texts);
    g_autoptr (PaddockServerItem) item =
      paddock_server_item_new (paddock_server_view_from_variant (dictionary));

    g_list_store_append (store, item);
  }
  return G_LIST_MODEL (store);
}

/* Borrowed, because the list holds the reference. */
static inline gpointer
fixture_nth (GListModel *model,
             guint       position)
{
  g_autoptr (GObject) item = g_list_model_get_item (model, position);

  return item;
}

/* A grant that is visible now, or not. */
#define FIXTURE_SEES(id) "{'root': <'" id "'>, 'visible': <true>, 'access': <'read-write'>}"
#define FIXTURE_MAY(id)  "{'root': <'" id "'>, 'access': <'read-write'>}"
#define FIXTURE_SERVER(id, grants) \
  "{'id': <'" id "'>, 'given-name': <'" id "'>, 'grants': <[" grants "]>}"
/* A server that runs twice. Only one of its runs sees the root. */
#define FIXTURE_RUNS(id, grants, root) \
  "{'id': <'" id "'>, 'given-name': <'" id "'>, 'grants': <[" grants "]>, " \
  "'runs': <uint32 2>, 'partly': <{'" root "': uint32 1}>}"
#define FIXTURE_ROOT(id, path, status) \
  "{'id': <'" id "'>, 'path': <b'" path "'>, 'status': <'" status "'>}"

G_END_DECLS
