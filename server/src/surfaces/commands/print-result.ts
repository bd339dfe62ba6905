/** Prints results, facts, screens and progress of commands. */
import { join } from "node:path";
import { styleText } from "node:util";
import { AccessError } from "#access";
import type { DemoFile } from "#demo";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { openEngine } from "./open-engine.ts";
import { type Out, readCommandConfig, say, tellAside, terminal } from "./terminal.ts";

/** Opens the engine for one piece of work and prints its result as JSON. */
export async function print(work: (ctx: Context) => Promise<unknown>): Promise<void> {
  const engine = await openEngine(readCommandConfig(), { join: true });
  try {
    const result = await work(engine.ctx);
    const toText = (_key: string, value: unknown): unknown =>
      typeof value === "bigint" ? String(value) : value;
    say(JSON.stringify(result, toText, 2));
  } finally {
    await engine.close();
  }
}

/** Does the same for one organization. Throws AccessError.organization_not_found before the work begins. */
export function printOf(organizationId: string, work: (ctx: Context) => Promise<unknown>): Promise<void> {
  return print(async (ctx) => {
    await ctx.db.inMerchant(organizationId, requireOrganization);
    return work(ctx);
  });
}

async function requireOrganization(tx: Tx): Promise<void> {
  const organizationId = tx.merchantId;
  const found = await tx.query("select from access.organization where organization_id = $1", [
    organizationId,
  ]);
  if (found.length === 0) throw AccessError.organization_not_found({ organizationId });
}

// Prints facts: a line for people, or one JSON object per line for programs.

export interface FactPrinter {
  /** Prints a fact: `line` for people, `fact` as JSON. */
  fact(fact: object, line: string): void;
  /** Prints text that programs do not need. */
  note(text: string): void;
}

const toText = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** With `json` every line of standard output is a JSON object, and notes go to standard error. */
export function makeFactPrinter({ json = false }: { json?: boolean }): FactPrinter {
  return {
    fact: (fact, line) => say(json ? JSON.stringify(fact, toText) : line),
    note: (text) => (json ? tellAside(text) : say(styleText("dim", text))),
  };
}

/** Returns the time of day on this computer. */
export const clockTime = (at: Date): string => at.toTimeString().slice(0, 8);

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

// Shows the progress of long work: a bar on a terminal, plain lines elsewhere, never on standard output.

export interface Progress {
  /** From 0 to 1. */
  at(share: number): void;
  /** Removes the bar. */
  end(): void;
}

const WIDTH = 30;
/** Without a terminal, a line is printed for every quarter, and none for short work. */
const QUARTERS = 4;
const SOON_MS = 2_000;

/** Starts to show the progress; `what` is a noun such as "backup". */
export function showProgress(what: string, out: Out = terminal().err): Progress {
  return out.isTTY === true ? showBar(what, out) : showLines(what, out);
}

function showBar(what: string, out: Out): Progress {
  let shown = -1;
  return {
    at(share) {
      const percent = Math.floor(share * 100);
      if (percent === shown) return;
      shown = percent;
      out.write(`\r${drawBar(what, share)}  ${String(percent).padStart(3)}%`);
    },
    end: () => void out.write("\r\u001b[K"),
  };
}

/** Draws the bar at a share from 0 to 1. */
export function drawBar(what: string, share: number): string {
  const full = Math.round(share * WIDTH);
  return `${what}  ${"█".repeat(full)}${"░".repeat(WIDTH - full)}`;
}

function showLines(what: string, out: Out): Progress {
  const startedAt = performance.now();
  let told = 0;
  return {
    at(share) {
      const quarter = Math.floor(share * QUARTERS);
      if (quarter <= told || performance.now() - startedAt < SOON_MS) return;
      told = quarter;
      out.write(`${what}: ${(100 * quarter) / QUARTERS}%\n`);
    },
    end: () => undefined,
  };
}
