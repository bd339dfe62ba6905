/** Everything that banks report is recorded here: responses, enquiries, callbacks and statements. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { afterAsking, type PreparedCall, CommitUnknownError, type Tx } from "#lib/db";
import { FEES, relativeTo, TAX } from "#ledger";
import { definePhase, writeOnce } from "#lib/phases";
import { inserting } from "#lib/rows";
import { isOwnTrouble, observeBank, type Observation } from "#health";
import { gather } from "#lib/gather";
import { inSpan } from "#lib/trace";
import { CALENDARS, type Calendar, type Rail } from "#rails";
import { accountsToLock, askAboutNews, type AskedNews } from "./ask-about-news.ts";
import { decideNews, type LateBooked } from "./decide-news.ts";
import { linesOfAttempt } from "../entries.ts";
import { FACT, factOf, weighFact, type Fact, type News, insertFacts } from "../fact.ts";
import { isFollowed, tellFollowers } from "../follow-transfers.ts";
import { machine } from "../machine.ts";
import { countChanges, countSet } from "../measure.ts";
import { LINGER_MS, PATIENCE_MS, runtimeOf } from "../runtime.ts";
import { findPaidElsewhere } from "../send/tried-banks.ts";
import type { Transfer } from "../transfer.ts";
import { weighReturns } from "./weigh-returns.ts";
import { tellWaiters } from "../await-outcome.ts";
import { bookChanges, CHANGES, issueChanges, type Change, type Contradiction } from "../write-changes.ts";

const SET_MAX = 500;

/**
 * Records one piece of news and returns the resulting transfer after the commit; null if there is no such
 * attempt. Concurrent calls of a merchant are recorded as one set.
 */
export function recordOneNews(ctx: Context, merchantId: string, news: News): Promise<Transfer | null> {
  const runtime = runtimeOf(ctx);
  const record = runtime.perMerchant(merchantId, "record", () =>
    gather<News, Transfer | null>({
      limit: SET_MAX,
      // One set at a time: the next would only wait for the locks that this one holds.
      lanes: 1,
      coming: () => runtime.atBanks.of(merchantId),
      patienceMs: PATIENCE_MS,
      lingerMs: LINGER_MS,
      inTurn: (begin) => runtime.turns(merchantId, begin),
      flush: (set) => recordNews(ctx, merchantId, set),
    }),
  );
  const { transferId, source, outcome } = news;
  const facts = {
    "vitaran.merchant": merchantId,
    "vitaran.transfer": transferId,
    "vitaran.source": source,
    "vitaran.outcome": outcome.kind,
  };
  return inSpan("record", { facts, about: [transferId] }, async (note) => {
    const transfer = await record(news);
    if (transfer !== null) note({ "vitaran.status": transfer.status });
    return transfer;
  });
}

/**
 * Records a set of news in one commit: stores what is new, moves the transfers, books entries and publishes
 * events. Recording the same news again changes nothing. Returns transfers in the set's order.
 */
export async function recordNews(
  ctx: Context,
  merchantId: string,
  set: readonly News[],
): Promise<(Transfer | null)[]> {
  crashPoint("transfers.record.begun");
  const record = async () =>
    (await recordKnowing(ctx, merchantId, set)) ?? (await recordAsking(ctx, merchantId, set));
  // If the answer to COMMIT is lost, the set is recorded again: facts that did arrive change nothing.
  const { after, alarms, refusals } = await record().catch((error: unknown) => {
    if (error instanceof CommitUnknownError) return recordAsking(ctx, merchantId, set);
    throw error;
  });
  crashPoint("transfers.record.committed");
  countSet("record", set.length);
  for (const one of alarms) ctx.log.error(one, "a bank contradicts itself or us; a person must look");
  for (const refusal of refusals) observeBank(ctx, merchantId, refusal);
  tellWaiters(runtimeOf(ctx), after.values());
  return set.map((news) => after.get(news.transferId) ?? null);
}

