/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-consent-text.h"

#include "paddock-who-text.h"

#include <string.h>

/* The longest question, in words, without its lists and Details. */
#define MAX_WORDS 65

static const char * const one[] = { "/srv/a", NULL };
static const char * const two[] = { "/srv/a", "/srv/b", NULL };

typedef struct {
  PaddockPrompt prompt;
  const char   *heading;
  const char   *who;                /* (nullable) */
  const char   *note;
  const char   *buttons;
} Row;

#define SHARING "Paddock tells the server about these folders. It can’t stop this server from " \
  "opening other files."
#define TOLD "can open any of your files, whatever you choose here. It is only told which " \
  "folders to use."
#define CONFINED "The system lets it open only the folders you allow here. Until you allow " \
  "one, it can open none."
#define FOR_SERVER "Always _Refuse|Ask _in 10 Minutes|_Tell “tool”"
#define FOR_CALLER "|_Refuse|_Allow"
#define STRANGER "is a program (MCP server) on this computer. It’s in no app’s settings."

static const PaddockAppNote entry = {
  .key = "codex-1", .app = "codex", .server = "notes", .path = "/home/me/.codex/config.toml",
};

static const Row rows[] = {
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "tool" },
    "Which Folders Should “tool” Use?", "“tool” " STRANGER, "“tool” " TOLD, FOR_SERVER },
  { { .kind = PADDOCK_PROMPT_ROOTS }, "Which Folders Should “A server” Use?", NULL, TOLD,
    "Always _Refuse|Ask _in 10 Minutes|_Tell “A server”" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "" }, "Which Folders Should “A server” Use?", NULL,
    TOLD, "Always _Refuse|Ask _in 10 Minutes|_Tell “A server”" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "a_b", .times_put_off = 1 },
    "Which Folders Should “a_b” Use?", NULL, TOLD,
    "Always _Refuse|Ask _in 1 Hour|_Tell “a__b”" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "a-very-long-name-of-a-server",
      .times_put_off = 2 },
    "Which Folders Should “a-very-long-name-of-a-server” Use?", NULL, TOLD,
    "Always _Refuse|Stop Ask_ing|_Tell “a-very-long-name-of-a…”" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "notes (Codex)", .note = &entry },
    "Which Folders Should “notes” Use?",
    "“notes” is a program (MCP server) that Codex runs on this computer", "“notes” " TOLD,
    "Always _Refuse|Ask _in 10 Minutes|_Tell “notes”" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "mine", .note = &entry, .is_named = TRUE,
      .is_confined = TRUE, .times_put_off = 9 },
    "Which Folders May “mine” Open?",
    "“mine” is a program (MCP server) that Codex runs on this computer", CONFINED,
    "Always _Refuse|Stop Ask_ing|Allo_w" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "tool", .wants.flags = PADDOCK_WANTS_RENEWAL },
    "Go On With “tool”?", NULL, TOLD, "|_Let It End|_Tell “tool”" },
  { { .kind = PADDOCK_PROMPT_ROOTS, .server = "tool", .wants.flags = PADDOCK_WANTS_RENEWAL,
      .is_confined = TRUE },
    "Go On With “tool”?", NULL, CONFINED, "|_Let It End|Allo_w" },
  { { .kind = (PaddockPromptKind) 99, .server = "tool", .caller = "x" },
    "Which Folders Should “tool” Use?", "Requested by x, not from this window", SHARING,
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_TAKE_OUT, .caller = "paddock (1 ✓) ← bash ← zed",
      .wants.entries = one },
    "Start a Server Without Paddock?", "Requested by bash in Zed, not from this window",
    "Your app then starts this server without Paddock. It can open any of your files.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_TAKE_OUT, .caller = "x", .wants.entries = two },
    "Start 2 Servers Without Paddock?", NULL,
    "Your apps then start these servers without Paddock. They can open any of your files.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_GRANT, .server = "tool", .caller = "paddock (1 ✓) ← bash ← zed" },
    "Share Folders With “tool”?", "Requested by bash in Zed, not from this window", SHARING,
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_GRANT, .server = "tool", .caller = "x", .wants.root_ids = one },
    "Share Folders With “tool”?", NULL,
    "Paddock tells the server about this folder. It can’t stop this server from opening other "
    "files.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_UNBLOCK, .server = "tool" },
    "Unblock “tool”?", "Requested by a program, not from this window", "ask for folders again",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_UNBLOCK, .server = "tool", .wants.flags = PADDOCK_WANTS_FORGETTING },
    "Forget Blocked Server “tool”?", NULL, "ask for folders again", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_RESUME, .caller = "x" },
    "Resume Sharing?", NULL, "can’t stop servers from opening other files", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_RESUME, .caller = "paddock (1 ✓) ← python3.11 ← bash" },
    "Resume Sharing?", "Requested by a script (python3.11 in bash), not from this window", "again",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_CLEAR, .caller = "x" },
    "Clear Activity?", NULL, "permanently deletes", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_TAKE_BACK_NEVER, .caller = "x", .path = "/srv/.env" },
    "Should Paddock Ask Again About “.env”?", NULL, "won’t share the file", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_ADD_ROOTS, .caller = "x", .wants.paths = one },
    "Add a Folder to Paddock?", "Requested by x, not from this window",
    "can then read everything in this folder. No server is told about it yet.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_ADD_ROOTS, .wants.paths = two },
    "Add 2 Folders to Paddock?", NULL, "these folders. No server is told about them yet.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_ADD_ROOTS, .wants.paths = one, .wants.n_files = 1 },
    "Add a File to Paddock?", NULL, "can then read this file. No server is told about it yet.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_ADD_ROOTS, .wants.paths = two, .wants.n_files = 2 },
    "Add 2 Files to Paddock?", NULL, "read these files. No server is told about them yet.",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_ADD_ROOTS, .wants.paths = two, .wants.n_files = 1 },
    "Add 2 Folders and Files to Paddock?", NULL, "everything in these folders.", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_CHANGE_ROOT, .caller = "x", .wants.access = PADDOCK_ACCESS_READ_WRITE,
      .wants.flags = PADDOCK_WANTS_ACCESS },
    "Change How a Folder Is Shared?", NULL, "may write in it", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_CHANGE_ROOT, .caller = "x", .wants.flags = PADDOCK_WANTS_CROSSING },
    "Change How a Folder Is Shared?", NULL, "drives and network shares mounted in this folder",
    FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_CHANGE_ROOT, .caller = "x" },
    "Change How a Folder Is Shared?", NULL, "sees it again, or for longer", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_LET_READ, .server = "tool", .caller = "x" },
    "Let Paddock Read Files for “tool”?", NULL, "contents of files", FOR_CALLER },
  { { .kind = PADDOCK_PROMPT_READ, .server = "tool", .path = "/srv/.env" },
    "Let “tool” Read “.env”?", "“tool” " STRANGER, "passwords or keys",
    "Ne_ver for This Server|_Not Now|_Allow" },
  /* The app asks, not Paddock, through which it asks. */
  { { .kind = PADDOCK_PROMPT_READ, .caller = "paddock (1 ✓) ← assistant", .path = "/srv/a\n/.env" },
    "Let “assistant” Read “.env”?", "This app reads files through Paddock.", "passwords or keys",
    "Ne_ver for Any App|_Not Now|_Allow" },
};

