import type { Context } from "#lib/context";
import type { Home } from "#lib/db";
import { isUnavailable } from "#lib/db-errors";
import { isProved, type StoredBackup } from "./stored-backups.ts";

/** A home remembers how its backups went. */
export interface BackupState {
  readonly triedAt: Date | null;
  /** The failure of the last try that had one. It stays until a backup is good. */
  readonly fault: string | null;
  /** The number of tries since the last good backup. */
  readonly tries: number;
  readonly goodAt: Date | null;
  readonly goodName: string | null;
  readonly isProved: boolean | null;
}

const READ = `
  select tried_at as "triedAt", fault, tries, good_at as "goodAt", good_name as "goodName", is_proved as "isProved"
  from backups.state`;

/** Returns the state of a home, and what time it is there. */
export function readState(home: Home): Promise<BackupState & { now: Date }> {
  return home.transact(async (tx) => {
    const [state] = await tx.query<BackupState & { now: Date }>(
      `select clock_timestamp() as now, state.* from (${READ}) as state`,
    );
    return state!;
  });
}

/** Returns the state of the backups of each home that answers. */
export async function readBackupStates({
  db,
}: Pick<Context, "db">): Promise<(BackupState & { readonly home: string })[]> {
  const states = await Promise.all(
    db.homes.all().map(async (home) => {
      try {
        const { now: _now, ...state } = await readState(home);
        return [{ home: home.name, ...state }];
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        return [];
      }
    }),
  );
  return states.flat();
}

export const noteTry = (home: Home): Promise<unknown> =>
  home.transact((tx) =>
    tx.execute("update backups.state set tried_at = clock_timestamp(), tries = tries + 1"),
  );

export const noteFault = (home: Home, fault: string): Promise<unknown> =>
  home.transact((tx) => tx.execute("update backups.state set fault = $1", [fault]));

export const noteGood = (home: Home, card: StoredBackup): Promise<unknown> =>
  home.transact((tx) =>
    tx.execute(
      "update backups.state set good_at = $1, good_name = $2, is_proved = $3, fault = null, tries = 0",
      [card.at, card.name, isProved(card)],
    ),
  );