/** Asks about the transfers, and records the set in the same transaction. */
async function recordAsking(ctx: Context, merchantId: string, set: readonly News[]): Promise<Recorded> {
  const left = set.map(factOf);
  const work = afterAsking(
    (ask) => askAboutNews(ask, { facts: nextRound(left), accounts: accountsToLock(set) }),
    (tx, asked) => recordInRounds(ctx, tx, left, asked),
  );
  return ctx.db.inMerchant(merchantId, work);
}

/**
 * Records news of attempts whose intents this process has written, on what it knows of them, in one round trip. Returns
 * null, with nothing done, if not everything is known or something has changed since.
 */
async function recordKnowing(
  ctx: Context,
  merchantId: string,
  set: readonly News[],
): Promise<Recorded | null> {
  const sent = set.flatMap((news) => news.sent ?? []);
  const versions = new Map(sent.map(({ transfer, xid }) => [transfer.transferId, xid]));
  if (sent.length < set.length || versions.size < set.length) return null;
  const decided: { round?: Round; now?: Date } = {};
  const decide = async (): Promise<PreparedCall | null> => {
    const tx = ctx.db.suppose(merchantId, new Date(Math.floor(performance.now() + sent[0]!.clockMs)));
    if (tx === null) return null;
    const { now } = tx;
    const gathering = RECORDED.gather(tx);
    const asked: AskedNews = {
      transfers: sent.map(({ transfer }) => transfer),
      known: [],
      attempts: sent.map(({ attempt }) => attempt),
      accounts: new Map(accountsToLock(set).map((no) => [no, relativeTo(null)])),
    };
    const calendar = CALENDARS[ctx.config.railCalendar];
    const round = await decideRound(gathering.tx, set.map(factOf), { asked, calendar });
    await round.issued;
    // The change of a transfer proves that its row is as it was.
    if (isFollowed(round.changes) || round.changes.length < set.length) return null;
    Object.assign(decided, { round, now });
    crashPoint("transfers.record.written");
    return gathering.callIf({ now, transfers: Object.fromEntries(versions) });
  };
  const result = await writeOnce(ctx.db, merchantId, decide);
  const { round, now } = decided;
  if (result === null || result.missed !== null || round === undefined || now === undefined) return null;
  // Its transaction was only a supposed one, which is not told of the commit.
  countChanges(round.changes);
  const recorded: Recorded = { after: new Map(), alarms: [], refusals: [] };
  note(recorded, round, now);
  for (const [id, transfer] of recorded.after)
    if (transfer.finishedAt === now) recorded.after.set(id, { ...transfer, finishedAt: result.at });
  return recorded;
}

/** Everything that recording writes of a set, in one statement. */
export const RECORDED = definePhase({
  name: "write_recorded",
  comment: "Writes what banks have reported: facts, and the changes of their transfers.",
  writes: [...CHANGES, inserting(FACT)],
  proof: {
    misses: {
      facts: `exists (
  select from jsonb_object_keys(known -> 'transfers') as given (id)
  cross join lateral (
    select from transfers.fact
    where merchant_id = merchant
      and transfer_id = given.id::uuid
    limit 1
  ) as reported
)`,
    },
  },
});

/** Records news of several attempts of one transfer one after the other, in the same transaction. */
async function recordInRounds(
  ctx: Context,
  tx: Tx,
  all: readonly Fact[],
  asked: AskedNews,
): Promise<Recorded> {
  const recorded: Recorded = { after: new Map(), alarms: [], refusals: [] };
  const calendar = CALENDARS[ctx.config.railCalendar];
  for (let left = all, known: AskedNews | null = asked; left.length > 0; known = null) {
    const facts = nextRound(left);
    left = left.filter((fact) => !facts.includes(fact));
    const isLast = left.length === 0;
    known ??= await askAboutNews(tx, { facts, accounts: [] });
    const gathering = RECORDED.gather(tx);
    const round = await decideRound(gathering.tx, facts, { asked: known, calendar });
    const written = Promise.all([round.issued, gathering.write()]);
    tx.last(written);
    if (!isLast || isFollowed(round.changes)) {
      await written;
      await tellFollowers(tx, round.changes);
    }
    crashPoint("transfers.record.written");
    note(recorded, round, tx.now);
  }
  return recorded;
}