static const PaddockConsentButton buttons[] = {
  PADDOCK_CONSENT_BLOCK, PADDOCK_CONSENT_NOT_NOW, PADDOCK_CONSENT_SHARE,
};

static char *
dup_buttons (const PaddockPrompt *prompt)
{
  g_autoptr (GString) labels = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++) {
    g_autofree char *label = paddock_consent_text_button (prompt, buttons[i]);

    g_string_append_printf (labels, "%s%s", i > 0 ? "|" : "", label != NULL ? label : "");
    g_assert_cmpstr (paddock_consent_text_outcome (prompt, buttons[i]), !=, "");
  }
  return g_string_free (g_steal_pointer (&labels), FALSE);
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockPrompt *prompt = &rows[i].prompt;
    g_autofree char *heading = paddock_consent_text_heading (prompt);
    g_autofree char *who = paddock_consent_text_who (prompt, NULL);
    g_autofree char *note = paddock_consent_text_note (prompt);
    g_autofree char *labels = dup_buttons (prompt);

    g_test_message ("%s", heading);
    g_assert_cmpstr (heading, ==, rows[i].heading);
    if (rows[i].who != NULL)
      g_assert_cmpstr (who, ==, rows[i].who);
    g_assert_nonnull (strstr (note, rows[i].note));
    g_assert_cmpstr (labels, ==, rows[i].buttons);
  }
}

