/** Merchants whose orders are judged and stored but not sent, with a clock that starts at noon. */
import assert from "node:assert/strict";
import type { TransferMode } from "#rails";
import { addRule, type RuleToAdd } from "#risk";
import { makeWorld, type World } from "#test/world";
import { acceptTransfers, runtimeOf, type Acceptance, type TransferOrder } from "#transfers";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The parts of an order that matter to a test. */
export interface Ordered {
  readonly rupees?: number;
  /** The number of the payee. Each number has its own bank account, VPA and phone. */
  readonly payee?: number;
  readonly mode?: TransferMode;
  readonly fundSourceId?: string | null;
  readonly key?: string;
}

export interface ShieldMerchant {
  readonly merchantId: string;
  /** Gives orders as one set. Returns `accepted` or the code of the refusal for each. */
  order(...orders: readonly Ordered[]): Promise<string[]>;
  /** Gives orders as one set and returns the whole results. */
  accept(...orders: readonly Ordered[]): Promise<Acceptance[]>;
  /** Moves the merchant's clock. */
  advance(ms: number): Promise<void>;
  /** Moves the merchant's clock to a moment. */
  moveTo(moment: Date): Promise<void>;
  /** Returns the time of the merchant's clock. */
  now(): Promise<Date>;
  /** Ends transfers as a bank report would. The merchant's time is in whole milliseconds, as in a process. */
  end(status: "succeeded" | "failed" | "reversed", ...transferKeys: readonly string[]): Promise<void>;
}

interface ShieldWorld extends World {
  /** Makes a merchant with these rules. */
  makeShielded(...rules: readonly Omit<RuleToAdd, "by">[]): Promise<ShieldMerchant>;
}

export async function makeShieldWorld(): Promise<ShieldWorld> {
  const world = await makeWorld();
  // Nothing is sent, since the tests are about the judging of orders.
  runtimeOf(world.ctx).stopping = true;
  return { ...world, makeShielded: (...rules) => makeShielded(world, rules) };
}

let given = 0;

/** Makes an order with its own transfer ID. */
export function orderOf({
  rupees = 100,
  payee = 1,
  mode = "imps",
  fundSourceId = null,
  key,
}: Ordered): TransferOrder {
  given += 1;
  return {
    transferKey: key ?? `order_${given}`,
    payee: { inline: payeeOf(payee) },
    amountPaise: BigInt(Math.round(rupees * 100)),
    mode,
    remarks: "",
    fundSourceId,
  };
}

/** Returns the details of a payee by its number. */
export function payeeOf(number: number) {
  return {
    name: `Payee ${number}`,
    accountNumber: String(100_000_000 + number),
    ifsc: "YESB0000262",
    vpa: `payee.${number}@upi`,
    phone: String(9_800_000_000 + number),
  };
}

export const wordOf = (answer: Acceptance): string => ("code" in answer ? answer.code : answer.kind);

async function makeShielded(world: World, rules: readonly Omit<RuleToAdd, "by">[]): Promise<ShieldMerchant> {
  const { merchantId } = await world.makeMerchant({ balancePaise: 10_00_00_00_000_00n });
  const advance = async (ms: number): Promise<void> => {
    await world.look(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
       values ($1, $2)
       on conflict (merchant_id) do update
       set offset_ms = clock.offset_ms + excluded.offset_ms`,
      [merchantId, ms],
    );
  };
  const now = async (): Promise<Date> => {
    const [row] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchantId]);
    return row!.now;
  };
  const accept: ShieldMerchant["accept"] = (...orders) =>
    acceptTransfers(world.ctx, merchantId, orders.map(orderOf));
  await advance(msToNoon(await now()));
  for (const rule of rules) await addRule(world.ctx, merchantId, { ...rule, by: "system" });
  return {
    merchantId,
    accept,
    order: async (...orders) => (await accept(...orders)).map(wordOf),
    advance,
    moveTo: async (moment) => {
      await world.look(
        `insert into lib.merchant_clock (merchant_id, offset_ms)
         values ($1, extract(epoch from $2::timestamptz - clock_timestamp()) * 1000)
         on conflict (merchant_id) do update
         set offset_ms = excluded.offset_ms`,
        [merchantId, moment],
      );
    },
    now,
    async end(status, ...transferKeys) {
      const ended = await world.look(
        `update transfers.transfer
         set status = $2, finished_at = date_trunc('milliseconds', lib.now_of($1)), due_at = null, bank_no = 0,
           attempt = 1, steps = greatest(steps, 2)
         where merchant_id = $1
           and transfer_key = any ($3)
         returning 1`,
        [merchantId, status, transferKeys],
      );
      assert.equal(ended.length, transferKeys.length);
    },
  };
}

/** Returns the milliseconds until the next noon in India. */
function msToNoon(at: Date): number {
  const noon = 12 * HOUR_MS - 330 * MINUTE_MS;
  return DAY_MS - ((at.getTime() - noon) % DAY_MS);
}
