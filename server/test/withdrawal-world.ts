/** The basis of tests of withdrawals: the fault tests' world, and merchants with a registered account. */
import { setRegisteredAccount } from "#fund-sources";
import type { Context } from "#lib/context";
import { registerWithdrawals, workWithdrawals, type Refund, type Withdrawal } from "#withdrawals";
import { advance, makeFaultWorld, settle, type FaultWorld, type Payer } from "./faults/fault-world.ts";

export const OWN = {
  holderName: "Demo Traders",
  accountNumber: "50100000000001",
  ifsc: "HDFC0000001",
} as const;

interface WithdrawalWorld extends FaultWorld {
  /** Makes a merchant with 1,000.00 and a registered account. */
  makeOwner(options?: OwnerOptions): Promise<Payer>;
  /** Moves a merchant's clock to a time. */
  advanceTo(merchant: Payer, at: string): Promise<void>;
  /** Completes all open work of a merchant, as time would. */
  finish(merchant: Payer, ctx?: Context): Promise<void>;
  readWithdrawals(merchant: Payer): Promise<Withdrawal[]>;
  readRefunds(merchant: Payer): Promise<Refund[]>;
  /** Returns the balance of one ledger account, in paise. */
  balanceOf(merchant: Payer, accountNo: number): Promise<bigint>;
}

interface OwnerOptions {
  readonly balancePaise?: bigint;
  readonly bankIds?: readonly string[];
  readonly accountNumber?: string;
}

/** The ledger accounts that these tests check. */
export const WALLET = 1_000;
export const TRANSIT = 31_000;

/** A Tuesday morning. */
const START = new Date("2026-12-01T10:00:00+05:30");

export async function makeWithdrawalWorld(): Promise<WithdrawalWorld> {
  const world = await makeFaultWorld({ start: START });
  registerWithdrawals();
  const read = async <T>(text: string, merchant: Payer): Promise<T[]> =>
    (await world.look<{ row: T }>(text, [merchant.merchantId])).map(({ row }) => row);
  return {
    ...world,
    async makeOwner({ accountNumber = OWN.accountNumber, balancePaise = 1_000_00n, ...options } = {}) {
      const merchant = await world.makePayer({ balancePaise, ...options });
      await setRegisteredAccount(world.ctx, merchant.merchantId, { ...OWN, accountNumber, by: "system" });
      return merchant;
    },
    async advanceTo(merchant, at) {
      const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
      await advance(world, merchant, new Date(at).getTime() - clock!.now.getTime());
    },
    async finish(merchant, ctx = world.ctx) {
      for (let round = 0; round < 20; round += 1) {
        await workWithdrawals(ctx, merchant.merchantId);
        await settle(world, ctx, merchant);
        const [open] = await world.look<{ due: Date | null; now: Date }>(NEXT, [merchant.merchantId]);
        if (open!.due === null) return;
        await advance(world, merchant, Math.max(1_000, open!.due.getTime() - open!.now.getTime()));
      }
      throw new Error("withdrawals and refunds are still open after 20 rounds");
    },
    readWithdrawals: (merchant) =>
      read(
        `select json_build_object(
           'withdrawalKey', withdrawal_key, 'status', status, 'reason', reason, 'utr', utr, 'place', place,
           'amountPaise', amount_paise, 'day', day
         ) as row
         from withdrawals.withdrawal where merchant_id = $1 order by withdrawal_id`,
        merchant,
      ),
    readRefunds: (merchant) =>
      read(
        `select json_build_object(
           'topUpId', top_up_id, 'status', status, 'reason', reason, 'utr', utr, 'tries', tries
         ) as row
         from withdrawals.refund where merchant_id = $1 order by top_up_id`,
        merchant,
      ),
    async balanceOf({ merchantId }, accountNo) {
      const [row] = await world.look<{ paise: string }>(
        `select coalesce(sum(balance_paise), 0)::text as paise
         from ledger.account where merchant_id = $1 and account_no = $2`,
        [merchantId, accountNo],
      );
      return BigInt(row!.paise);
    },
  };
}

const NEXT = `
  select lib.now_of($1) as now,
    (
      select min(due_at)
      from (
        select due_at from withdrawals.withdrawal where merchant_id = $1
        union all
        select due_at from withdrawals.refund where merchant_id = $1
        union all
        select now()
        from fund_sources.top_up
        left join withdrawals.refund using (merchant_id, top_up_id)
        where merchant_id = $1 and suspended and refund.status is null
      ) as open
    ) as due`;
