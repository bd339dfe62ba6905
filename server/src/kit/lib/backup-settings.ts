/** The settings of backups that are kept in a store: where, when, how many, and under which key. */
import { isAbsolute } from "node:path";
import { ConfigError, type Environment, oneOf, readKeys, readUrl, readWhole } from "./read-setting.ts";

export interface S3Settings {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

export interface BackupSettings {
  readonly to: { readonly folder: string } | { readonly s3: S3Settings };
  /** Times of day in India, in minutes after midnight, ascending. */
  readonly atMinutes: readonly number[];
  /** The number of backups that are kept of each home. */
  readonly keep: number;
  /** True if each scheduled backup is restored into a scratch database at once. */
  readonly drill: boolean;
  /** Keys of 32 bytes that encrypt stored backups, newest first. Empty: they are made from the master keys. */
  readonly keys: readonly Buffer[];
}

/** Returns null if no store is named. Throws ConfigError. */
export function readBackupSettings(environment: Environment): BackupSettings | null {
  const to = environment.BACKUP_TO;
  if (to === undefined || to === "") return null;
  if (!to.startsWith("s3://") && !isAbsolute(to))
    throw new ConfigError("BACKUP_TO", "must be an absolute path of a folder, or s3://bucket/prefix");
  return {
    to: to.startsWith("s3://") ? { s3: readS3(environment, to) } : { folder: to },
    atMinutes: readTimes(environment.BACKUP_AT || "02:30"),
    keep: readWhole(environment, "BACKUP_KEEP", { fallback: 14, min: 1, max: 1_000 }),
    drill: oneOf(environment, "BACKUP_DRILL", ["on", "off"] as const) === "on",
    keys: readKeys(environment, "BACKUP_KEY"),
  };
}

function readTimes(text: string): number[] {
  const times = text.split(",").map((part) => {
    const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(part.trim()) ?? [];
    if (hours === undefined)
      throw new ConfigError("BACKUP_AT", `"${part.trim()}" is no time of day such as 02:30 (India time)`);
    return Number(hours) * 60 + Number(minutes);
  });
  return [...new Set(times)].toSorted((one, other) => one - other);
}

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

function readS3(environment: Environment, to: string): S3Settings {
  const [, bucket, path = ""] = S3_ADDRESS.exec(to) ?? [];
  if (bucket === undefined)
    throw new ConfigError(
      "BACKUP_TO",
      "must be s3://bucket, or s3://bucket/prefix of letters, digits and ._/-",
    );
  const region = environment.AWS_REGION || "ap-south-1";
  if (!/^[a-z0-9-]+$/.test(region)) throw new ConfigError("AWS_REGION", "is no region such as ap-south-1");
  const endpoint = readUrl(environment, "BACKUP_ENDPOINT", ["https:", "http:"]);
  const prefix = path.replace(/^\/+|\/+$/g, "");
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return {
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    endpoint: endpoint?.replace(/\/+$/, "") ?? `https://s3.${region}.amazonaws.com`,
    region,
    credentials: {
      accessKeyId: needed(environment, "AWS_ACCESS_KEY_ID"),
      secretAccessKey: needed(environment, "AWS_SECRET_ACCESS_KEY"),
      ...(sessionToken ? { sessionToken } : {}),
    },
  };
}

function needed(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new ConfigError(name, "is required if BACKUP_TO is a bucket");
  return value;
}
