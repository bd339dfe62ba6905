/** Decides what the new lines of a merchant's statements are, and records the bank reports that follow. */
import { adapterOf } from "#banks";
import { type Besides, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { askAboutAttempts, askAgainLater, type News, recordNews } from "#transfers";
import { bookMarks } from "./book-marks.ts";
import { claimReturns, MAY_BE_RECHARGE, tellApart } from "./claim-returns.ts";
import type { BreakClosing } from "./close-breaks.ts";
import { IS_HELD } from "./conditions.ts";
import { type AttemptDecision, decideAttempt, type HoldUntil, type Mark, suspend } from "./decide-attempt.ts";
import { makeHoldUntil } from "./decide-untied.ts";
import { LINE, type Line, keyOfAttempt, readBookedAttempts, type Tied } from "./line.ts";
import { readCandidates, readLikened } from "./read-candidates.ts";
import { settleUntied } from "./settle-untied.ts";
import { type DayOfBank, tieLines, tieWeakly, tieSuspense, wakeKnown } from "./tie-lines.ts";

const SET_MAX = 50;

/**
 * Asks banks once about refused payments whose debit waits for its reversal, so that one that was paid after
 * all need not wait for the next statement. Returns true if a bank was asked.
 */
async function askAboutHeld(ctx: Context, merchantId: string): Promise<boolean> {
  const held = await ctx.db.inMerchant(merchantId, (tx) => noteAsked(tx));
  await askAboutAttempts(ctx, merchantId, held);
  return held.length > 0;
}

/** Notes the enquiry before it is made. After a crash the line waits, as if the bank had not responded. */
function noteAsked(tx: Tx): Promise<Tied[]> {
  return tx.query<Tied>(
    `update reconciliation.line
     set evidence = coalesce(evidence, '{}') || '{"asked": true}'
     where merchant_id = $1
       and line_id in (
         select line_id
         from reconciliation.line
         where merchant_id = $1
           and held_until is not null
           and transfer_id is not null
           and not coalesce(evidence ? 'asked', false)
         limit ${SET_MAX}
       )
     returning transfer_id as "transferId", attempt`,
    [tx.merchantId],
  );
}

const ATTEMPTS_MAX = 1_000;
const NEWS_MAX = 500;

/**
 * Does all pending matching of a merchant. Safe to run at any time and from several processes. When `signal`
 * aborts, throws its reason between two sets.
 */
export async function matchLines(ctx: Context, merchantId: string, signal?: AbortSignal): Promise<void> {
  const days = await ctx.db.inMerchant(merchantId, async (tx) => {
    await tieSuspense(tx);
    await wakeKnown(tx);
    return readDays(tx);
  });
  for (const day of days) {
    signal?.throwIfAborted();
    await tieDay(ctx, merchantId, day);
  }
  crashPoint("reconciliation.match.tied");
  await matchAllTied(ctx, merchantId, signal);
  if (await askAboutHeld(ctx, merchantId)) await matchAllTied(ctx, merchantId, signal);
  for (const day of days) await settleUntied(ctx, merchantId, day, signal);
}

/** Ties a day's lines; lines for which the bank is asked are tied by its response. */
async function tieDay(ctx: Context, merchantId: string, day: DayOfBank): Promise<void> {
  const candidates = await ctx.db.inMerchant(merchantId, async (tx) => {
    await tieLines(tx, day);
    const found = await readCandidates(tx, day);
    if (found.length === 0) await tieWeakly(tx, day);
    return found;
  });
  if (candidates.length === 0) return;
  await askAboutAttempts(ctx, merchantId, candidates);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await tieLines(tx, day);
    await tieWeakly(tx, day);
    await askAgainLater(tx, await readLikened(tx, day));
  });
}

/** Reads the days of banks with lines that were not looked at yet. */
function readDays(tx: Tx): Promise<DayOfBank[]> {
  return tx.query<DayOfBank>(
    `select distinct bank_id as "bankId", day::text as day
     from reconciliation.line
     where merchant_id = $1
       and state = 'new'
       and not awaits_day
       and not ${IS_HELD}
     order by day, "bankId"`,
    [tx.merchantId],
  );
}

