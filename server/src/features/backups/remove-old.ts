import type { Context } from "#lib/context";
import {
  isNameOf,
  isProved,
  openStore,
  readStore,
  removeBackup,
  removeForgotten,
  type StoredBackup,
} from "./stored-backups.ts";

const DAY_MS = 86_400_000;

/**
 * Chooses the backups of a home that may go: all but the newest `keep` that were not refuted, and never the newest
 * proved one. Of those that their drills refuted the newest `keep` stay, unless they are older than all others that
 * do.
 */
export function chooseOld(newestFirst: readonly StoredBackup[], keep: number): StoredBackup[] {
  const sound = newestFirst.filter((one) => one.drill === null || isProved(one));
  const kept = new Set(sound.slice(0, keep));
  const proved = sound.find(isProved);
  if (proved !== undefined) kept.add(proved);
  const oldest = newestFirst.findLastIndex((one) => kept.has(one));
  // Without any sound one the newest refuted ones stay: even a refuted backup is more than none.
  const refuted = newestFirst.filter(
    (one, index) => !sound.includes(one) && (oldest === -1 || index < oldest),
  );
  for (const one of refuted.slice(0, keep)) kept.add(one);
  return newestFirst.filter((one) => !kept.has(one));
}

/**
 * Removes this installation's old backups of a home, and what interrupted ones have left. Returns the names of the
 * removed backups.
 */
export async function removeOld(
  ctx: Pick<Context, "config" | "vault" | "log">,
  { home, keep }: { readonly home: string; readonly keep: number },
): Promise<string[]> {
  const store = openStore(ctx);
  const { backups, withoutCard } = await readStore(ctx, { store, home });
  const old = chooseOld(backups, keep);
  for (const { name } of old) await removeBackup(store, name);
  for (const name of withoutCard.filter(isOlderThanADay)) await store.remove(name);
  await store.tidy((name) => isNameOf(ctx, home, name));
  await removeForgotten(ctx.config.dataDir);
  return old.map(({ name }) => name);
}

/** The time is in the name; a backup that is under way has no card yet either. */
function isOlderThanADay(name: string): boolean {
  const [, day, hours, minutes] = /_(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-/.exec(name) ?? [];
  return Date.now() - Date.parse(`${day}T${hours}:${minutes}:00Z`) > DAY_MS;
}
