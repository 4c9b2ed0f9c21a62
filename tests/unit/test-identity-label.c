/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-identity-label.h"

static void
test_label (void)
{
  static const struct { const char *executable, *command, *label, *name;
  } rows[] = {
    { "/usr/bin/files-server", NULL, "files-server" },
    { "/usr/bin/files-server", "", "files-server" },
    { "/usr/bin/files-server", "'unbalanced", "files-server" },
    { "/usr/bin/files-server", "files-server --verbose", "files-server" },
    { "/usr/bin/files-server", "--verbose", "files-server" },
    { "/usr/bin/node", "node /srv/mail.js", "mail.js" },
    { "/usr/bin/node", "/srv/mail.js", "mail.js" },
    { "/usr/bin/node", "node /srv/mail/dist/index.js", "mail" },
    { "/usr/bin/node", "node '/srv/key=‹hidden:0123456789ab›/index.js'", "index.js" },
    { "/usr/bin/node", "node", "node" },
    { "/usr/bin/node", "npx -y @scope/server-files /tmp", "@scope/server-files" },
    { "/usr/bin/python3.11", "/usr/bin/python3.11 -m mail_server", "mail_server" },
    { "/usr/bin/uvx", "uvx mcp-server-git==1.2 --repository /r", "mcp-server-git" },
    { NULL, "npx server-files", "server-files" },
    { NULL, "/opt/x/server --flag", "server" },
    { NULL, NULL, NULL },
    { "/usr/bin/node", "node '/srv/key=‹hidden:0123456789ab›.js'", "key=••••.js" },
    { "/opt/\xff", NULL, "\\xFF" },
    { "/opt/\xff/server", NULL, "server" },
    { "/opt/“Paddock” (verified)", NULL, "'Paddock' (verified)" },
    { "/opt/a\nb", NULL, "a\\x0Ab" },
    { "/", NULL, "/" },
    { "", NULL, "." },
    { "/usr/bin/node", "node /srv/mail.js", "Notes", " Notes " },
    { "/usr/bin/node", "node /srv/mail.js", "mail.js", " " },
    { NULL, NULL, "a\\u{202E}b", "a\xe2\x80\xae" "b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockFact facts[PADDOCK_N_FACTS] = {
      [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, rows[i].executable },
      [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, rows[i].command },
      [PADDOCK_FACT_NAME] = { PADDOCK_PROOF_CLAIMED, rows[i].name },
    };
    g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
    g_autofree char *label = paddock_identity_label_dup (identity);

    g_assert_cmpstr (label, ==, rows[i].label);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/identity-label/dup", test_label);
  return g_test_run ();
}
