/** The command that prints every address to which this installation may connect. */
import { getServers } from "node:dns";
import { isIPv6 } from "node:net";
import type { Command } from "commander";
import { readBankTargets } from "#fund-sources";
import type { Config } from "#lib/config";
import type { Context } from "#lib/context";
import { portOf } from "#lib/own-ports";
import { readIssuers } from "#sign-on";
import { readEndpointTargets } from "#webhooks";
import { openEngine } from "./open-engine.ts";
import { makeFactPrinter } from "./print-result.ts";
import { readCommandConfig } from "./terminal.ts";

/** One address, and what makes a connection to it possible. */
export interface Way {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly why: string;
  /** The setting, or the table with the rows. */
  readonly from: string;
  /** The merchants whose rows they are; empty for a setting. */
  readonly merchants: readonly string[];
}

/** Adds the command to the command line. */
export function addEgress(program: Command): void {
  program
    .command("egress")
    .description(
      "print every address to which the server, the worker and the commands may connect, with the setting or the " +
        "table that makes it possible: what a firewall has to let out",
    )
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Members add lines when they add an endpoint for webhooks or connect a bank, so run it again from time to time.
Commands that call a server, such as listen, connect to the address in VITARAN_URL, and audit-export --syslog to the
address that is given to it.`,
    )
    .action(printEgress);
}

async function printEgress({ json = false }: { readonly json?: boolean }): Promise<void> {
  const printer = makeFactPrinter({ json });
  const engine = await openEngine(readCommandConfig(), { join: true });
  try {
    for (const way of await readEgress(engine.ctx, { embedded: engine.ownerUrl }))
      printer.fact(way, lineOf(way));
  } finally {
    await engine.close();
  }
}

function lineOf({ scheme, host, port, why, from, merchants }: Way): string {
  const whose =
    merchants.length === 0 ? "" : `, ${merchants.length} merchant${merchants.length === 1 ? "" : "s"}`;
  return `${scheme}://${host}:${port}  ${why} (${from}${whose})`;
}

/** The purpose of each setting with an address. Null means that only readers of a page go there. */
const SETTINGS: { readonly [S in SettingWithAddress]: { name: string; why: string } | null } = {
  databaseUrl: { name: "DATABASE_URL", why: "database" },
  homes: { name: "DATABASE_HOMES", why: "database" },
  smtpUrl: { name: "SMTP_URL", why: "mail server" },
  simulatorUrl: { name: "SIMULATOR_URL", why: "simulated banks and their controls" },
  publicUrl: { name: "PUBLIC_URL", why: "callbacks of simulated banks" },
  repositoryUrl: null,
};

/** A new setting of such a name does not compile before it is in the table. */
type SettingWithAddress = Extract<keyof Config, `${string}Url` | "homes">;

/** Reads every address that settings and stored rows make possible, each cause once. */
export async function readEgress(
  ctx: Pick<Context, "config" | "db">,
  { embedded }: { readonly embedded: string },
): Promise<Way[]> {
  const { config } = ctx;
  const ways = new Map<string, Way>();
  const add = (url: URL, cause: { why: string; from: string }, merchantId?: string): void => {
    const host = url.searchParams.get("host") ?? url.hostname;
    const way = { scheme: url.protocol.slice(0, -1), host, port: portOf(url), ...cause };
    const key = JSON.stringify(way);
    const merchants = [
      ...(ways.get(key)?.merchants ?? []),
      ...(merchantId === undefined ? [] : [merchantId]),
    ];
    ways.set(key, { ...way, merchants: [...new Set(merchants)] });
  };
  for (const { url, ...cause } of [...ownOf(config, embedded), ...readSettings(config)])
    add(new URL(url), cause);
  for (const { url, bankId, merchantId } of await readBankTargets(ctx)) {
    // A bank that is reached through a folder has no address in the network.
    if (url.startsWith("file:")) continue;
    add(new URL(url), { why: `bank ${bankId}`, from: "fund_sources.bank_connection" }, merchantId);
  }
  const endpoints = await readEndpointTargets(ctx);
  for (const { url, merchantId } of endpoints)
    add(new URL(url), { why: "webhooks", from: "webhooks.endpoint" }, merchantId);
  for (const issuer of await readIssuers(ctx))
    add(new URL(issuer), { why: "log-in by an OpenID provider", from: "sign_on.provider" });
  return [...ways.values(), ...nameServers()];
}

type Cause = { readonly url: string; readonly why: string; readonly from: string };

/** The addresses that are there without a setting, on this computer. */
function ownOf({ databaseUrl, publicUrl, mode, port }: Config, embedded: string): Cause[] {
  const own: Cause[] = [];
  if (databaseUrl === null)
    own.push({ url: embedded, why: "embedded database", from: "DATABASE_URL is not set" });
  if (publicUrl === null && mode === "sandbox")
    own.push({ url: `http://localhost:${port}`, why: "callbacks of simulated banks", from: "PORT" });
  return own;
}

function* readSettings(config: Config): Generator<Cause> {
  const { to } = config.backups ?? {};
  if (to !== undefined && "s3" in to)
    yield { url: to.s3.endpoint, why: `backups in the bucket ${to.s3.bucket}`, from: "BACKUP_TO" };
  for (const [setting, is] of Object.entries(SETTINGS)) {
    const value = config[setting as SettingWithAddress];
    // Real banks call us; only simulated ones are ours, and so is what they call.
    const isForOthers = setting === "publicUrl" && config.mode === "production";
    if (is === null || value === null || isForOthers) continue;
    const found = typeof value === "string" ? [{ url: value, name: "" }] : value;
    for (const { url, name } of found)
      yield { url, why: name === "" ? is.why : `${is.why} of home ${name}`, from: is.name };
  }
}

/** Hosts of webhooks are looked up at the name servers of the system, and all other hosts by the system itself. */
const nameServers = (): Way[] =>
  getServers().map((server) => {
    const { hostname, port } = new URL(isIPv6(server) ? `dns://[${server}]` : `dns://${server}`);
    return {
      scheme: "dns",
      host: hostname,
      port: port === "" ? 53 : Number(port),
      why: "names of hosts",
      from: "the system's name servers",
      merchants: [],
    };
  });
