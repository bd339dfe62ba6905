/** The parts of a month played through the engine: payees, banks in trouble, and the final figures. */
import { addBeneficiary } from "#beneficiaries";
import { listTransfers } from "#transfers";
import type { Context } from "#lib/context";
import type { ToldStatus } from "./compare-with-journal.ts";
import type { FaultWorld, Payer } from "./fault-world.ts";
import { shareOf, SILENT, USUAL_FAILURE, type Month } from "./routing-month-plan.ts";

/** A branch of each payee's bank, by the letters with which the month's orders name it. */
const BRANCHES: Readonly<Record<string, string>> = {
  HDFC: "HDFC0000001",
  SBIN: "SBIN0000001",
  ICIC: "ICIC0000001",
  UTIB: "UTIB0000004",
  KKBK: "KKBK0000958",
  PUNB: "PUNB0000100",
  BARB: "BARB0VJFORT",
  YESB: "YESB0000262",
};

/** Adds one payee at each bank. */
export async function addPayees({ ctx }: FaultWorld, { merchantId }: Payer): Promise<void> {
  const person = {
    name: "Asha Rao",
    phone: "9876543210",
    email: "asha@example.com",
    address1: "1 Main Road",
  };
  for (const [beneId, ifsc] of Object.entries(BRANCHES)) {
    const accountNumber = "026291800001191";
    await addBeneficiary(ctx, merchantId, { ...person, beneId, accountNumber, ifsc, by: "system" });
  }
}

interface Odds {
  readonly operation: "pay" | "enquire" | "void";
  readonly chance: number;
  readonly mishap: object;
  readonly from?: string;
  readonly until?: string;
}

/** A recovery that improves continuously is divided into this many steps. */
const RECOVERY_STEPS = 10;

/** Makes the merchant's banks behave as in the month, by the merchant's clock; the month begins at `startedAt`. */
export async function spoilBanks(
  { simulator }: FaultWorld,
  { debitAccount }: Payer,
  { month, startedAt }: { month: Month; startedAt: number },
): Promise<void> {
  const iso = (at: number): string => new Date(startedAt + at).toISOString();
  for (const bankId of month.bankIds) {
    const slices = month.troubles.filter((one) => one.bankId === bankId).flatMap(sliceTrouble);
    const mishaps = slices.flatMap(({ share, from, to }) => [
      ...failures(share).map((odds) => ({ ...odds, from: iso(from), until: iso(to) })),
      // A bank that takes no instruction does not report on earlier ones either.
      ...(["enquire", "void"] as const).map((operation) => ({
        operation,
        chance: share,
        mishap: { kind: "maintenance" },
        from: iso(from),
        until: iso(to),
      })),
    ]);
    await simulator.control("PUT", `/sim/banks/${bankId}/manner`, {
      debitAccount,
      mishaps: [...mishaps, ...failures(USUAL_FAILURE)],
    });
  }
}

interface Slice {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

function sliceTrouble(trouble: Month["troubles"][number]): Slice[] {
  const { kind, from, to } = trouble;
  const steps = kind === "slow recovery" ? RECOVERY_STEPS : 1;
  const stepMs = (to - from) / steps;
  return Array.from({ length: steps }, (_, step) => ({
    share: shareOf(trouble, from + (step + 0.5) * stepMs),
    from: from + step * stepMs,
    to: from + (step + 1) * stepMs,
  }));
}

/**
 * Returns dice that together let this share of instructions fail; each is rolled only if the ones before it did not
 * apply.
 */
function failures(share: number): Odds[] {
  const shares = [
    { mishap: { kind: "cut", posted: true }, of: (share * SILENT) / 2 },
    { mishap: { kind: "cut", posted: false }, of: (share * SILENT) / 2 },
    { mishap: { kind: "maintenance" }, of: share * (1 - SILENT) },
  ];
  let left = 1;
  return shares.map(({ mishap, of }) => {
    const chance = Math.min(1, of / left);
    left -= of;
    return { operation: "pay", chance, mishap };
  });
}

const PAGE = 1_000;

/** Returns the final answer to the merchant for each order. */
export async function readTold(ctx: Context, { merchantId }: Payer): Promise<ToldStatus[]> {
  const told: ToldStatus[] = [];
  let afterReferenceId = 0n;
  for (;;) {
    const page = await listTransfers(ctx, merchantId, { limit: PAGE, afterReferenceId });
    for (const { transferKey, publicStatus, reason, utr } of page) {
      const words = { reason: reason ?? "", utr: utr ?? "" };
      told.push({ merchantId, transferId: transferKey, status: publicStatus, ...words });
    }
    if (page.length < PAGE) return told;
    afterReferenceId = page.at(-1)!.referenceId;
  }
}

/** The results of a month according to the engine. */
export interface MonthFigures {
  readonly paid: number;
  readonly failed: number;
  /** A person must look: 72 hours without an answer. */
  readonly inReview: number;
  readonly attempts: number;
  /** The attempts for which the bank's answer said nothing about their outcome. */
  readonly unanswered: number;
  /** Transfers that waited for a bank. */
  readonly waited: number;
  /** The time from order to payment. */
  readonly longestSeconds: number;
  readonly within5Minutes: number;
  readonly snapshots: number;
  readonly decisions: number;
}

export async function readFigures({ look }: FaultWorld, { merchantId }: Payer): Promise<MonthFigures> {
  const [figures] = await look<MonthFigures>(FIGURES, [merchantId]);
  return figures!;
}

const FIGURES = `
  select count(*) filter (where status = 'succeeded')::int as paid,
    count(*) filter (where status in ('failed', 'rejected'))::int as failed,
    count(*) filter (where status = 'review')::int as "inReview",
    extract(epoch from max(finished_at - accepted_at) filter (where status = 'succeeded'))::int as "longestSeconds",
    count(*) filter (where status = 'succeeded' and finished_at - accepted_at <= interval '5 minutes')::int
      as "within5Minutes",
    (select count(*)::int from transfers.attempt where merchant_id = $1) as attempts,
    (
      select count(*)::int
      from transfers.fact
      where merchant_id = $1
        and source = 'response'
        and evidence = 'UNK'
        and code = ''
    ) as unanswered,
    (
      select count(distinct transfer_id)::int
      from transfers.step
      where merchant_id = $1
        and to_status = 'waiting'
    ) as waited,
    (select count(*)::int from health.bank_snapshot where merchant_id = $1) as snapshots,
    (select count(*)::int from routing.decision where merchant_id = $1) as decisions
  from transfers.transfer
  where merchant_id = $1`;
