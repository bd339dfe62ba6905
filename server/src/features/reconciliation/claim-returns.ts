/** Claims the credits that are about to be booked as returns, and tells them from recharges of the same name. */
import { type Besides, claimCredits } from "#fund-sources";
import type { Tx } from "#lib/db";
import { isBesideHand, isHeld } from "./conditions.ts";
import { type AttemptDecision, suspend } from "./decide-attempt.ts";
import { isPlain } from "./decide-untied.ts";
import type { Line } from "./line.ts";

/** The recharges that have named the payment of a line, if there are any. */
interface Recharges {
  readonly lineId: string;
  /** Their UTRs. Without one, an earlier version has booked them. */
  readonly utrs: readonly string[];
  /** True if all of them wait to be sent back. */
  readonly suspended: boolean;
  /**
   * True if the statements of whole days contain this line and also a line of each recharge, so that the line is other
   * money than these.
   */
  readonly stated: boolean;
}

interface ClaimedReturns {
  /**
   * The lines that belong to no attempt any more: they were credited as recharges since they were tied, or they are
   * about to be, or a person has said of which payment their other half is.
   */
  readonly ofNone: readonly Line[];
  /** The recharges of the same names, by line. */
  readonly named: ReadonlyMap<string, Recharges>;
}

/** Claims the credits that would be returns or reversals. */
export async function claimReturns(tx: Tx, decisions: readonly AttemptDecision[]): Promise<ClaimedReturns> {
  const used = decisions.flatMap(({ news, marks }) => [
    ...news.map(({ line }) => line),
    ...marks.filter(({ state }) => state !== "suspense").map(({ line }) => line),
  ]);
  const credits = used.filter(
    ({ side, state }) => side === "credit" && (state === "new" || state === "suspense"),
  );
  const named = await readRecharges(tx, credits);
  const besideHands = await readBesideHands(tx, credits);
  const isApart = (line: Line): boolean => isSecond(line) || besideHands.has(line.lineId);
  const [apart, others] = [credits.filter(isApart), credits.filter((line) => !isApart(line))];
  const taken = await claimCredits(
    tx,
    "return",
    others.map(({ bankId, utr, amountPaise }) => ({ bankId, utr, amountPaise, reference: null })),
  );
  const ofNone = [...apart, ...others.filter((_, index) => taken[index] !== null)];
  if (ofNone.length > 0) await untie(tx, ofNone);
  return { ofNone, named };

  /** A new plain credit is a recharge like the one that named its payment: a notice of it would be one as well. */
  function isSecond(line: Line): boolean {
    const before = named.get(line.lineId);
    const isByReference = line.state === "new" && line.rule === "reference";
    return before !== undefined && !before.suspended && isByReference && isPlain(line);
  }
}

/** Lets a return of a payment that a recharge has named be booked only if it is other money for certain. */
export function tellApart({ news, marks }: AttemptDecision, named: ClaimedReturns["named"]): AttemptDecision {
  const told = news.map((one) => ({ ...one, besides: besidesOf(one, named) }));
  return {
    news: told.flatMap(({ besides, ...one }) => (besides === null ? [] : [{ ...one, besides }])),
    marks: [
      ...marks,
      ...told.flatMap(({ line, besides }) => (besides === null ? [suspend(line, "ambiguous", SAME)] : [])),
    ],
  };
}

/** Returns null if it is not certain. A person who has matched the line knows. */
function besidesOf(
  { line, outcome }: AttemptDecision["news"][number],
  named: ClaimedReturns["named"],
): Besides | null {
  if (outcome.kind !== "returned") return [];
  if (line.rule === "by_hand") return "all";
  const { utrs, stated } = named.get(line.lineId) ?? { utrs: [], stated: true };
  return stated ? utrs : null;
}

const SAME =
  "a recharge has named this payment, and no line of a statement is certain to be that recharge, so this may be the " +
  "same money: match it by hand if the bank says that the payment came back";

async function readRecharges(tx: Tx, credits: readonly Line[]): Promise<ReadonlyMap<string, Recharges>> {
  if (credits.length === 0) return new Map();
  const rows = await tx.query<Recharges>(READ, [tx.merchantId, credits.map(({ lineId }) => lineId)]);
  return new Map(rows.map((row) => [row.lineId, row]));
}

/** During the day a bank may give a credit another number, and both lines are here until the day is over. */
const isOnWholeDay = (name: string): string => `
  exists (
    select from reconciliation.statement as whole
    where whole.merchant_id = $1
      and whole.bank_id = ${name}.bank_id
      and whole.day = ${name}.day
      and whole.whole
      and whole.state = 'imported'
      and whole.arrived_at >= ${name}.arrived_at
  )`;

/** The recharges that have named the payment of `line`. */
const NAMED = `
  transfers.attempt
  join fund_sources.credit_use as claimed
    on claimed.merchant_id = attempt.merchant_id
   and claimed.bank_id = attempt.bank_id
   and claimed.named = 'reference ' || attempt.reference
   and claimed.use = 'top_up'
  left join fund_sources.top_up
    on top_up.merchant_id = attempt.merchant_id
   and top_up.bank_id = attempt.bank_id
   and top_up.reference = attempt.reference
  where attempt.merchant_id = $1
    and attempt.transfer_id = line.transfer_id
    and attempt.attempt = line.attempt`;

const IS_STATED = `
  (${isOnWholeDay("line")} and exists (
    select from reconciliation.line as own
    where own.merchant_id = $1
      and own.bank_id = line.bank_id
      and own.utr = top_up.utr
      and own.side = 'credit'
      and own.amount_paise = top_up.amount_paise
      and own.line_id <> line.line_id
      and own.state <> 'vanished'
      and not ${isHeld("own")}
      and ${isOnWholeDay("own")}
  ))`;

/** True if the credit `line` may be a recharge that has named its payment. */
export const MAY_BE_RECHARGE = `exists (select from ${NAMED} and not ${IS_STATED})`;

const READ = `
  select line_id as "lineId", found.*
  from reconciliation.line
  cross join lateral (
    select array_remove(array_agg(top_up.utr), null) as utrs,
      coalesce(bool_and(top_up.suspended), false) as suspended, bool_and(${IS_STATED}) as stated
    from ${NAMED}
    having count(*) > 0
  ) as found
  where merchant_id = $1
    and line_id = any ($2::uuid[])`;

/** Finds credits whose other half a person has given to a payment, or taken from one. */
async function readBesideHands(tx: Tx, credits: readonly Line[]): Promise<ReadonlySet<string>> {
  if (credits.length === 0) return new Set();
  const rows = await tx.query<{ lineId: string }>(
    `select line_id as "lineId"
     from reconciliation.line
     where merchant_id = $1
       and line_id = any ($2::uuid[])
       and ${isBesideHand()}`,
    [tx.merchantId, credits.map(({ lineId }) => lineId)],
  );
  return new Set(rows.map(({ lineId }) => lineId));
}

async function untie(tx: Tx, lines: readonly Line[]): Promise<void> {
  await tx.execute(
    `update reconciliation.line
     set transfer_id = null, attempt = null, rule = null, held_until = null
     where merchant_id = $1
       and line_id = any ($2::uuid[])`,
    [tx.merchantId, lines.map(({ lineId }) => lineId)],
  );
}
