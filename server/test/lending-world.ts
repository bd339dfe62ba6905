/** The basis of tests of lending: the fault tests' world, and merchants that have an agreement with a lender. */
import { fundLedger, lend, listLoans, registerLending, setAgreement, workLending } from "#lending";
import type { Loan, LoanOrder, LoanOutcome } from "#lending";
import type { Context } from "#lib/context";
import { advance, makeFaultWorld, settle, type FaultWorld, type Payer } from "./faults/fault-world.ts";

/** The ledger accounts that these tests check. */
export const WALLET = 1_000;
export const INTERMEDIATE = 31_010;
export const ORIGINATOR = 31_020;
export const LENDER = 31_030;

/** Bank accounts for which the bank pays, refuses, or pays and returns the money. */
export const GOOD = "026291800001191";
export const REFUSED = "909090909008";
export const RETURNED = "909090909022";

interface OriginatorOptions {
  readonly lenderPaise?: bigint;
  readonly originatorPaise?: bigint;
  readonly walletPaise?: bigint;
  readonly lenderPercent?: number;
  readonly bankIds?: readonly string[];
}

interface LendingWorld extends FaultWorld {
  /**
   * Makes a merchant with an agreement of 80 % to 20 %, with 8,000.00 of the lender's money and 2,000.00 of its own.
   */
  makeOriginator(options?: OriginatorOptions): Promise<Payer>;
  /** Completes all open work of a merchant as time would: transfers, returned shares, charges of past days. */
  finish(merchant: Payer, ctx?: Context): Promise<void>;
  readLoans(merchant: Payer): Promise<Loan[]>;
  /** Returns the balances of the lender's, the originator's and the intermediate ledger, in paise. */
  ledgersOf(merchant: Payer): Promise<readonly [lender: bigint, originator: bigint, intermediate: bigint]>;
  balanceOf(merchant: Payer, accountNo: number): Promise<bigint>;
}

/** A Tuesday morning. */
const START = new Date("2026-12-01T10:00:00+05:30");

let arrivals = 0;

export async function makeLendingWorld(): Promise<LendingWorld> {
  const world = await makeFaultWorld({ start: START });
  registerLending();
  const balanceOf = async ({ merchantId }: Payer, accountNo: number): Promise<bigint> => {
    const [row] = await world.look<{ paise: string }>(
      `select coalesce(sum(balance_paise), 0)::text as paise
       from ledger.account where merchant_id = $1 and account_no = $2`,
      [merchantId, accountNo],
    );
    return BigInt(row!.paise);
  };
  return {
    ...world,
    async makeOriginator(options = {}) {
      const { lenderPaise = 8_000_00n, originatorPaise = 2_000_00n, lenderPercent = 80 } = options;
      const { walletPaise = 100_00n, bankIds = ["meghdoot"] } = options;
      const merchant = await world.makePayer({ balancePaise: walletPaise, bankIds });
      const shares = { lenderPercent, originatorPercent: 100 - lenderPercent };
      await setAgreement(world.ctx, merchant.merchantId, { lenderName: "Sahayak", ...shares, by: "system" });
      await arrive(world, merchant, { party: "lender", amountPaise: lenderPaise });
      await arrive(world, merchant, { party: "originator", amountPaise: originatorPaise });
      return merchant;
    },
    async finish(merchant, ctx = world.ctx) {
      for (let round = 0; round < 20; round += 1) {
        await workLending(ctx, merchant.merchantId);
        await settle(world, ctx, merchant);
        const [open] = await world.look<{ due: Date | null; now: Date }>(
          `select min(due_at) as due, lib.now_of($1) as now from lending.loan where merchant_id = $1`,
          [merchant.merchantId],
        );
        if (open!.due === null) return;
        await advance(world, merchant, Math.max(1_000, open!.due.getTime() - open!.now.getTime() + 1_000));
      }
      throw new Error("loans are still open after 20 rounds");
    },
    readLoans: ({ merchantId }) =>
      world.ctx.db.inMerchant(merchantId, (tx) => listLoans(tx, { limit: 1_000 })),
    ledgersOf: async (merchant) => [
      await balanceOf(merchant, LENDER),
      await balanceOf(merchant, ORIGINATOR),
      await balanceOf(merchant, INTERMEDIATE),
    ],
    balanceOf,
  };
}

/** Books money of a party that arrives; nothing if the amount is zero. */
export async function arrive(
  world: FaultWorld,
  { merchantId, bankId }: Payer,
  { party, amountPaise }: { party: "lender" | "originator"; amountPaise: bigint },
): Promise<void> {
  if (amountPaise === 0n) return;
  arrivals += 1;
  await fundLedger(world.ctx, merchantId, { party, bankId, utr: `SHARE-${arrivals}`, amountPaise });
}

/** Returns a loan of 10,000.00 with a charge of 100.00, with changes. */
export function loanOf(loanKey: string, changes: Partial<LoanOrder> = {}): LoanOrder {
  return {
    loanKey,
    amountPaise: 10_000_00n,
    charges: [{ name: "processingFee", amountPaise: 100_00n }],
    payee: borrowerAt(GOOD),
    mode: "imps",
    remarks: "",
    by: "system",
    ...changes,
  };
}

/** Returns a borrower with a bank account. */
export const borrowerAt = (accountNumber: string): LoanOrder["payee"] => ({
  inline: { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" },
});

/** Lends as the merchant. */
export const lendTo = (
  ctx: Context,
  { merchantId }: Payer,
  loanKey: string,
  changes: Partial<LoanOrder> = {},
): Promise<LoanOutcome> => lend(ctx, merchantId, loanOf(loanKey, changes));
