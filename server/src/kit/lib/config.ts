/** Reads and checks the settings from the environment; a bad one stops the start with its name and why. */
import { isIPv4, isIPv6 } from "node:net";
import { resolve } from "node:path";
import { type BackupSettings, readBackupSettings } from "./backup-settings.ts";
import { ConfigError, type Environment, oneOf, readKeys, readUrl, readWhole } from "./read-setting.ts";

export { ConfigError };

export interface Config {
  /** `sandbox`: simulated banks, test clock, demo merchants. `production`: none of these. */
  readonly mode: "sandbox" | "production";
  /** True only in a rehearsal of production, whose banks are on this computer. No variable sets it. */
  readonly rehearses: boolean;
  /** Port of the one HTTP server (API, web, bank callbacks). */
  readonly port: number;
  /** Port on which a worker process can be watched. */
  readonly workerPort: number;
  /** False if it is the default, so that another worker of this computer may have it. */
  readonly isWorkerPortSet: boolean;
  /** The folder of embedded PostgreSQL, the demo's credentials and the master key. */
  readonly dataDir: string;
  /** PostgreSQL 18 or later, with a role that owns it and may create roles. Null means embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Databases beside the first one in which merchants live, by their names. */
  readonly homes: readonly { readonly name: string; readonly url: string }[];
  /** Connections of one process to each database. */
  readonly databaseConnections: number;
  /** Master keys of 32 bytes, newest first: the first seals, all open. Empty: one is kept in `dataDir`. */
  readonly masterKeys: readonly Buffer[];
  /** The address by which others reach us (callbacks, links); null, in the sandbox only: http://localhost:PORT. */
  readonly publicUrl: string | null;
  /** The repository of this installation's source code, to which pages link. Null if no links are shown. */
  readonly repositoryUrl: string | null;
  /** A container image of this version, which the home page shows how to run. Null if there is none. */
  readonly containerImage: string | null;
  /** The SMTP server for e-mail. Null if messages stay in the sandbox inbox. */
  readonly smtpUrl: string | null;
  /** The From address of every e-mail; its domain is also used in their Message-IDs. */
  readonly smtpFrom: string;
  /** The address of a bank simulator that is already running, so that we start none; sandbox only. */
  readonly simulatorUrl: string | null;
  /** The secret for that simulator's controls; required with its address. */
  readonly simulatorSecret: string | null;
  /** `on`: a new demo merchant gets three weeks of invented history at the first start; sandbox only. */
  readonly demoHistory: "on" | "off";
  readonly logLevel: string;
  /**
   * The HTTP status of classic API calls whose caller is unknown: that of the outcome (`rest`), or always
   * 200. New keys also get this setting.
   */
  readonly statusMode: "rest" | "always-200";
  /** The NEFT and RTGS hours of the banks: the published ones on working days, or any hour (`neft_24x7`). */
  readonly railCalendar: "working_days" | "neft_24x7";
  /**
   * Proxies whose X-Forwarded-For is trusted: addresses, networks (CIDR) or names of `PROXY_NETWORKS`; empty:
   * only the peer's own address counts.
   */
  readonly trustProxy: readonly string[];
  /** For so many days the details of an erased payee stay sealed in its erasure; 0: none. */
  readonly erasureKeepsDays: number;
  /** The token that a caller of /metrics must send. Null means that only this computer may call it. */
  readonly metricsToken: string | null;
  /** Backups that the worker makes and keeps. Null if none are. */
  readonly backups: BackupSettings | null;
}

