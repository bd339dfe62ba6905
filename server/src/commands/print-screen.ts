import { join } from "node:path";
import type { DemoFile } from "#demo";

/** Prints one screen of information for a person who has just started the server. */
export function printScreen({
  url,
  demo,
  demoIsWritten,
  isBuilding,
  dataDir,
}: {
  url: string;
  demo: DemoFile | null;
  demoIsWritten: boolean;
  /** True while pages are being built. */
  isBuilding: boolean;
  dataDir: string;
}): void {
  const lines = [
    "",
    "  Vitaran is running.",
    "",
    `  Site and docs    ${url}   ${url}/payout/introduction`,
    ...(isBuilding
      ? ["                   They are still being built; the API and the commands already work."]
      : []),
    `  Merchant API     ${url}/payout/v1`,
    `  Health           ${url}/healthz   ${url}/readyz   ${url}/metrics`,
  ];
  const [client] = demo?.clients ?? [];
  if (demo !== null && client !== undefined) {
    lines.push(
      `  Sandbox          ${url}/payout/integrations/sandbox (test clock, top-ups, simulated banks)`,
      "",
      ...describeLogin(url, demo.dashboard),
      ...(demoIsWritten
        ? []
        : ["  Three weeks of history are being created; changes may take a few seconds."]),
      "",
      `  Client id        ${client.clientId}`,
      `  Client secret    ${client.clientSecret}`,
      `  Both also in     ${join(dataDir, "demo.json")}`,
      "",
      "  Try it:",
      "",
      `  curl -s -X POST ${url}/payout/v1/authorize \\`,
      `    -H 'X-Client-Id: ${client.clientId}' \\`,
      `    -H 'X-Client-Secret: ${client.clientSecret}'`,
      "",
      "  Or follow a payout from the request to the signed webhook, in another terminal:  npm run demo",
      "  Or watch your webhooks arrive, and forward them with --forward URL:              npm run vitaran -- listen",
    );
  }
  lines.push("", "  Ctrl-C stops everything; the data stays.", "");
  console.log(lines.join("\n"));
}

/** Describes the login; a password that the admin has changed is not shown. */
function describeLogin(url: string, { email, password }: DemoFile["dashboard"]): string[] {
  return [
    `  Dashboard        ${url}/dashboard`,
    `  E-mail           ${email}`,
    `  Password         ${password ?? "changed in the dashboard"}`,
  ];
}