/* Returns what a notification says of a server that asks for folders. */
static char *
dup_asking (const PaddockPrompt *prompt)
{
  const char *server = prompt->server != NULL && *prompt->server != '\0' ? prompt->server
                                                                         : "A server";

  return prompt->note != NULL && !prompt->is_named ? g_strdup ("“notes” (Codex) asks for folders")
                              : g_strdup_printf ("“%s” asks for folders", server);
}

/* A notification asks the same, or says who asks for folders, and names no file. */
static void
test_notice (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockPrompt *prompt = &rows[i].prompt;
    g_autofree char *notice = paddock_consent_text_notice (prompt);
    g_autofree char *who = paddock_consent_text_who_briefly (prompt);
    g_autofree char *asking = dup_asking (prompt);

    g_test_message ("%s %s", notice, who);
    if (prompt->kind == PADDOCK_PROMPT_READ)
      g_assert_cmpstr (notice, ==, prompt->server != NULL
                       ? "Let “tool” Read a Sensitive File?"
                       : "Let “assistant” Read a Sensitive File?");
    else if (prompt->kind == PADDOCK_PROMPT_TAKE_BACK_NEVER)
      g_assert_cmpstr (notice, ==, "Should Paddock Ask Again About a File?");
    else if (prompt->kind == PADDOCK_PROMPT_ROOTS &&
             (prompt->wants.flags & PADDOCK_WANTS_RENEWAL) == 0)
      g_assert_cmpstr (notice, ==, asking);
    else
      g_assert_cmpstr (notice, ==, rows[i].heading);
    if (paddock_consent_text_is_of_server (prompt))
      g_assert_cmpstr (who, ==, prompt->caller == NULL ? "Unknown program"
                                                       : "This app reads files through Paddock.");
    else
      g_assert_true (g_str_has_prefix (who, "Requested by "));
    g_assert_null (strstr (who, "window"));
  }
}

/* Lock screens show it: no more of a name than 64 characters, none that are markup or turn the text
 * around. */
static void
test_notice_names (void)
{
  g_autofree char *longest = g_strnfill (64, 'a');
  g_autofree char *longer = g_strnfill (65, 'a');
  PaddockPrompt marked = { .kind = PADDOCK_PROMPT_ROOTS, .server = "<b>\xe2\x80\xae&" };
  PaddockPrompt quoting = { .kind = PADDOCK_PROMPT_ROOTS,
                            .server = "Paddock” (verified) – choose all. “Paddock" };
  PaddockPrompt at_limit = { .kind = PADDOCK_PROMPT_ROOTS, .server = longest };
  PaddockPrompt above = { .kind = PADDOCK_PROMPT_READ, .server = longer };
  PaddockPrompt by_caller = { .kind = PADDOCK_PROMPT_RESUME, .caller = longer };
  g_autofree char *of_marked = paddock_consent_text_notice (&marked);
  g_autofree char *of_quoting = paddock_consent_text_notice (&quoting);
  g_autofree char *of_longest = paddock_consent_text_notice (&at_limit);
  g_autofree char *of_longer = paddock_consent_text_notice (&above);
  g_autofree char *of_caller = paddock_consent_text_who_briefly (&by_caller);

  g_assert_cmpstr (of_marked, ==, "“b” asks for folders");
  g_assert_cmpstr (of_quoting, ==,
                   "“Paddock' (verified) – choose all. 'Paddock” asks for folders");
  g_assert_nonnull (strstr (of_longest, longest));
  g_assert_null (strstr (of_longer, longer));
  g_assert_null (strstr (of_caller, longer));
}

/* The window and a notification name the servers that ask for folders; of anything else, they say
 * only that it waits. */
