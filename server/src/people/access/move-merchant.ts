/** Moves a merchant to another home while it works. */
import pg from "pg";
import { recordAudit } from "#audit";
import { measureBehind } from "#lib/catch-up";
import { homeUrl } from "#lib/config";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { FIRST_HOME } from "#lib/homes";
import {
  arrive,
  complete,
  copyRows,
  giveUp,
  isComplete,
  leave,
  type Move,
  MoveError,
  standStill,
  stay,
} from "#lib/move-rows";
import { mustBe, OWN_MERCHANT_COLUMNS, refuseWithoutLogicalLog } from "#lib/prepare-home";
import { mustMayMove, withRights } from "#lib/replication-rights";
import { AccessError } from "./errors.ts";

interface MoveToMake {
  /** The name of the new home. */
  readonly home: string;
  /** The address by which the new home reaches the old one. Default: the one in the settings. */
  readonly copyFromUrl?: string | undefined;
}

/** A finished move. */
interface Moved {
  readonly merchantId: string;
  readonly from: string;
  readonly home: string;
  /** The time for which the merchant stood still. */
  readonly stoodStillMs: number;
}

/**
 * Copies the merchant's rows to another home, switches, and removes them from the old one. Between the last change and
 * the switch the merchant stands still: its calls wait, or are told to come again. A move that is interrupted must be
 * repeated, and goes on then. If it fails, the merchant stays where it was. A move to the home where the merchant lives
 * gives up one that was interrupted. Throws `merchant_not_found`, `home_not_found`, MoveError.
 */
export function moveMerchant(
  ctx: Context,
  merchantId: string,
  { home, copyFromUrl }: MoveToMake,
): Promise<Moved> {
  return onClient(urlOf(ctx, FIRST_HOME), async (directory) => {
    await takeTurn(directory, merchantId);
    const from = await readHome(ctx, merchantId);
    let stoodStillMs = 0;
    if (from !== home) {
      stoodStillMs = await onBoth(ctx, { from, to: home }, (clients) =>
        move(
          ctx,
          { ...clients, merchantId, toName: home, copyFromUrl: copyFromUrl ?? urlOf(ctx, from) },
          from,
        ),
      );
      await switchHome(directory, merchantId, home);
      crashPoint("access.move.switched");
    }
    await onClient(urlOf(ctx, home), (to) => arrive({ merchantId, to }));
    if (from !== home) await noteMove(ctx, merchantId, { from, to: home });
    await finish(ctx, merchantId, home);
    return { merchantId, from, home, stoodStillMs };
  });
}

/** Holds other moves of the merchant off, until the connection ends. */
async function takeTurn(directory: pg.Client, merchantId: string): Promise<void> {
  const { rows } = await directory.query<{ taken: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) as taken",
    [merchantId],
  );
  if (!rows[0]!.taken) throw MoveError.other_move();
}

/** Makes the new home complete, and returns how long the merchant has stood still. */
async function move(ctx: Context, move: Move, fromName: string): Promise<number> {
  if (await isComplete(move)) return 0;
  await mustFollow(ctx, move);
  for (const client of [move.from, move.to]) await mustMayMove(client);
  try {
    await refuseWithoutLogicalLog(move.from, fromName);
    await withRights(move.to, "move a merchant", () => copyRows(move));
    const standsSince = performance.now();
    await standStill(move);
    await copySettings(move);
    await complete(move);
    crashPoint("access.move.ready");
    return Math.round(performance.now() - standsSince);
  } catch (error) {
    if (error instanceof CrashError) throw error;
    // The connections may be lost, or in a transaction that has failed.
    await onBoth(ctx, { from: fromName, to: move.toName }, async (clients) => {
      if (!(await isComplete({ ...move, ...clients }))) await giveUp({ ...move, ...clients });
    }).catch((fault: unknown) => {
      ctx.log.error(
        { err: fault },
        "the move could not be given up: repeat it, or the merchant stands still",
      );
    });
    throw error;
  }
}

/** A home whose copy of the directory is late would not find the merchant's work. */
async function mustFollow({ db }: Context, { toName }: Move): Promise<void> {
  const home = db.homes.all().find(({ name }) => name === toName);
  const isFollowing =
    toName === FIRST_HOME ||
    (home !== undefined &&
      (await measureBehind(db.homes.directory(), home).then(
        () => true,
        () => false,
      )));
  if (!isFollowing) throw MoveError.copy_is_late({ home: toName });
}