async function matchAllTied(
  ctx: Context,
  merchantId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Each attempt once: some lines stay in suspense, whatever is decided about them.
  for (let last: Tied | undefined = BEFORE_ALL; last !== undefined;) {
    signal?.throwIfAborted();
    const from: Tied = last;
    const attempts = await ctx.db.inMerchant(merchantId, (tx) => readAttemptsToDecide(tx, from));
    await settleAttempts(ctx, merchantId, { attempts });
    last = attempts[ATTEMPTS_MAX - 1];
  }
}

const BEFORE_ALL: Tied = { transferId: "00000000-0000-0000-0000-000000000000", attempt: 0 };

interface AttemptsToSettle {
  readonly attempts: readonly Tied[];
  /** The person who explains the lines, and how; absent if the lines explain themselves. */
  readonly closing?: BreakClosing;
}

/** Bank reports are recorded at most this often before lines are final: a payment, and then its return. */
const ROUNDS_MAX = 2;

/** Decides about all lines of some attempts, and repeats this after recording what the lines report. */
export async function settleAttempts(
  ctx: Context,
  merchantId: string,
  { attempts, closing }: AttemptsToSettle,
): Promise<void> {
  if (attempts.length === 0) return;
  for (let round = 0; ; round += 1) {
    const told = await ctx.db.inMerchant(merchantId, async (tx) => {
      const decisions = await decide(ctx, tx, attempts);
      const news = decisions.flatMap((decision) => decision.news);
      if (news.length > 0 && round < ROUNDS_MAX) return news;
      await bookMarks(ctx, tx, decisions.flatMap(marksOf), closing);
      return [];
    });
    if (told.length === 0) break;
    const news = told.map(newsOf);
    for (let from = 0; from < news.length; from += NEWS_MAX)
      await recordNews(ctx, merchantId, news.slice(from, from + NEWS_MAX));
    crashPoint("reconciliation.match.recorded");
  }
  crashPoint("reconciliation.match.booked");
}

function newsOf({ line, outcome, besides }: AttemptDecision["news"][number]): News {
  const { transferId, attempt, lineId } = line;
  // A credit that undid a debit may turn out to be a return, and so may one that a person matches after it was refused:
  // that is a different fact, of the same line.
  const suffix = outcome.kind === "failed" ? ":refused" : suffixOf(besides);
  const newsId = `line:${lineId}${suffix}`;
  const news = { transferId: transferId!, attempt: attempt!, source: "statement", outcome, newsId } as const;
  return besides === undefined ? news : { ...news, besides };
}

/** A return that was refused because of a recharge is told again, beside that recharge. */
function suffixOf(besides: Besides = []): string {
  if (besides === "all") return ":by_hand";
  return besides.length === 0 ? "" : `:beside_${besides.length}`;
}

async function decide(ctx: Context, tx: Tx, attempts: readonly Tied[]): Promise<AttemptDecision[]> {
  const lines = await lockLines(tx, attempts);
  const [booked, holdUntil] = [await readBookedAttempts(tx, attempts), await readHoldUntil(ctx, tx)];
  const ofAttempt = Map.groupBy(lines, ({ transferId, attempt }) =>
    keyOfAttempt({ transferId: transferId!, attempt: attempt! }),
  );
  const decideAll = (ofNone: ReadonlySet<Line>): AttemptDecision[] =>
    [...booked].map(([key, attempt]) => {
      const own = ofAttempt.get(key) ?? [];
      return decideAttempt(
        attempt,
        own.filter((line) => !ofNone.has(line)),
        holdUntil,
      );
    });
  const ofNone = new Set<Line>();
  for (;;) {
    const decisions = decideAll(ofNone);
    const claimed = await claimReturns(tx, decisions);
    if (claimed.ofNone.length === 0) return decisions.map((one) => tellApart(one, claimed.named));
    for (const line of claimed.ofNone) ofNone.add(line);
  }
}

/** If a report was recorded but the books did not follow, its line stays in suspense. */
function marksOf({ news, marks }: AttemptDecision): Mark[] {
  const marked = new Set(marks.map(({ line }) => line));
  const left = news.filter(({ line }) => !marked.has(line));
  return [
    ...marks,
    ...left.map(({ line }) =>
      line.side === "debit"
        ? suspend(line, "unknown_debit", "the transfer was not booked as paid by this line")
        : suspend(line, "return_without_payment", "the transfer was not booked as returned by this line"),
    ),
  ];
}

