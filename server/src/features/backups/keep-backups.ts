import pg from "pg";
import type { BackupSettings } from "#lib/backup-settings";
import { homeUrl } from "#lib/config";
import type { Context } from "#lib/context";
import type { Home } from "#lib/db";
import { logFault } from "#lib/db-errors";
import { FIRST_HOME } from "#lib/homes";
import { DAY_MS, istDayNumber, istMoment, istTimeOfDay } from "#lib/ist";
import { repeat } from "#lib/repeat";
import { makeStoredBackup } from "./make-stored-backup.ts";
import { readState, type BackupState } from "./state.ts";

const LOOK_EVERY_MS = 30_000;
const TRY_AGAIN_MS = 15 * 60_000;
const TRY_AGAIN_MAX_MS = 4 * 3_600_000;
const MINUTE_MS = 60_000;
const LOCK = 7_118_341_904;

/** Returns the last moment at which the schedule wanted a backup. */
function lastPlanned(now: Date, atMinutes: readonly number[]): Date {
  const day = istDayNumber(now);
  const today = atMinutes.findLast((minutes) => minutes * MINUTE_MS <= istTimeOfDay(now));
  if (today !== undefined) return istMoment(day, today * MINUTE_MS);
  return new Date(istMoment(day, atMinutes.at(-1)! * MINUTE_MS).getTime() - DAY_MS);
}

/**
 * A backup is due if there was no good one since it was planned. One that failed is tried again after a while, which
 * doubles with each try up to some hours.
 */
export function isDue(
  { now, goodAt, triedAt, tries }: Pick<BackupState, "goodAt" | "triedAt" | "tries"> & { readonly now: Date },
  { atMinutes }: Pick<BackupSettings, "atMinutes">,
): boolean {
  const planned = lastPlanned(now, atMinutes);
  if (goodAt !== null && goodAt >= planned) return false;
  if (triedAt === null || triedAt < planned) return true;
  const pause = Math.min(TRY_AGAIN_MS * 2 ** Math.max(0, tries - 1), TRY_AGAIN_MAX_MS);
  return now.getTime() - triedAt.getTime() >= pause;
}

interface Keeping {
  /** Begins no backup any more, and gives up one that is being copied; nothing of it is kept. */
  shut(): void;
  /** Resolves when no backup is under way any more. */
  stop(): Promise<void>;
}

/** Makes the scheduled backups of each home. Does nothing if the settings name no store. */
export function keepBackups(ctx: Context, ownerUrl: string): Keeping {
  if (ctx.config.backups === null) return { shut: () => undefined, stop: async () => undefined };
  const stopping = new AbortController();
  const loops = ctx.db.homes.all().map((home) => {
    const url = home.name === FIRST_HOME ? ownerUrl : homeUrl(ctx.config, home.name)!;
    const work = () => backUpIfDue(ctx, { home, ownerUrl: url, signal: stopping.signal });
    const fault = { facts: { home: home.name }, text: "whether a backup is due could not be read" };
    const onFault = (error: unknown): void => logFault(ctx.log, error, fault);
    const loop = repeat({ everyMs: LOOK_EVERY_MS, work, onFault });
    loop.runNow();
    return loop;
  });
  const shut = (): void => stopping.abort(new Error("the process stops"));
  return {
    shut,
    async stop() {
      shut();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

interface ToKeep {
  readonly home: Home;
  readonly ownerUrl: string;
  readonly signal: AbortSignal;
}

/** Makes a backup if one is due and no other process makes one. Returns true if it has. */
export async function backUpIfDue(ctx: Context, { home, ownerUrl, signal }: ToKeep): Promise<boolean> {
  const settings = ctx.config.backups!;
  if (signal.aborted || !isDue(await readState(home), settings)) return false;
  return holdingLock(ownerUrl, async () => {
    // Another process may have made it in the meantime.
    const state = await readState(home);
    if (!isDue(state, settings)) return false;
    try {
      const { made, removed } = await makeStoredBackup(ctx, {
        home,
        ownerUrl,
        drill: settings.drill,
        proveSince: lastPlanned(state.now, settings.atMinutes),
        signal,
      });
      const { name, bytes, rows } = made;
      ctx.log.info({ home: home.name, name, bytes, rows, removed: removed.length }, "a backup was made");
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      ctx.log.error(
        { home: home.name, err: error, lastGood: state.goodAt },
        "a backup failed: it is tried again after a while, 15 minutes at first and then up to 4 hours",
      );
      return false;
    }
  });
}

/** Works while this process has the lock of the home's database. Returns false if another one has it. */
async function holdingLock(ownerUrl: string, work: () => Promise<boolean>): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-backups" });
  // The lock is lost with the connection; at worst two backups are made then.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [LOCK]);
    return rows[0]!.mine && (await work());
  } finally {
    await client.end();
  }
}
