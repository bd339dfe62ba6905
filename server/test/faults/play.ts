/** A sequence of the model test: an engine, a merchant, and the model of what that merchant may see. */
import { isDeepStrictEqual } from "node:util";
import { readBalance } from "#fund-sources";
import { RECEIVABLE } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { listTransfers, publicStatus, type TransferOrder } from "#transfers";
import { advance, type FaultWorld, type Payer } from "./fault-world.ts";
import type { Phase } from "./fates.ts";
import { PayoutModel, type Moment } from "./payout-model.ts";

/** The objects on which a sequence acts. */
export interface Play {
  readonly world: FaultWorld;
  readonly merchant: Payer;
  readonly model: PayoutModel;
  readonly orders: Map<string, TransferOrder>;
  /** The number of times that each event happened, so that a run in which one never happened is noticed. */
  readonly happened: Map<string, number>;
  readonly startedAt: number;
  ctx: Context;
  movedMs: number;
}

const OPENING_PAISE = 8_000_00n;

/** Makes a merchant with some money on a Tuesday morning, and its model. */
export async function startPlay(
  world: FaultWorld,
  { bankIds, happened }: { bankIds: readonly string[]; happened: Map<string, number> },
): Promise<Play> {
  const merchant = await world.makePayer({ bankIds, balancePaise: OPENING_PAISE });
  const startAt = await goToTuesday(world, merchant);
  const model = new PayoutModel(startAt, merchant.bankId);
  model.credit(OPENING_PAISE);
  const ctx = { ...world.ctx };
  return {
    world,
    merchant,
    model,
    orders: new Map(),
    happened,
    startedAt: performance.now(),
    ctx,
    movedMs: 0,
  };
}

/** 10:07 in India on the next Tuesday. */
async function goToTuesday(world: FaultWorld, merchant: Payer): Promise<Date> {
  const [clock] = await world.look<{ now: Date; start: Date }>(
    `select lib.now_of($1) as now,
       (date_trunc('week', lib.now_of($1) at time zone 'Asia/Kolkata') + interval '8 days 10 hours 7 minutes')
         at time zone 'Asia/Kolkata' as start`,
    [merchant.merchantId],
  );
  await advance(world, merchant, clock!.start.getTime() - clock!.now.getTime());
  return clock!.start;
}

/** Returns the merchant's time. */
export function momentOf({ movedMs, startedAt }: Play): Moment {
  return { movedMs, passedMs: movedMs + performance.now() - startedAt };
}

/** Compares what the merchant sees with the model; repeats this if something changed while it was being read. */
export async function compare(playing: Play): Promise<void> {
  const { ctx, merchant, model } = playing;
  for (;;) {
    const statuses = await readStatuses(playing);
    const money = await ctx.db.inMerchant(merchant.merchantId, async (tx) => ({
      ...(await readBalance(tx, merchant.fundSourceId)),
      owedPaise: await readOwed(tx),
    }));
    try {
      model.check(momentOf(playing), { statuses, ...money });
    } catch (error) {
      if (isDeepStrictEqual(await readStatuses(playing), statuses)) throw error;
      continue;
    }
    for (const status of new Set(statuses.values())) count(playing, status);
    return;
  }
}

async function readOwed(tx: Tx): Promise<bigint> {
  const [owed] = await tx.query<{ paise: bigint }>(
    `select coalesce(sum(case when debit_no = $2 then amount_paise else -amount_paise end), 0)::bigint as paise
     from ledger.posting
     where merchant_id = $1
       and $2 in (debit_no, credit_no)`,
    [tx.merchantId, RECEIVABLE],
  );
  return owed!.paise;
}

async function readStatuses(playing: Play): Promise<Map<string, Phase["status"]>> {
  return new Map(
    (await readAll(playing)).map(({ transferKey, status }) => [transferKey, publicStatus[status]]),
  );
}

/** Returns all transfers of the merchant. */
export function readAll({ ctx, merchant }: Play): ReturnType<typeof listTransfers> {
  return listTransfers(ctx, merchant.merchantId, { limit: 1_000 });
}

/** Counts an event. */
export function count({ happened }: Play, what: string): void {
  happened.set(what, (happened.get(what) ?? 0) + 1);
}