/** Returns, for each transfer, the news of the attempt that comes first. */
function nextRound(left: readonly Fact[]): Fact[] {
  const attempts = new Map<string, number>();
  for (const fact of left) if (!attempts.has(fact.transferId)) attempts.set(fact.transferId, fact.attempt);
  return left.filter((fact) => attempts.get(fact.transferId) === fact.attempt);
}

/** A contradiction that the operator must see in the log. */
type Alarm = Contradiction & { transferId: string };

/** The findings of recording, which are logged, observed and passed on once the set is committed. */
interface Recorded {
  /** The transfers by ID, as they are now. */
  readonly after: Map<string, Transfer>;
  readonly alarms: Alarm[];
  /** Refusals by banks that had accepted an instruction and did not carry it out, through their own fault. */
  readonly refusals: Observation[];
}

interface Round {
  /** The changes of all transfers that were heard of. */
  readonly heard: readonly Change[];
  /** Those of them that change something. */
  readonly changes: readonly Change[];
  /** The facts that were not known before. */
  readonly fresh: readonly Fact[];
  /** The writes that were issued and are not awaited, so that the commit can travel with them. */
  readonly issued: Promise<unknown>;
}

/** Decides what a set of facts changes, at most one attempt of each transfer, and issues the writes. */
async function decideRound(
  tx: Tx,
  facts: readonly Fact[],
  { asked, calendar }: { asked: AskedNews; calendar: Calendar },
): Promise<Round> {
  const { transfers, known, attempts, accounts } = asked;
  crashPoint("transfers.record.locked");
  const enquiries = new Map(transfers.map((transfer) => [transfer.transferId, transfer.enquiries]));
  const told = facts.map((fact) => weighFact(fact, enquiries.get(fact.transferId) ?? 0));
  const weighed = await weighReturns(tx, told, asked);
  const groups = groupFresh(weighed, known);
  const lateBooked = await readLateBooked(tx, findLateReturns(transfers, groups));
  const heard = transfers.flatMap((transfer) => {
    const group = groups.get(transfer.transferId);
    if (group === undefined) return [];
    const { facts, fresh, others } = group;
    const own = attempts.filter((row) => row.transferId === transfer.transferId);
    const attempt = own.find((row) => row.attempt === facts[0]?.attempt);
    if (attempt === undefined) return [];
    const givenUp = others.filter((fact) => fact.attempt !== transfer.attempt);
    const told = { facts, fresh, paidElsewhere: findPaidElsewhere(transfer, givenUp, own) };
    const booked = lateBooked.get(transfer.transferId) ?? null;
    return [decideNews(transfer, { ...attempt, ...told, lateBooked: booked, calendar }, tx.now)];
  });
  crashPoint("transfers.record.decided");
  const heardOf = new Set(heard.map((change) => change.before.transferId));
  const fresh = [...groups.values()].flatMap((group) => group.fresh);
  const booked = await bookChanges(tx, heard, accounts);
  const issued = Promise.all([
    insertFacts(
      tx,
      fresh.filter((fact) => heardOf.has(fact.transferId)),
    ),
    issueChanges(tx, booked),
  ]);
  return { heard, changes: booked.changes, fresh, issued };
}