static void
test_waiting (void)
{
  PaddockPrompt of_entry = { .kind = PADDOCK_PROMPT_ROOTS, .server = "notes (Codex)",
                             .note = &entry };
  PaddockPrompt named = { .kind = PADDOCK_PROMPT_ROOTS, .server = "Mine", .note = &entry,
                          .is_named = TRUE };
  PaddockPrompt stranger = { .kind = PADDOCK_PROMPT_ROOTS, .server = "<b>\xe2\x80\xae" };
  PaddockPrompt renewal = { .kind = PADDOCK_PROMPT_ROOTS, .server = "tool",
                            .wants.flags = PADDOCK_WANTS_RENEWAL };
  PaddockPrompt reading = { .kind = PADDOCK_PROMPT_READ, .server = "tool", .path = "/srv/.env" };
  const struct {
    PaddockPrompt *prompts[4];
    const char    *text;
  } cases[] = {
    { { &of_entry }, "“notes” (Codex) asks for folders" },
    { { &named }, "“Mine” asks for folders" },
    { { &stranger }, "“b” asks for folders" },
    { { &renewal }, "1 request waits for you" },
    { { &reading }, "1 request waits for you" },
    { { &of_entry, &stranger }, "2 servers ask for folders: notes (Codex) and b" },
    { { &of_entry, &named, &stranger },
      "3 servers ask for folders: notes (Codex), Mine and b" },
    { { &of_entry, &reading }, "2 requests wait for you" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) prompts = g_ptr_array_new ();
    g_autofree char *text = NULL;

    for (gsize j = 0; cases[i].prompts[j] != NULL; j++)
      g_ptr_array_add (prompts, cases[i].prompts[j]);
    text = paddock_consent_text_waiting (prompts);
    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

/* The description says exactly when the question comes again. */
static void
test_not_now (void)
{
  static const struct {
    PaddockPromptKind  kind;
    PaddockWantsFlags  wants;
    const char        *text;
  } outcomes[] = {
    { PADDOCK_PROMPT_ROOTS, 0, "until then" },
    { PADDOCK_PROMPT_ROOTS, PADDOCK_WANTS_RENEWAL, "when the server wants folders" },
    { PADDOCK_PROMPT_READ, 0, "after a minute" },
    { PADDOCK_PROMPT_GRANT, 0, "Changes nothing" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (outcomes); i++) {
    PaddockPrompt prompt = { .kind = outcomes[i].kind, .wants.flags = outcomes[i].wants };
    const char *text = paddock_consent_text_outcome (&prompt, PADDOCK_CONSENT_NOT_NOW);

    g_assert_nonnull (strstr (text, outcomes[i].text));
  }
}

static guint
count_words (const char *text)
{
  g_auto (GStrv) words = g_regex_split_simple ("[\\s|]+", text, 0, 0);
  guint n = 0;

  for (gsize i = 0; words[i] != NULL; i++)
    n += *words[i] != '\0';
  return n;
}

/* Counts all words that are always visible, including a warning. */
static guint
count_all (const PaddockPrompt *prompt)
{
  g_autofree char *heading = paddock_consent_text_heading (prompt);
  g_autofree char *who = paddock_consent_text_who (prompt, NULL);
  g_autofree char *note = paddock_consent_text_note (prompt);
  g_autofree char *labels = dup_buttons (prompt);
  guint n = count_words (heading) + count_words (who) + count_words (note) + count_words (labels) +
            count_words ("Details");

  if (paddock_consent_text_is_of_server (prompt))
    n += count_words ("How Long|Until Claude Code stops it|You’re asked again next time");
  return n;
}

static void
test_few_words (void)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/python3" },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, "python3 servers/notes-search.py" },
    [PADDOCK_FACT_HOST] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/claude" },
  };
  PaddockFact remote[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_HOST] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/claude" },
    [PADDOCK_FACT_ADDRESS] = { PADDOCK_PROOF_CLAIMED, "https://example.org/mcp" },
  };
  PaddockFact local[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_HOST] = { PADDOCK_PROOF_CLAIMED, "/usr/bin/claude" },
    [PADDOCK_FACT_ADDRESS] = { PADDOCK_PROOF_CLAIMED, "http://localhost:3000/mcp" },
  };
  g_autoptr (PaddockIdentity) launch = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
  g_autoptr (PaddockIdentity) far = paddock_identity_new (PADDOCK_IDENTITY_REMOTE, remote);
  g_autoptr (PaddockIdentity) near = paddock_identity_new (PADDOCK_IDENTITY_REMOTE, local);
  const PaddockIdentity *identities[] = { launch, far, near };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (identities); j++) {
      PaddockPrompt prompt = rows[i].prompt;
      g_autofree char *heading = NULL;

      prompt.identity = identities[j];
      heading = paddock_consent_text_heading (&prompt);
      g_test_message ("%s: %u", heading, count_all (&prompt));
      g_assert_cmpuint (count_all (&prompt), <=, MAX_WORDS);
    }
}