/** Reads and checks the settings; throws `ConfigError` for the first bad one. */
export function readConfig(environment: Environment = process.env): Config {
  const mode = oneOf(environment, "VITARAN_MODE", ["sandbox", "production"] as const);
  const masterKeys = readKeys(environment, "VITARAN_MASTER_KEY");
  if (mode === "production" && masterKeys.length === 0) {
    throw new ConfigError("VITARAN_MASTER_KEY", "is required in production (32 bytes as base64)");
  }
  const databaseUrl = readUrl(environment, "DATABASE_URL", ["postgres:", "postgresql:"]);
  if (mode === "production" && databaseUrl === null) {
    throw new ConfigError("DATABASE_URL", "is required in production");
  }
  const publicUrl = readUrl(environment, "PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? null;
  if (mode === "production" && publicUrl === null) {
    throw new ConfigError(
      "PUBLIC_URL",
      "is required in production: the address at which banks, payees and members reach this server, such as " +
        "https://payouts.example.com; links in e-mails and the addresses of banks' webhooks begin with it",
    );
  }
  const simulatorUrl = mode === "sandbox" ? readUrl(environment, "SIMULATOR_URL", ["http:", "https:"]) : null;
  const simulatorSecret = readSecret(environment, "SIMULATOR_SECRET");
  if (simulatorUrl !== null && simulatorSecret === null) {
    throw new ConfigError("SIMULATOR_SECRET", "is required with SIMULATOR_URL: the simulator prints it");
  }
  return {
    mode,
    rehearses: false,
    port: readWhole(environment, "PORT", { fallback: 8080, min: 0, max: 65_535 }),
    workerPort: readWhole(environment, "WORKER_PORT", { fallback: 8081, min: 0, max: 65_535 }),
    isWorkerPortSet: Boolean(environment.WORKER_PORT),
    dataDir: resolve(environment.VITARAN_DATA_DIR || ".data"),
    databaseUrl,
    homes: readHomes(environment.DATABASE_HOMES, databaseUrl),
    databaseConnections: readWhole(environment, "DATABASE_CONNECTIONS", { fallback: 12, min: 2, max: 500 }),
    masterKeys,
    publicUrl,
    repositoryUrl: readUrl(environment, "REPOSITORY_URL", ["https:"])?.replace(/\/+$/, "") ?? null,
    containerImage: readImage(environment),
    smtpUrl: readUrl(environment, "SMTP_URL", ["smtp:", "smtps:"]),
    smtpFrom: readSmtpFrom(environment, mode),
    simulatorUrl,
    simulatorSecret,
    demoHistory: oneOf(environment, "VITARAN_DEMO_HISTORY", ["on", "off"] as const),
    logLevel: oneOf(environment, "LOG_LEVEL", LOG_LEVELS),
    statusMode: oneOf(environment, "STATUS_MODE", ["rest", "always-200"] as const),
    railCalendar: oneOf(environment, "RAIL_CALENDAR", ["working_days", "neft_24x7"] as const),
    trustProxy: readProxies(environment.TRUST_PROXY),
    erasureKeepsDays: readWhole(environment, "ERASURE_KEEPS_DAYS", { fallback: 365, min: 0, max: 3_650 }),
    metricsToken: readSecret(environment, "METRICS_TOKEN"),
    backups: readBackupSettings(environment),
  };
}

const LOG_LEVELS = ["info", "trace", "debug", "warn", "error", "fatal", "silent"] as const;

/** Returns the owner's address of a home; null if the settings do not name it. */
export const homeUrl = ({ databaseUrl, homes }: Config, name: string): string | null =>
  name === "first" ? databaseUrl : (homes.find((home) => home.name === name)?.url ?? null);

const HOME = /^([a-z][a-z0-9-]{0,29})=(postgres(?:ql)?:\/\/\S+)$/;

/** Reads the homes: a name, "=" and an address each, separated by spaces. */
function readHomes(text: string | undefined, first: string | null): Config["homes"] {
  const parts = (text ?? "").split(/\s+/).filter((part) => part !== "");
  const homes = parts.map((part) => {
    const [, name, url] = HOME.exec(part) ?? [];
    // A comma would make the next home a part of this one's address.
    const isOne = url !== undefined && URL.canParse(url) && !/[,=]/.test(new URL(url).pathname);
    if (name === undefined || !isOne || name === "first")
      throw new ConfigError(
        "DATABASE_HOMES",
        "must be homes such as west=postgres://…, separated by spaces; DATABASE_URL is the home named first",
      );
    return { name, url };
  });
  if (homes.length > 0 && first === null)
    throw new ConfigError("DATABASE_HOMES", "needs DATABASE_URL, which is the first home");
  if (new Set(homes.map(({ name }) => name)).size < homes.length)
    throw new ConfigError("DATABASE_HOMES", "has two homes of the same name");
  return homes;
}

/** Visitors copy the name into a shell, so it may contain no more than names of images do. */
function readImage(environment: Environment): string | null {
  const text = environment.CONTAINER_IMAGE;
  if (text === undefined || text === "") return null;
  if (!/^[a-z0-9][\w.:/@-]*$/.test(text))
    throw new ConfigError(
      "CONTAINER_IMAGE",
      "must be the name of an image, such as registry.example/vitaran:1",
    );
  return text;
}

const SECRET_LENGTH_MIN = 32;

function readSecret(environment: Environment, name: string): string | null {
  const text = environment[name];
  if (text === undefined || text === "") return null;
  if (!/^[\x21-\x7e]+$/.test(text) || text.length < SECRET_LENGTH_MIN) {
    throw new ConfigError(name, `must be at least ${SECRET_LENGTH_MIN} characters, without spaces`);
  }
  return text;
}

/** Networks that the HTTP server knows by name. */
const PROXY_NETWORKS: readonly string[] = ["loopback", "linklocal", "uniquelocal"];

function readProxies(text = ""): string[] {
  const proxies = text.split(",").flatMap((part) => part.trim() || []);
  const bad = proxies.find((proxy) => !PROXY_NETWORKS.includes(proxy) && !isNetwork(proxy));
  if (bad === undefined) return proxies;
  const names = PROXY_NETWORKS.join(", ");
  throw new ConfigError(
    "TRUST_PROXY",
    `"${bad}" is no IP address, no network such as 10.0.0.0/8, and not one of ${names}`,
  );
}

/** Accepts an address with or without a prefix length, but not length 0, which would trust everyone. */
function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([^/%]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  return bits > 0 && Number(prefix ?? bits) <= bits;
}

const SMTP_FROM_DEFAULT = "Vitaran <support@vitaran.example>";

function readSmtpFrom(environment: Environment, mode: Config["mode"]): string {
  const text = environment.SMTP_FROM;
  if (text === undefined || text === "") {
    if (mode === "production" && environment.SMTP_URL) {
      throw new ConfigError("SMTP_FROM", "is required in production with SMTP_URL: the sender of e-mails");
    }
    return SMTP_FROM_DEFAULT;
  }
  if (!/^(?:[^\p{Cc}<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text)) {
    throw new ConfigError("SMTP_FROM", "must be an e-mail address, or a name with the address in <>");
  }
  return text;
}
