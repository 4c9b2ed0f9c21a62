/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-sensitive.h"

#include <string.h>

#define HOME "/home/u"

typedef struct {
  const char *path;
  PaddockSensitiveKind kind;
} Sample;

/* One for each line of data/sensitive-files.txt, except exceptions. */
static const Sample samples[] = {
  { "/srv/p/.env", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.env.local", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/prod.env", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/prod.env~", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/..env.swp", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.envrc", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.flaskenv", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/home/u/.ssh/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/id_rsa.bak", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/id_dsa", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/id_ecdsa_sk", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/id_ed25519_github", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/identity.pem", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/ssh_host_rsa_key", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.gnupg/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/private-keys-v1.d/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/secring.gpg", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/my-secret-key.asc", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/private.asc", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.pem", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.key", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.p8", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.pk8", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.ppk", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.agekey", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/sops/age/keys.txt", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/wireguard/a.conf", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/etc/wireguard/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/etc/ssl/private/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/etc/letsencrypt/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.lego/certificates/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.acme.sh/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.android/adbkey", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.minisign/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.config/solana/id.json", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/wallet.dat", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.electrum/wallets/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.ethereum/keystore/some/file", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a.p12", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.pfx", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.jks", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.jceks", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.bks", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.keystore", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.keytab", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/krb5cc_1000", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.kdb", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.kdbx", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.psafe3", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.keychain", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.keychain-db", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.agilekeychain/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.opvault/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.keyring", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.local/share/keyrings/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.gnome2/keyrings/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.local/share/kwalletd/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/a.kwl", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.password-store/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.local/share/gopass/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.pki/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/key3.db", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/key4.db", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.config/Bitwarden-1/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.config/1Password/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.config/op/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.config/keepassxc/some/file", PADDOCK_SENSITIVE_KEY_STORE },
  { "/home/u/.aws/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/gcloud/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/application_default_credentials.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/service-account-1.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/serviceAccountKey-1.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/client_secret-1.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.azure/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.oci/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.aliyun/config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.bluemix/config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/doctl/config.yaml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/hcloud/cli.toml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/scw/config.yaml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.fly/config.yml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/netlify/config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.local/share/com.vercel.cli/auth.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.docker/config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.dockercfg", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/containers/auth.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.kube/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/kubeconfig", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/a.kubeconfig", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/helm/repositories.yaml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.npmrc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.yarnrc.yml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.pypirc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.pip/pip.conf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/pip/pip.conf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/pypoetry/auth.toml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.condarc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.subversion/auth/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.netrc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/_netrc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.authinfo.gpg", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.git-credentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/git/credentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/gh/hosts.yml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/hub", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/glab-cli/config.yml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/tea/config.yml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.cargo/credentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.cargo/credentials.toml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.gem/credentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.local/share/gem/credentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.bundle/config", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.composer/auth.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/composer/auth.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.m2/settings.xml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.m2/settings-security.xml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.gradle/gradle.properties", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/NuGet.Config", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.hex/hex.config", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.terraformrc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.terraform.d/credentials.tfrc.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/a.tfvars", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/a.tfvars.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/a.tfstate", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/a.tfstate.backup", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.pulumi/credentials.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.vault-token", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.vault_pass-1", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.vault-pass-1", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/vault_pass-1", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/vault-password-1", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.ansible/galaxy_token", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.chef/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/rclone/rclone.conf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/rclone.conf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.s3cfg", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.boto", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.passwd-s3fs", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/restic/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/borg/keys/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.pgpass", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.pg_service.conf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.my.cnf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.mylogin.cnf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.snowsql/config", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.dbt/profiles.yml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.databrickscfg", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.redisclirc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.cassandra/credentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.kaggle/kaggle.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/huggingface/token", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.huggingface/token", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.claude/.credentials.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.claude.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.codex/auth.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.gemini/oauth_creds.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/github-copilot/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/openai/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/claude_desktop_config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.sentryclirc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/stripe/config.toml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.htpasswd", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.smbcredentials", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.fetchmailrc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.msmtprc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/msmtp/config", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.mbsyncrc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.offlineimaprc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.esmtprc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/filezilla/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.local/share/remmina/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.remmina/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.vnc/passwd", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/a.ovpn", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.Xauthority", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.ICEauthority", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/rustdesk/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/syncthing/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/etc/NetworkManager/system-connections/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/wp-config.php", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/weechat/sec.conf", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.streamlit/secrets.toml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/mcp.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.mcp.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/mcp_config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/mcp-config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/cline_mcp_settings.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/anythingllm_mcp_servers.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.codex/config.toml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.gemini/settings.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.qwen/settings.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/zed/settings.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/Code - Insiders/User/settings.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/VSCodium/User/settings.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/goose/config.yaml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.continue/config.yaml", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.continue/mcpServers/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/opencode.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/opencode.jsonc", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.config/opencode/config.json", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.local/share/paddock/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.var/app/io.github.paddock_mcp.Paddock/some/file", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/credentials.json", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/credentials.yaml", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/secrets.json", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/secrets.toml", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/secrets.yml", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/.secrets", PADDOCK_SENSITIVE_SECRET },
  { "/home/u/.secrets/some/file", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/.credentials", PADDOCK_SENSITIVE_SECRET },
  { "/home/u/.credentials/some/file", PADDOCK_SENSITIVE_SECRET },
  { "/etc/shadow-", PADDOCK_SENSITIVE_SECRET },
  { "/etc/gshadow", PADDOCK_SENSITIVE_SECRET },
  { "/run/secrets/some/file", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/.bash_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.zsh_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.zhistory", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.histfile", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.sh_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.ksh_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.tcsh_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/fish_history", PADDOCK_SENSITIVE_HISTORY },
  { "/home/u/.config/nushell/history.txt", PADDOCK_SENSITIVE_HISTORY },
  { "/home/u/.local/share/atuin/some/file", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/ConsoleHost_history.txt", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.python_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.node_repl_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.irb_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.psql_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.mysql_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.mariadb_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.sqlite_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.rediscli_history", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.dbshell", PADDOCK_SENSITIVE_HISTORY },
  { "/home/u/.mongosh/some/file", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.lesshst", PADDOCK_SENSITIVE_HISTORY },
  { "/srv/p/.viminfo", PADDOCK_SENSITIVE_HISTORY },
  { "/home/u/.local/share/recently-used.xbel", PADDOCK_SENSITIVE_HISTORY },
  { "/home/u/.mozilla/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/mozilla/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.librewolf/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.waterfox/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.floorp/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.zen/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.tor-browser/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.local/share/torbrowser/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/google-chrome-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/chromium-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/BraveSoftware/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/microsoft-edge-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/vivaldi-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/opera-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/yandex-browser-beta/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/falkon/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.local/share/falkon/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.local/share/epiphany/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.local/share/qutebrowser/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.config/qutebrowser/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.cache/mozilla/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.cache/google-chrome-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.cache/chromium-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/org.mozilla.firefox/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/org.chromium.Chromium/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/com.google.Chrome-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/com.brave.Browser/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/com.microsoft.Edge-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/com.vivaldi.Vivaldi/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/com.opera.Opera-1/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/io.github.ungoogled_software.x/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/io.gitlab.librewolf-community/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/app.zen_browser.zen/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.var/app/org.gnome.Epiphany/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/snap/firefox/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/snap/chromium/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/snap/brave/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/snap/opera-beta/some/file", PADDOCK_SENSITIVE_BROWSER },
  { "/srv/p/logins.json", PADDOCK_SENSITIVE_BROWSER },
  { "/srv/p/signons.sqlite", PADDOCK_SENSITIVE_BROWSER },
  { "/srv/p/cookies.sqlite", PADDOCK_SENSITIVE_BROWSER },
  { "/srv/p/cookies.txt", PADDOCK_SENSITIVE_BROWSER },
  { "/srv/p/Login Data", PADDOCK_SENSITIVE_BROWSER },
  { "/srv/p/Login Data For Account", PADDOCK_SENSITIVE_BROWSER },
  { "/home/u/.thunderbird/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.icedove/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.var/app/org.mozilla.Thunderbird/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.var/app/eu.betterbird.Betterbird/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/snap/thunderbird/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.local/share/evolution/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/evolution/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.var/app/org.gnome.Evolution/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.local/share/geary/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/geary/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.var/app/org.gnome.Geary/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.claws-mail/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.sylpheed-2.0/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.local/share/kmail2/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.local/share/akonadi/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.local/share/local-mail/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.mutt/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/srv/p/.muttrc", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.neomutt/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/mutt/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/neomutt/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/aerc/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/srv/p/.pinerc", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/Mail/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/mail/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/Maildir/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.maildir/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/mbox", PADDOCK_SENSITIVE_MAIL },
  { "/srv/p/a.mbox", PADDOCK_SENSITIVE_MAIL },
  { "/srv/p/a.pst", PADDOCK_SENSITIVE_MAIL },
  { "/var/mail/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/var/spool/mail/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/Signal-1/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.var/app/org.signal.Signal/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.local/share/TelegramDesktop/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.var/app/org.telegram.desktop/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/Element/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/discord/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.config/Slack/some/file", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/.purple/some/file", PADDOCK_SENSITIVE_MAIL },
};

/* One for each exception. */
static const char * const exceptions[] = {
  "/srv/p/.env.example",
  "/srv/p/.env.local.example",
  "/srv/p/.env.sample",
  "/srv/p/.env.local.sample",
  "/srv/p/.env.template",
  "/srv/p/.env.local.template",
  "/srv/p/.env.dist",
  "/srv/p/.env.schema",
  "/srv/p/.env.d.ts",
  "/srv/p/example.env",
  "/srv/p/sample.env",
  "/srv/p/template.env",
  "/home/u/.ssh/work.pub",
  "/home/u/.ssh/known_hosts",
  "/home/u/.ssh/known_hosts.old",
  "/home/u/.ssh/authorized_keys",
  "/home/u/.ssh/allowed_signers",
  "/srv/p/id_ed25519_work.pub",
  "/home/u/.gnupg/gpg.conf",
  "/home/u/.gnupg/dirmngr.conf",
  "/srv/p/work.tfvars.example",
};

/* Names that only look similar. */
static const char * const friends[] = {
  "/",
  "/srv/p/README.md",
  "/srv/p/environment.ts",
  "/srv/p/env",
  "/srv/p/.environment",
  "/srv/p/env.js",
  "/srv/p/.env.example/README",
  "/srv/p/dotenv.md",
  "/srv/p/id_rs",
  "/srv/p/my_id_rsa",
  "/srv/p/grid_rsa.c",
  "/srv/p/.sshx/config",
  "/srv/p/ssh/config",
  "/srv/p/.ssh",
  "/srv/p/a.ssh/key",
  "/srv/p/keys.c",
  "/srv/p/monkey",
  "/srv/p/key",
  "/srv/p/pem",
  "/srv/p/a.pem.c",
  "/srv/p/a.keys",
  "/srv/p/signing-key.asc",
  "/srv/p/.aws",
  "/srv/p/aws/credentials",
  "/srv/p/gcloud/config.c",
  "/srv/p/docker/config.json",
  "/srv/p/config.json",
  "/srv/p/.docker/daemon.json",
  "/srv/p/auth.json",
  "/srv/p/hosts.yml",
  "/srv/p/npmrc",
  "/srv/p/netrc",
  "/srv/p/credentials.c",
  "/srv/p/credentials",
  "/srv/p/secrets.c",
  "/srv/p/secrets",
  "/srv/p/secret.py",
  "/srv/p/bash_history",
  "/srv/p/HISTORY",
  "/srv/p/history",
  "/srv/p/shadow",
  "/srv/etc/shadow",
  "/srv/p/mozilla/a.c",
  "/srv/p/.config/chrome/a",
  "/srv/p/Cookies.tsx",
  "/srv/p/Login Data.md",
  "/srv/p/thunderbird/a.c",
  "/srv/p/.mozilla",
  "/srv/p/wordpress/wp-config-sample.php",
  "/srv/p/main.tf",
  "/srv/p/terraform.tfvars.example",
  "/srv/p/token",
  "/srv/p/passwd",
  "/srv/p/mcp.js",
  "/srv/p/mcp.json.md",
  "/srv/p/.codex/prompts/a.md",
  "/srv/p/config.yaml",
  "/srv/p/settings.json",
  /* Copies of what is not sensitive. */
  "/srv/p/.ssh.bak/README~",
  "/srv/p/notes.txt~",
  "/srv/p/~",
  "/srv/p/.bak",
  "/srv/p/##",
  "/srv/p/#",
  "/srv/p/.#",
  "/srv/p/.1",
  "/srv/p/a.paddock-aB3dEf",
  /* Only below the home directory, compared by bytes. */
  "/srv/Mail/inbox",
  "/home/v/Mail/inbox",
  "/home/u2/Mail/inbox",
  "/home/U/Mail/inbox",
  "/home/Mail/inbox",
  "/Mail/inbox",
  "/home/u/p/Mail/inbox",
  "/home/u/p/mbox",
  "/home/u/mbox/x",
  "/srv/snap/firefox/x",
  /* Only below the root directory. */
  "/srv/etc/wireguard/a",
  "/home/u/etc/ssl/private/a",
};

/* Unusual spellings that are found. */
static const Sample hidden[] = {
  { "/srv/p/.ENV", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.Env.Local", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.env.", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.env.example.local", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/.env.examples", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/.env", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "//srv//p//.env", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/a.b.c.env", PADDOCK_SENSITIVE_ENVIRONMENT },
  { "/srv/p/ID_RSA", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/id_rsa.pub.bak", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/backup/home/v/.ssh/work", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/backup/.SSH/deep/er/work", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.ssh/known_hosts/key", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/home/u/.ssh/x.pub/key", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/SERVER.PEM", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/.pem", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/a\nb.pem", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/\xff\xfe.p12", PADDOCK_SENSITIVE_KEY_STORE },
  { "/srv/p/.aws/a/b/c", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/.aws/x", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/mail/x/y", PADDOCK_SENSITIVE_MAIL },
  { "/home/u/MBOX", PADDOCK_SENSITIVE_MAIL },
  /* Copies. */
  { "/srv/p/.netrc.bak", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.npmrc~", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.npmrc.~12~", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/server.key.bak", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/server.key.BAK2", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/tls.pem.old", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/tls.pem.1", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/tls.pem.old.1~", PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "/srv/p/secrets.json~", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/#secrets.json#", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/.#secrets.json", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/.secrets.json.swp", PADDOCK_SENSITIVE_SECRET },
  { "/srv/p/.pgpass.swo", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/wp-config.php.orig", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/wp-config.php.save", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/etc/gshadow.dpkg-old", PADDOCK_SENSITIVE_SECRET },
  { "/home/u/.docker/config.json.backup", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/srv/p/.mcp.json.paddock-aB3dEf", PADDOCK_SENSITIVE_CREDENTIALS },
  /* An exception applies to its own kind only. */
  { "/home/u/.aws/known_hosts", PADDOCK_SENSITIVE_CREDENTIALS },
  { "/home/u/.aws/.env.example", PADDOCK_SENSITIVE_CREDENTIALS },
  /* Not a canonical path, so the user is asked. */
  { "", PADDOCK_SENSITIVE_SECRET },
  { "srv/p/README.md", PADDOCK_SENSITIVE_SECRET },
};

static void
assert_match (const Sample *sample)
{
  PaddockSensitiveKind kind = 99;

  if (!paddock_sensitive_match (sample->path, HOME, &kind))
    g_error ("%s is not sensitive", sample->path);
  if (kind != sample->kind)
    g_error ("%s is “%s”", sample->path, paddock_sensitive_kind_to_nick (kind));
  g_assert_true (paddock_sensitive_match (sample->path, HOME, NULL));
}

static void
assert_no_match (const char *path)
{
  PaddockSensitiveKind kind = 99;

  if (paddock_sensitive_match (path, HOME, &kind))
    g_error ("%s is “%s”", path, paddock_sensitive_kind_to_nick (kind));
  g_assert_cmpuint (kind, ==, 99);
}

static void
test_samples (void)
{
  gsize n;
  const PaddockSensitivePattern *patterns = paddock_sensitive_get_patterns (&n);

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    assert_match (&samples[i]);

  for (gsize i = 0; i < n; i++) {
    gboolean has_sample = FALSE;

    for (gsize j = 0; !has_sample && j < G_N_ELEMENTS (samples); j++)
      has_sample = paddock_sensitive_pattern_match (patterns[i].pattern, samples[j].path, HOME);
    if (!has_sample)
      g_error ("“%s” has no sample", patterns[i].pattern);
  }
}

static void
test_exceptions (void)
{
  gsize n;
  const PaddockSensitivePattern *patterns = paddock_sensitive_get_exceptions (&n);

  for (gsize i = 0; i < G_N_ELEMENTS (exceptions); i++)
    assert_no_match (exceptions[i]);

  for (gsize i = 0; i < n; i++) {
    gboolean has_sample = FALSE;

    for (gsize j = 0; !has_sample && j < G_N_ELEMENTS (exceptions); j++)
      has_sample = paddock_sensitive_pattern_match (patterns[i].pattern, exceptions[j], HOME);
    if (!has_sample)
      g_error ("“!%s” has no sample", patterns[i].pattern);
  }
}

static void
test_friends (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (friends); i++)
    assert_no_match (friends[i]);
}

static void
test_hidden (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hidden); i++)
    assert_match (&hidden[i]);
}

static void
test_home (void)
{
  static const struct {
    const char *home;
    const char *path;
    gboolean expected;
  } table[] = {
    { "/home/u", "/home/u/Mail/x", TRUE },
    { "/home/u/", "/home/u/Mail/x", TRUE },
    { "/var/home/u", "/var/home/u/Mail/x", TRUE },
    { "/home/\xff", "/home/\xff/Mail/x", TRUE },
    { "/home/\xff", "/home/\xfe/Mail/x", FALSE },
    { NULL, "/home/u/Mail/x", FALSE },
    { "", "/home/u/Mail/x", FALSE },
    { "/", "/Mail/x", FALSE },
    { "/home/u/Mail", "/home/u/Mail/x", FALSE },
    { "/home/u/Mail/x", "/home/u/Mail/x", FALSE },
    { "/home/u/a/b", "/home/u", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    if (paddock_sensitive_match (table[i].path, table[i].home, NULL) != table[i].expected)
      g_error ("row %" G_GSIZE_FORMAT, i);
  }
}

static void
test_patterns (void)
{
  static const struct {
    const char *pattern;
    const char *path;
    gboolean expected;
  } table[] = {
    { "a", "/a", TRUE },
    { "a", "/b/a", TRUE },
    { "a", "/a/b", FALSE },
    { "a/", "/a", FALSE },
    { "a/", "/a/b", TRUE },
    { "a/", "/x/a/b/c", TRUE },
    { "a/b", "/x/a/b", TRUE },
    { "a/b", "/x/a/c/b", FALSE },
    { "a/b/", "/a/x/a/b/c", TRUE },
    { "a/b/", "/x/a/b", FALSE },
    { "/a", "/a", TRUE },
    { "/a", "/b/a", FALSE },
    { "/a/", "/a/b", TRUE },
    { "/a/", "/b/a/c", FALSE },
    { "~/a", HOME "/a", TRUE },
    { "~/a", HOME "/a/b", FALSE },
    { "~/a/", HOME "/a", FALSE },
    { "~/a/", HOME "/a/b", TRUE },
    { "~/a", "/a", FALSE },
    { "", "/a", FALSE },
    { "/", "/a", FALSE },
    { "~/", HOME "/a", FALSE },
    { "*", "/a", TRUE },
    { "*", "/", FALSE },
    { "a*", "/a", TRUE },
    { "*a", "/ba", TRUE },
    { "*a", "/ab", FALSE },
    { "a*c", "/abcbc", TRUE },
    { "a*c", "/ac", TRUE },
    { "a*c", "/acb", FALSE },
    { "a*b*c", "/axbxbxc", TRUE },
    { "a*b*c", "/axcxb", FALSE },
    { "a**b", "/ab", TRUE },
    { "a*/", "/ab/c", TRUE },
    { "a*b", "/a/b", FALSE },
    { "a[b]", "/ab", FALSE },
    { "a[b]", "/a[b]", TRUE },
    { "a?", "/ab", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    if (paddock_sensitive_pattern_match (table[i].pattern, table[i].path, HOME) !=
        table[i].expected)
      g_error ("“%s” and “%s”", table[i].pattern, table[i].path);
  }
}

static char *
repeat (const char *piece,
        gsize       n,
        const char *end)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append (path, piece);
  g_string_append (path, end);
  return g_string_free (g_steal_pointer (&path), FALSE);
}

static void
test_limits (void)
{
  g_autofree char *below = repeat ("/a", 2046, "/b");
  g_autofree char *above = repeat ("/a", 2047, "/b");
  g_autofree char *secret = repeat ("/a", 2046, "/.env");
  g_autofree char *stars = repeat ("a*", 500, "b");
  g_autofree char *name = repeat ("a", 100000, "");
  g_autofree char *path = g_strconcat ("/", name, NULL);

  assert_no_match (below);
  assert_match (&(Sample) { above, PADDOCK_SENSITIVE_SECRET });
  assert_match (&(Sample) { secret, PADDOCK_SENSITIVE_ENVIRONMENT });
  g_assert_false (paddock_sensitive_pattern_match (stars, path, HOME));
}

static void
test_places (void)
{
  static const struct {
    const char *pattern;
    const char *expected;
    gboolean is_folder;
  } table[] = {
    { "~/mbox", "/home/u/mbox", FALSE },
    { "~/Mail/", "/home/u/Mail", TRUE },
    { ".netrc", "/home/u/.netrc", FALSE },
    { ".ssh/", "/home/u/.ssh", TRUE },
    { ".docker/config.json", "/home/u/.docker/config.json", FALSE },
    { "*.pem", NULL, FALSE },
    { ".config/google-chrome*/", NULL, TRUE },
    { "/etc/shadow", NULL, FALSE },
    { "/etc/wireguard/", NULL, TRUE },
    { "", NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    gboolean is_folder = !table[i].is_folder;
    g_autofree char *place = paddock_sensitive_pattern_place (table[i].pattern, HOME, &is_folder);

    g_assert_cmpstr (place, ==, table[i].expected);
    g_assert_cmpint (is_folder, ==, table[i].is_folder);
  }
}

static void
test_nicks (void)
{
  static const char * const unknown[] = { "", "Mail", "mail ", "private_key", "none" };

  for (guint i = 0; i <= PADDOCK_SENSITIVE_MAIL; i++)
    g_assert_cmpuint (paddock_sensitive_kind_from_nick (paddock_sensitive_kind_to_nick (i)), ==,
                      i);
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_cmpuint (paddock_sensitive_kind_from_nick (unknown[i]), ==, PADDOCK_SENSITIVE_SECRET);
  g_assert_cmpuint (paddock_sensitive_kind_from_nick (NULL), ==, PADDOCK_SENSITIVE_SECRET);
  g_assert_cmpstr (paddock_sensitive_kind_to_nick (PADDOCK_SENSITIVE_UNCERTAIN + 1), ==, "secret");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sensitive/samples", test_samples);
  g_test_add_func ("/sensitive/exceptions", test_exceptions);
  g_test_add_func ("/sensitive/friends", test_friends);
  g_test_add_func ("/sensitive/hidden", test_hidden);
  g_test_add_func ("/sensitive/home", test_home);
  g_test_add_func ("/sensitive/patterns", test_patterns);
  g_test_add_func ("/sensitive/limits", test_limits);
  g_test_add_func ("/sensitive/places", test_places);
  g_test_add_func ("/sensitive/nicks", test_nicks);
  return g_test_run ();
}
