import type { SampleCall } from "./list-calls.ts";

/** Writes every call as a command of one shell script that requires only curl. */
export function writeShell(calls: readonly SampleCall[]): string {
  const width = Math.max(...calls.map(({ id }) => id.length));
  return [
    HEAD,
    "list() {",
    "  cat <<'NAMES'",
    ...calls.map(({ id, title }) => `${id.padEnd(width)}  ${title}`),
    "NAMES",
    "}",
    "",
    'case "${1:-}" in',
    ...calls.map(writeCase),
    '"") list ;;',
    '*) echo "There is no call $1. These are:" >&2; list >&2; exit 2 ;;',
    "esac",
    "",
  ].join("\n");
}

const HEAD = `#!/usr/bin/env bash
# Every call of the Vitaran API as a curl command, written from its contract.
#
#   export CLIENT_ID=... CLIENT_SECRET=...          # BASE_URL, if it is not http://localhost:8080
#   bash vitaran.sh                                 # lists the calls
#   bash vitaran.sh directTransfer                  # sends one; the answer goes to standard output
#   TRANSFER_ID=INV_1 bash vitaran.sh getTransferStatus
#
# The token is fetched for each call unless TOKEN has one. Calls that name what another one made read it from the
# environment: BENE_ID, TRANSFER_ID, BATCH_TRANSFER_ID, CASHGRAM_ID, RECALL_ID, REPORT_ID and so on.
set -euo pipefail
: "\${BASE_URL:=http://localhost:8080}"
FRESH=$(date +%s)$(printf %02d $((RANDOM % 100)))
TODAY=$(TZ=Asia/Kolkata date +%F)
LINK_EXPIRY=$(TZ=Asia/Kolkata date -d "+10 days" +%Y/%m/%d 2>/dev/null || TZ=Asia/Kolkata date -v+10d +%Y/%m/%d)
keys() { : "\${CLIENT_ID:?is the client id}" "\${CLIENT_SECRET:?is the client secret}"; }
token() {
  [ -n "\${TOKEN:-}" ] && { echo "$TOKEN"; return; }
  keys
  curl -sS -X POST "$BASE_URL/payout/v1/authorize" -H "X-Client-Id: $CLIENT_ID" -H "X-Client-Secret: $CLIENT_SECRET" |
    sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p'
}
`;

function writeCase({ id, method, path, query, headers, body, access }: SampleCall): string {
  const asked = query.map(([name, value]) => `${name}=${toShell(value)}`).join("&");
  const parts = [
    `curl -sS -X ${method} "$BASE_URL${toShell(path)}${asked === "" ? "" : `?${asked}`}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${toShell(value)}"`),
    ...(access === "token" ? ['-H "Authorization: Bearer $(token)"'] : []),
    ...(body === undefined ? [] : ["--data-binary @- <<BODY"]),
  ];
  const command = parts.join(" \\\n  ");
  const before = access === "keys" ? "keys; " : "";
  const end = body === undefined ? "" : `\n${toShell(body)}${body.endsWith("\n") ? "" : "\n"}BODY`;
  return `${id})\n  ${before}${command}${end}\n  ;;`;
}

/** Variables that the script itself sets; all others may be missing from the environment. */
const SET: readonly string[] = ["fresh", "today", "linkExpiry", "clientId", "clientSecret"];

/** Writes variables for a shell: `{{today}}` is `${TODAY}`, `{{transferId}}` is `${TRANSFER_ID:-none}`. */
function toShell(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const shouted = name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
    return SET.includes(name) ? `\${${shouted}}` : `\${${shouted}:-none}`;
  });
}