/** Notes what a round has found that was written, or is about to be. */
function note({ after, alarms, refusals }: Recorded, { heard, fresh }: Round, now: Date): void {
  for (const change of heard) {
    const {
      before: { transferId },
      after: latest,
      contradiction,
    } = change;
    after.set(transferId, latest);
    refusals.push(...lateRefusals(change, { fresh, at: now.getTime() }));
    if (contradiction !== undefined) alarms.push({ transferId, ...contradiction });
  }
}

/** Returns refusals that came later. The response to an instruction is observed where it is sent. */
function lateRefusals(
  { before, ended }: Change,
  { fresh, at }: { fresh: readonly Fact[]; at: number },
): Observation[] {
  const { transferId, bankId, rail } = before;
  const refusal = fresh.find(
    (fact) => fact.transferId === transferId && fact.attempt === ended?.attempt && fact.source !== "response",
  );
  if (ended?.evidence !== "NEG" || bankId === null || refusal === undefined || !isOwnTrouble(refusal))
    return [];
  return [{ bankId, rail: rail as Rail, payeeCode: null, sign: "refused", at, tookMs: null }];
}

interface FactGroup {
  facts: Fact[];
  fresh: Fact[];
  /** Known facts about the other attempts. */
  others: Fact[];
}

function groupFresh(facts: readonly Fact[], known: readonly Fact[]): Map<string, FactGroup> {
  const groups = new Map<string, FactGroup>();
  const seen = new Set<string>();
  const attemptOf = new Map(facts.map((fact) => [fact.transferId, fact.attempt]));
  for (const fact of known) {
    const group = groupOf(groups, fact.transferId);
    if (attemptOf.get(fact.transferId) !== fact.attempt) {
      group.others.push(fact);
      continue;
    }
    group.facts.push(fact);
    seen.add(`${fact.transferId} ${fact.factKey}`);
  }
  for (const fact of facts) {
    const key = `${fact.transferId} ${fact.factKey}`;
    const group = groupOf(groups, fact.transferId);
    if (seen.has(key)) continue;
    seen.add(key);
    group.facts.push(fact);
    group.fresh.push(fact);
  }
  return groups;
}

function groupOf(groups: Map<string, FactGroup>, transferId: string): FactGroup {
  const known = groups.get(transferId);
  if (known !== undefined) return known;
  const made: FactGroup = { facts: [], fresh: [], others: [] };
  groups.set(transferId, made);
  return made;
}

/** New returns of attempts that may have been paid late: given-up ones, or those of an ended transfer. */
function findLateReturns(
  transfers: readonly Transfer[],
  groups: ReadonlyMap<string, FactGroup>,
): readonly Fact[] {
  return transfers.flatMap(({ transferId, attempt, status }) =>
    (groups.get(transferId)?.fresh ?? []).filter(
      (fact) => fact.evidence === "RET" && (fact.attempt !== attempt || machine[status].length === 0),
    ),
  );
}

/** Reads by transfer what was booked for the late successes of these attempts, if anything. */
async function readLateBooked(tx: Tx, attempts: readonly Fact[]): Promise<ReadonlyMap<string, LateBooked>> {
  if (attempts.length === 0) return new Map();
  const rows = await tx.query<LateBooked & { transferId: string }>(
    `select cause_id as "transferId", debit_no as "from",
       coalesce(sum(amount_paise) filter (where credit_no = ${FEES}), 0)::bigint as "feePaise",
       coalesce(sum(amount_paise) filter (where credit_no = ${TAX}), 0)::bigint as "taxPaise"
     from unnest($2::uuid[], $3::int[]) as wanted (id, line)
     join ledger.posting
       on merchant_id = $1
      and cause_id = wanted.id
      and posting.line between wanted.line and wanted.line + 9
     where kind = 'late_success'
     group by cause_id, debit_no`,
    [
      tx.merchantId,
      attempts.map(({ transferId }) => transferId),
      attempts.map(({ attempt }) => linesOfAttempt(attempt)),
    ],
  );
  return new Map(rows.map(({ transferId, ...booked }) => [transferId, booked]));
}