async function readHoldUntil(ctx: Context, tx: Tx): Promise<HoldUntil> {
  const connections = await listBankConnections(ctx, tx);
  const days = new Map(
    connections.map((one) => [one.bankId, adapterOf(one).capabilities(one.bankId).reversalDays ?? 1]),
  );
  const stated = await tx.query<{ bankId: string; nextDay: string }>(
    `select bank_id as "bankId", next_day::text as "nextDay" from reconciliation.schedule where merchant_id = $1`,
    [tx.merchantId],
  );
  const statedUntil = new Map(stated.map(({ bankId, nextDay }) => [bankId, nextDay]));
  return makeHoldUntil({ now: tx.now, days, statedUntil });
}

function lockLines(tx: Tx, attempts: readonly Tied[]): Promise<Line[]> {
  return tx.query<Line>(
    `select ${LINE.columns}
     from unnest($2::uuid[], $3::smallint[]) as wanted (transfer_id, attempt)
     join reconciliation.line
       on line.merchant_id = $1
      and line.transfer_id = wanted.transfer_id
      and line.attempt = wanted.attempt
     where line.state <> 'vanished'
       -- What a person says of it counts.
       and not (line.state in ('new', 'suspense') and line.rule is distinct from 'by_hand' and ${IS_HELD})
     order by line.line_id
     for update of line`,
    [tx.merchantId, attempts.map(({ transferId }) => transferId), attempts.map(({ attempt }) => attempt)],
  );
}

/** Reads the first attempts after `last` with something to decide. */
function readAttemptsToDecide(tx: Tx, last: Tied): Promise<Tied[]> {
  return tx.query<Tied>(
    `select distinct transfer_id as "transferId", attempt
     from (
       (
         select distinct transfer_id, attempt
         from reconciliation.line
         where merchant_id = $1
           and state = 'new'
           and not awaits_day
           and transfer_id is not null
           and (transfer_id, attempt) > ($3::uuid, $4::smallint)
           and not ${IS_HELD}
         order by transfer_id, attempt
         limit ${ATTEMPTS_MAX}
       )
       union all
       ${IN_SUSPENSE}
         and (line.transfer_id, line.attempt) > ($3::uuid, $4::smallint)
     ) as tied
     order by 1, 2
     limit ${ATTEMPTS_MAX}`,
    [tx.merchantId, tx.now, last.transferId, last.attempt],
  );
}

/**
 * Finds lines in suspense that their attempt may explain now: the wait for a reversal is over, or the books
 * have a payment or a return without a line. A credit that is no return for certain waits until one is booked, and a
 * return that may be a recharge waits for the line of that too.
 */
const IN_SUSPENSE = `
  select line.transfer_id, line.attempt
  from reconciliation.line
  join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = line.transfer_id
  where line.merchant_id = $1
    and line.state = 'suspense'
    and line.transfer_id is not null
    and line.amount_paise = transfer.amount_paise
    and not (line.rule <> 'by_hand' and ${IS_HELD})
    and (
      line.held_until <= $2
      -- Of a transfer that became known after its line.
      or (line.side = 'debit' and transfer.status in ('sent', 'review') and transfer.attempt = line.attempt)
      or (
        not exists (
          select from reconciliation.line as stated
          where stated.merchant_id = $1
            and stated.transfer_id = line.transfer_id
            and stated.attempt = line.attempt
            and stated.side = line.side
            and stated.state = 'matched'
        )
        and exists (
          select from ledger.posting
          where posting.merchant_id = $1
            and posting.cause_id = line.transfer_id
            and (
              (posting.phase = 6 and posting.line = line.attempt * 10)
              or (posting.phase = 4 and posting.kind = 'post' and transfer.attempt = line.attempt)
            )
        )
        and (
          line.side = 'debit'
          or (
            line.rule <> 'likeness'
            and (line.utr is not null or line.kind not in ('credit', 'other'))
            and not ${MAY_BE_RECHARGE}
          )
          or line.rule = 'by_hand'
          or (transfer.status = 'reversed' and transfer.attempt = line.attempt)
          or exists (
            select from ledger.posting
            where posting.merchant_id = $1
              and posting.cause_id = line.transfer_id
              and posting.phase = 5
              and posting.line = line.attempt * 10
              and posting.kind = 'return'
          )
        )
      )
    )`;
