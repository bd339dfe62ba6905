import { copyEverything } from "#lib/backup/write-backup";
import { encrypt } from "#lib/backup/encrypt";
import { BackupError } from "#lib/backup/errors";
import type { Context } from "#lib/context";
import type { Home } from "#lib/db";
import { drillBackup } from "./drill-backup.ts";
import { removeOld } from "./remove-old.ts";
import { noteFault, noteGood, noteTry } from "./state.ts";
import {
  fetchStoredBackup,
  installationOf,
  isProved,
  listStoredBackups,
  nameOf,
  openStore,
  putCard,
  settingsOf,
  type StoredBackup,
} from "./stored-backups.ts";

interface BackupToMake {
  readonly home: Home;
  /** The address of the role that owns the home's database. */
  readonly ownerUrl: string;
  /** True if it is restored into a scratch database at once. */
  readonly drill: boolean;
  /**
   * If the newest backup is as recent as this and was not drilled, because an earlier try has failed then, it is proved
   * instead of making another one.
   */
  readonly proveSince?: Date;
  /** Ends the copying early, if that is necessary; nothing is kept then. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (what: "backup" | "restore", share: number) => void;
}

/**
 * Makes a backup of a home in the store, proves it if that is wished, and removes old ones. The home remembers how it
 * went. Throws BackupError.refuted if the drill contradicts it; it stays in the store then.
 */
export async function makeStoredBackup(
  ctx: Context,
  backup: BackupToMake,
): Promise<{ readonly made: StoredBackup; readonly removed: readonly string[] }> {
  const { home, signal } = backup;
  const prune = (): Promise<string[]> => removeOld(ctx, { home: home.name, keep: settingsOf(ctx).keep });
  await noteTry(home);
  let isGood = false;
  try {
    const made = await makeAndProve(ctx, backup);
    await noteGood(home, made);
    isGood = true;
    return { made, removed: await prune() };
  } catch (error) {
    await noteFault(home, (error as Error).message).catch(() => undefined);
    // Backups that cannot be proved must not fill the store either. The failure itself is what matters here.
    if (!isGood && signal?.aborted !== true) await prune().catch(() => undefined);
    throw error;
  }
}

async function makeAndProve(ctx: Context, backup: BackupToMake): Promise<StoredBackup> {
  const { home, drill, proveSince } = backup;
  if (!drill) return makeOne(ctx, backup);
  const [newest] = proveSince === undefined ? [] : await listStoredBackups(ctx, home.name);
  if (newest === undefined || newest.drill !== null || new Date(newest.at) < proveSince!)
    return prove(ctx, await makeOne(ctx, backup), backup);
  try {
    return await prove(ctx, newest, backup);
  } catch (error) {
    // The store has a spoilt file then, which no other try could prove.
    if (!SPOILT.some((code) => BackupError.is(error, code))) throw error;
    return prove(ctx, await makeOne(ctx, backup), backup);
  }
}

const SPOILT = ["altered", "not_a_backup", "not_stored", "sums_differ", "unkeyed"] as const;

async function makeOne(
  ctx: Context,
  { home, ownerUrl, signal, onProgress = () => undefined }: BackupToMake,
): Promise<StoredBackup> {
  const { vault } = ctx;
  const { keys: backupKeys } = settingsOf(ctx);
  const store = openStore(ctx);
  const name = nameOf(ctx, home.name, new Date());
  const copied = await copyEverything(
    { ownerUrl, vault, onProgress: (share) => onProgress("backup", share) },
    (bytes) => store.put(name, encrypt({ vault, backupKeys }, bytes), signal),
  );
  const { kept: bytes, ...facts } = copied;
  const card: StoredBackup = {
    name,
    installation: installationOf(ctx),
    home: home.name,
    bytes,
    ...facts,
    drill: null,
  };
  await putCard(store, card);
  return card;
}

/** Drills a backup and writes the results to its card. Throws BackupError.refuted, and what the drill throws. */
async function prove(
  ctx: Context,
  card: StoredBackup,
  { ownerUrl, signal, onProgress = () => undefined }: BackupToMake,
): Promise<StoredBackup> {
  const { name } = card;
  const { file: _file, ...result } = await fetchStoredBackup(ctx, name, (path) =>
    drillBackup({ ctx, ownerUrl }, path, {
      acceptUnkeyed: false,
      onProgress(share) {
        signal?.throwIfAborted();
        onProgress("restore", share);
      },
    }),
  );
  const proved = { ...card, drill: result };
  await putCard(openStore(ctx), proved);
  if (!isProved(proved)) throw BackupError.refuted({ name });
  return proved;
}