/* A warning stands only where the same entry changed; what is hidden stays hidden. */
static void
test_change (void)
{
  static const struct { const char *before, *after, *warning, *was, *now;
  } changes[] = {
    { "npx -y files /a /b", "npx -y files /a /c", "Its command in ~/.codex/config.toml changed",
      "Was: npx -y files /a <b>/b</b>", "Now: npx -y files /a <b>/c</b>" },
    { "npx files", "npx -y files", "Its command in ~/.codex/config.toml changed",
      "Was: npx <b>files</b>", "Now: npx <b>-y files</b>" },
    { "a <b> c", "a & c", "Its command in ~/.codex/config.toml changed",
      "Was: a <b>&lt;b&gt;</b> c", "Now: a <b>&amp;</b> c" },
    { "run --key ‹hidden:0123456789ab›", "run --key ‹hidden:ba9876543210›",
      "A hidden value changed", NULL, NULL },
    { "/a/very-long-directory/another-one/and-another/server 1 2", "/a/very-long-directory/"
      "another-one/and-another/server 3 2", "Its command in ~/.codex/config.toml changed",
      "Was: …y-long-directory/another-one/and-another/server <b>1</b> 2",
      "Now: …y-long-directory/another-one/and-another/server <b>3</b> 2" },
    { "1 a-very-long-option-another-one-and-another --file", "2 a-very-long-option-another-one-and-"
      "another --file", "Its command in ~/.codex/config.toml changed",
      "Was: <b>1</b> a-very-long-option-another-one-and-another --fi…",
      "Now: <b>2</b> a-very-long-option-another-one-and-another --fi…" },
    { "same", "same", NULL, NULL, NULL },
    { NULL, "new", NULL, NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++) {
    PaddockFact facts[PADDOCK_N_FACTS] = {
      [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, changes[i].before },
    };
    g_autoptr (PaddockIdentity) before = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
    g_autoptr (PaddockIdentity) after = NULL;
    PaddockPrompt prompt = { .kind = PADDOCK_PROMPT_ROOTS, .server = "tool", .note = &entry };
    g_autofree char *warning = NULL;
    g_autofree char *was = NULL;
    g_autofree char *now = NULL;

    facts[PADDOCK_FACT_COMMAND].value = changes[i].after;
    prompt.identity = after = paddock_identity_new (PADDOCK_IDENTITY_LAUNCH, facts);
    prompt.previous = changes[i].before != NULL ? before : NULL;
    warning = paddock_consent_text_warning (&prompt, "/home/me");
    was = paddock_consent_text_change (&prompt, &now);
    g_assert_cmpstr (warning, ==, changes[i].warning);
    g_assert_cmpstr (was, ==, changes[i].was);
    g_assert_cmpstr (now, ==, changes[i].now);
  }
}

/* Whatever strangers choose, a sentence goes on behind it within a few lines. */
static void
test_long (void)
{
  g_autofree char *name = g_strnfill (256, 'n');
  g_autofree char *base = g_strnfill (4000, 'p');
  g_autofree char *path = g_strconcat ("/", base, NULL);
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_PROVEN, path },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
  const PaddockPrompt prompts[] = {
    { .kind = PADDOCK_PROMPT_ROOTS, .server = name, .identity = identity },
    { .kind = PADDOCK_PROMPT_ROOTS, .server = name, .identity = identity, .is_confined = TRUE },
    { .kind = PADDOCK_PROMPT_READ, .server = name, .identity = identity, .path = path },
    { .kind = PADDOCK_PROMPT_GRANT, .server = name, .caller = path },
    { .kind = PADDOCK_PROMPT_TAKE_BACK_NEVER, .caller = path, .path = path },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (prompts); i++) {
    g_autofree char *heading = paddock_consent_text_heading (&prompts[i]);
    g_autofree char *closed = paddock_consent_text_closed (&prompts[i]);
    g_autofree char *who = paddock_consent_text_who (&prompts[i], NULL);
    g_autofree char *title = paddock_consent_text_note_title (&prompts[i]);
    g_autofree char *note = paddock_consent_text_note (&prompts[i]);
    const char *texts[] = { heading, closed, who, title, note };

    for (gsize j = 0; j < G_N_ELEMENTS (texts); j++)
      if (texts[j] != NULL)
        g_assert_cmpint (g_utf8_strlen (texts[j], -1), <=, 200);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/consent-text/rows", test_rows);
  g_test_add_func ("/consent-text/notice", test_notice);
  g_test_add_func ("/consent-text/notice-names", test_notice_names);
  g_test_add_func ("/consent-text/waiting", test_waiting);
  g_test_add_func ("/consent-text/not-now", test_not_now);
  g_test_add_func ("/consent-text/few-words", test_few_words);
  g_test_add_func ("/consent-text/change", test_change);
  g_test_add_func ("/consent-text/long", test_long);
  return g_test_run ();
}
