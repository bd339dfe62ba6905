/** The backups in the store. Each has a card beside it, which is written last. */
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { decrypt } from "#lib/backup/encrypt";
import { BackupError } from "#lib/backup/errors";
import { openS3 } from "#lib/backup/s3-store";
import { openFolder, type BackupStore } from "#lib/backup/store";
import type { BackupSettings } from "#lib/backup-settings";
import type { Context } from "#lib/context";
import type { Drill } from "./drill-backup.ts";

/** A backup in the store, as its card there describes it. */
export interface StoredBackup {
  readonly name: string;
  /** The installation that made it, by `installationOf`. */
  readonly installation: string;
  readonly home: string;
  /** The moment whose state it holds. */
  readonly at: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  /** The results of its drill. Null if it was not drilled, so no one knows whether it can be restored. */
  readonly drill: Omit<Drill, "file"> | null;
}

/** Returns the settings of backups. Throws BackupError.no_store. */
export function settingsOf({ config }: Pick<Context, "config">): BackupSettings {
  if (config.backups === null) throw BackupError.no_store();
  return config.backups;
}

/** Opens the store of the settings. Throws BackupError.no_store, no_folder. */
export function openStore(ctx: Pick<Context, "config">): BackupStore {
  const { to } = settingsOf(ctx);
  return "folder" in to ? openFolder(to.folder) : openS3(to.s3);
}

const NAME = /^([a-z][a-z0-9-]{0,29})_([0-9a-f]{8})_(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.backup$/;
const CARD = ".json";
const CARD_BYTES_MAX = 100_000;

/**
 * Returns what tells this installation from others that keep backups in the same place, whose homes may have the same
 * names. It comes from the oldest master key, so it stays when a newer one is added.
 */
export const installationOf = ({ vault }: Pick<Context, "vault">): string =>
  vault.hmac("backup.installation", "").toString("hex").slice(0, 8);

/** The beginning of the names of a home's backups. */
const startOf = (ctx: Pick<Context, "vault">, home: string): string => `${home}_${installationOf(ctx)}_`;

/** True for what `put` is given here: a backup of this installation and home, or its card. */
export const isNameOf = (ctx: Pick<Context, "vault">, home: string, name: string): boolean =>
  name.startsWith(startOf(ctx, home)) && NAME.test(name.endsWith(CARD) ? name.slice(0, -CARD.length) : name);

/** Names sort by time within a home. */
export const nameOf = (ctx: Pick<Context, "vault">, home: string, at: Date): string =>
  `${startOf(ctx, home)}${at.toISOString().replaceAll(/[:.]/g, "-")}.backup`;

export const putCard = (store: BackupStore, card: StoredBackup): Promise<number> =>
  store.put(
    card.name + CARD,
    Readable.from([Buffer.from(`${JSON.stringify(card)}\n`)]) as AsyncIterable<Buffer>,
  );

/** A card is removed first: without one, what is left is no backup. */
export async function removeBackup(store: BackupStore, name: string): Promise<void> {
  await store.remove(name + CARD);
  await store.remove(name);
}

/** Returns null if there is a card which cannot be read. Throws BackupError.not_stored, store_fault. */
async function readCard(store: BackupStore, name: string): Promise<StoredBackup | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of await store.get(name + CARD)) {
    parts.push(part);
    length += part.length;
    if (length > CARD_BYTES_MAX) return null;
  }
  let card: unknown;
  try {
    card = JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return null;
  }
  return isCard(card) && card.name === name ? card : null;
}

function isCard(value: unknown): value is StoredBackup {
  const { name, home, at, bytes, tables, rows, drill } = (value ?? {}) as Partial<StoredBackup>;
  if (typeof name !== "string" || typeof home !== "string") return false;
  if (typeof at !== "string" || Number.isNaN(Date.parse(at))) return false;
  if (![bytes, tables, rows].every(Number.isFinite)) return false;
  if (drill === null) return true;
  return Array.isArray(drill?.differing) && Number.isFinite(drill.findings);
}

/**
 * Lists this installation's backups of a home, the newest first, and the names of files that are none. Warns of a card
 * that cannot be read, and leaves its backup out: it is neither listed nor removed.
 */
export async function readStore(
  ctx: Pick<Context, "vault" | "log">,
  { store, home }: { readonly store: BackupStore; readonly home: string },
): Promise<{ backups: StoredBackup[]; withoutCard: string[] }> {
  const names = await store.list();
  const known = new Set(names);
  const start = startOf(ctx, home);
  const files = names.filter((name) => NAME.test(name) && name.startsWith(start)).toSorted();
  const backups: StoredBackup[] = [];
  for (const name of files.filter((one) => known.has(one + CARD))) {
    const card = await readCard(store, name);
    if (card === null) ctx.log.warn({ home, name }, "the card of a stored backup cannot be read");
    else backups.push(card);
  }
  return {
    backups: backups.toSorted((one, other) => (one.at < other.at ? 1 : -1)),
    withoutCard: files.filter((one) => !known.has(one + CARD)),
  };
}

/** Lists this installation's backups of a home, the newest first. */
export async function listStoredBackups(
  ctx: Pick<Context, "config" | "vault" | "log">,
  home: string,
): Promise<StoredBackup[]> {
  const { backups } = await readStore(ctx, { store: openStore(ctx), home });
  return backups;
}

/** True if the backup was restored, and nothing contradicted it. */
export const isProved = ({ drill }: Pick<StoredBackup, "drill">): boolean =>
  drill !== null && drill.differing.length === 0 && drill.findings === 0;

const FETCHED = ".fetched";
const DAY_MS = 86_400_000;

/** Removes what processes have fetched that died before they removed it. It is not encrypted any more. */
export async function removeForgotten(dataDir: string): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  for (const name of names.filter((one) => one.endsWith(FETCHED))) {
    const path = join(dataDir, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { force: true });
  }
}

/**
 * Fetches and decrypts a backup into a file of its own, which only the owner can read, and removes the file after the
 * work. One of another installation is opened too, with its keys. Throws BackupError.not_stored, altered,
 * wrong_backup_key.
 */
export async function fetchStoredBackup<T>(
  ctx: Pick<Context, "config" | "vault">,
  name: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!NAME.test(name)) throw BackupError.not_stored({ name });
  const { keys: backupKeys } = settingsOf(ctx);
  const store = openStore(ctx);
  await mkdir(ctx.config.dataDir, { recursive: true });
  await removeForgotten(ctx.config.dataDir);
  const path = join(ctx.config.dataDir, `${name}.${process.pid}${FETCHED}`);
  try {
    const clear = decrypt({ vault: ctx.vault, backupKeys }, await store.get(name));
    await pipeline(Readable.from(clear), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