function noteMove(ctx: Context, merchantId: string, detail: { from: string; to: string }): Promise<void> {
  const subject = `merchant:${merchantId}`;
  return ctx.db.inMerchant(merchantId, (tx) =>
    recordAudit(tx, [{ actor: "system", action: "access.merchant_moved", subject, detail }]),
  );
}

/** Removes what the merchant has left at other homes, also if an earlier call was interrupted before that. */
async function finish(ctx: Context, merchantId: string, home: string): Promise<void> {
  for (const { name } of ctx.db.homes.all()) {
    if (name === home) continue;
    try {
      await onClient(urlOf(ctx, name), async (from) => {
        const { rows } = await from.query(FIND_LEFT, [merchantId]);
        if (rows.length > 0) await leave({ from, merchantId });
      });
    } catch (error) {
      ctx.log.warn(
        { home: name, err: error },
        "what a merchant has left there is removed by the next repetition",
      );
    }
  }
  await onClient(urlOf(ctx, home), (from) => stay({ merchantId, from }));
}

async function readHome(ctx: Context, merchantId: string): Promise<string> {
  const [found] = await ctx.db.directory((tx) => tx.query<{ home: string }>(READ_HOME, [merchantId]));
  if (found === undefined) throw AccessError.merchant_not_found({ merchantId });
  return found.home;
}

function urlOf({ config }: Context, name: string): string {
  const url = homeUrl(config, name);
  if (url === null) throw AccessError.home_not_found({ home: name });
  return url;
}

function onBoth<T>(
  ctx: Context,
  names: Readonly<Record<"from" | "to", string>>,
  work: (clients: Pick<Move, "from" | "to">) => Promise<T>,
): Promise<T> {
  return onClient(urlOf(ctx, names.from), (from) =>
    onClient(urlOf(ctx, names.to), async (to) => {
      for (const [client, name] of [
        [from, names.from],
        [to, names.to],
      ] as const)
        await mustBe(client, name);
      return work({ from, to });
    }),
  );
}

async function onClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECTED_WITHIN_MS });
  // A statement that is waiting reports the loss.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw MoveError.home_away({ why: String(error) });
  });
  try {
    // Rows are compared as texts, and a role that does not see all of them must fail.
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set row_security = off");
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const CONNECTED_WITHIN_MS = 10_000;

/** Writes the merchant's new home into the directory, from which all processes know it. */
async function switchHome(directory: pg.Client, merchantId: string, home: string): Promise<void> {
  await directory.query("begin");
  // The trigger would raise a version at the first home.
  await directory.query("set local session_replication_role = replica");
  await directory.query("update access.merchant set home = $2 where merchant_id = $1", [merchantId, home]);
  await directory.query("commit");
}

/** The settings are not among the copied columns of the directory. */
async function copySettings({ merchantId, from, to, toName }: Move): Promise<void> {
  const { rows } = await from.query<Record<string, unknown>>(
    `select ${OWN_MERCHANT_COLUMNS.join(", ")} from access.merchant where merchant_id = $1`,
    [merchantId],
  );
  const places = OWN_MERCHANT_COLUMNS.map((column, index) => `${column} = $${index + 2}`);
  await to.query("begin");
  // This raises the version of what the merchant's orders rest on.
  await to.query("select set_config('app.merchant_id', $1, true)", [merchantId]);
  const { rowCount } = await to.query(
    `update access.merchant set ${places.join(", ")} where merchant_id = $1`,
    [merchantId, ...OWN_MERCHANT_COLUMNS.map((column) => rows[0]![column])],
  );
  if (rowCount !== 1) throw MoveError.copy_is_late({ home: toName });
  await to.query("commit");
}

const READ_HOME = "select home from access.merchant where merchant_id = $1";

/** Rows that a move has left, or copies that it has begun. */
const FIND_LEFT = `
  select from lib.moved_merchant where merchant_id = $1 and not is_removed
  union all
  select from pg_subscription where subname = 'vitaran_move_' || replace($1::uuid::text, '-', '')`;
