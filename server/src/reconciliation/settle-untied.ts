/** Settles lines without an attempt: money from elsewhere is a top-up; the rest stays in suspense. */
import { bookTopUps, WALLET_ID, type TopUpCredit } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { bookMarks, type MarkToBook } from "./book-marks.ts";
import { IS_UNTIED, IS_WHOLE, TOLD } from "./conditions.ts";
import { countAlike } from "./count-alike.ts";
import { suspend, type Mark } from "./decide-attempt.ts";
import { decideUntied, mayBeAlike, type Untied } from "./decide-untied.ts";
import { lineColumns } from "./line.ts";
import { HALVES, OTHER_HALF, pairUntied } from "./pair-untied.ts";
import type { DayOfBank } from "./tie-lines.ts";
import { COUNTERPARTY_PURPOSE } from "./write-lines.ts";

const SET_MAX = 500;

/**
 * Settles all new lines of one bank and day that no rule has tied, set by set. When `signal` aborts, throws
 * its reason between two sets.
 */
export async function settleUntied(
  ctx: Context,
  merchantId: string,
  day: DayOfBank,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let settled = SET_MAX; settled === SET_MAX;) {
    signal?.throwIfAborted();
    settled = await ctx.db.inMerchant(merchantId, (tx) => settleSet(ctx, tx, day));
    crashPoint("reconciliation.untied.booked");
  }
}

async function settleSet(ctx: Context, tx: Tx, { bankId, day }: DayOfBank): Promise<number> {
  const lines = await tx.query<UntiedRow>(READ_UNTIED, [tx.merchantId, bankId, day]);
  const alikeOf = await countAlike(tx, { bankId, day }, lines.filter(mayBeAlike));
  const decided = lines.map((line) => ({ line, decision: decideUntied({ ...line, alike: alikeOf(line) }) }));
  const waiting = decided.filter(({ decision }) => decision === "wait").map(({ line }) => line.lineId);
  const halves = decided.filter(({ decision }) => decision === "pair").map(({ line }) => line);
  const arrived = decided.filter(({ decision }) => decision === "top_up").map(({ line }) => line);
  const suspended = decided.flatMap(({ line, decision }) =>
    typeof decision === "string" ? [] : [suspend(line, decision.kind, decision.detail)],
  );
  await awaitDay(tx, waiting);
  const paired = await pairUntied(tx, bankId, halves);
  await bookMarks(ctx, tx, [...suspended, ...paired, ...(await bookArrivals(ctx, tx, arrived))]);
  return lines.length;
}

interface UntiedRow extends Omit<Untied, "alike"> {
  readonly sealedCounterparty: Buffer | null;
}

const READ_UNTIED = `
  with line as materialized (
    select utr
    from reconciliation.line
    where ${IS_UNTIED}
    order by line_id
    limit ${SET_MAX}
  ), ${TOLD}, told_here as materialized (
    select told.utr
    from told
    join transfers.attempt
      on attempt.merchant_id = $1
     and attempt.transfer_id = told.transfer_id
     and attempt.attempt = told.attempt
    where attempt.bank_id = $2
  ), ${HALVES}
  select ${lineColumns}, line.sealed_counterparty as "sealedCounterparty",
    coalesce(line.utr in (select utr from told_here), false) as "utrKnown",
    -- Or it has been given up.
    ${IS_WHOLE} or exists (
      select from reconciliation.schedule
      where schedule.merchant_id = $1 and schedule.bank_id = $2 and schedule.next_day > $3::date
    ) as "dayKnown",
    ${OTHER_HALF} as "otherHalf"
  from reconciliation.line
  where ${IS_UNTIED}
  order by line.line_id
  limit ${SET_MAX}
  for update of line`;

async function awaitDay(tx: Tx, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await tx.execute(
    "update reconciliation.line set awaits_day = true where merchant_id = $1 and line_id = any ($2::uuid[])",
    [tx.merchantId, lineIds],
  );
}

/** Books money from elsewhere to the wallet, each UTR of a bank once, whichever source reported it first. */
async function bookArrivals(ctx: Context, tx: Tx, lines: readonly UntiedRow[]): Promise<MarkToBook[]> {
  if (lines.length === 0) return [];
  const outcomes = await bookTopUps(
    tx,
    ctx.vault,
    lines.map((line) => creditOf(ctx, tx, line)),
  );
  const stated = await readStated(
    tx,
    outcomes.map(({ topUpId }) => topUpId),
  );
  return lines.map((line, index) => {
    const { kind, topUpId } = outcomes[index]!;
    if (kind === "contradiction")
      return suspend(line, "top_up_contradiction", "money with this UTR was credited as something else");
    if (stated.has(topUpId)) return suspend(line, "unknown_credit", "another line has the same UTR");
    stated.add(topUpId);
    const matched: Mark = { line, state: "matched", heldUntil: null, fault: null };
    return { ...matched, topUpId };
  });
}

function creditOf(ctx: Context, tx: Tx, line: UntiedRow): TopUpCredit {
  const { bankId, utr, amountPaise, counterpartyName, counterpartyIfsc, sealedCounterparty } = line;
  const owner = { merchantId: tx.merchantId, purpose: COUNTERPARTY_PURPOSE };
  const from = {
    ...(counterpartyName === null ? {} : { name: counterpartyName }),
    ...(counterpartyIfsc === null ? {} : { ifsc: counterpartyIfsc }),
    ...(sealedCounterparty === null
      ? {}
      : { accountNumber: ctx.vault.open(owner, sealedCounterparty).toString() }),
  };
  return { bankId, utr: utr!, amountPaise, from, fundSourceId: WALLET_ID };
}

async function readStated(tx: Tx, topUpIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ topUpId: string }>(
    `select top_up_id as "topUpId"
     from reconciliation.line
     where merchant_id = $1
       and top_up_id = any ($2::uuid[])
       and state = 'matched'`,
    [tx.merchantId, topUpIds],
  );
  return new Set(rows.map(({ topUpId }) => topUpId));
}
