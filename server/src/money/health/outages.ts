/**
 * Outages: incidents of real banks, for every live merchant. They are few, and belong to no merchant. Merchants hear of
 * them by copies, which follow the feed of their changes.
 */
import { partnerBank } from "#banks";
import type { BankConnection, FundSource } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { DirectoryTx, Tx } from "#lib/db";
import type { Incident, Severity, Subject } from "./incidents.ts";
import { endIncidents, insertIncidents, raiseIncidents } from "./write-incidents.ts";

/** One outage. Times are by the database's clock. */
export interface Outage extends Subject {
  readonly outageId: string;
  readonly outageNo: number;
  readonly revision: bigint;
  readonly entityName: string;
  readonly severity: Severity;
  readonly scheduled: boolean;
  readonly source: Incident["source"];
  readonly status: "open" | "resolved" | "cancelled";
  readonly because: string;
  readonly openedBy: string;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
  readonly resolvedAt: Date | null;
  /** The actor who ended or cancelled it. Null means that it is active, or its period is over. */
  readonly resolvedBy: string | null;
}

/** The columns of an outage under the names of the interface above. */
export const outageColumns = `
  outage_id as "outageId", outage_no as "outageNo", revision, entity, entity_code as "entityCode",
  entity_name as "entityName", mode, severity, scheduled, source, status, because, opened_by as "openedBy",
  started_at as "startedAt", ends_at as "endsAt", resolved_at as "resolvedAt", resolved_by as "resolvedBy"`;

/** The number and the time of a change of outages. */
export interface Feed {
  readonly revision: bigint;
  readonly lastOutageNo: number;
  readonly now: Date;
}

/**
 * Takes the next revision, and numbers for `opening` new outages. Other changes wait until the transaction
 * ends, so that revisions are committed in order and no reader skips one that is not committed yet.
 */
export async function turnFeed(tx: DirectoryTx, opening: number): Promise<Feed> {
  const [feed] = await tx.query<Feed>(
    `update health.feed
     set revision = revision + 1,
         last_outage_no = last_outage_no + $1
     returning revision, last_outage_no as "lastOutageNo", clock_timestamp() as now`,
    [opening],
  );
  return feed!;
}

type Place = Pick<Incident, "entity" | "entityCode">;
type Banks = readonly Pick<BankConnection, "bankId">[];

/** Returns the merchant's own bank that has the downtime. Null means that it is a payee's bank. */
export function ownBankOf({ entity, entityCode }: Place, banks: Banks): string | null {
  if (entity === "our_bank") return entityCode;
  if (entity !== "bank") return null;
  return banks.find(({ bankId }) => partnerBank(bankId)?.ifscCode === entityCode)?.bankId ?? null;
}

/** Returns the fund sources that pay through a bank: its accounts, and the wallet, which uses all banks. */
export function touchedSources(
  place: Place,
  { sources, banks }: { sources: readonly FundSource[]; banks: Banks },
): FundSource[] {
  const own = ownBankOf(place, banks);
  if (own === null) return [];
  return sources.filter(
    ({ kind, bankId }) => kind === "wallet" || (kind === "bank_account" && bankId === own),
  );
}

const LIST_MAX = 1_000;

/** Lists outages of real banks, newest first, at most 1,000, but none that ended over 90 days ago. */
export async function listOutages(ctx: Pick<Context, "db">): Promise<Outage[]> {
  return ctx.db.directory((tx) =>
    tx.query<Outage>(
      `select ${outageColumns}
       from health.outage
       where coalesce(resolved_at, ends_at, now()) >= now() - interval '90 days'
       order by outage_no desc
       limit ${LIST_MAX}`,
    ),
  );
}

/**
 * Notifies a live merchant of changes of outages since the last time. Its copies, its webhooks and its
 * position in the feed are one commit, so each change is sent once. A new merchant gets only those not over.
 */
export async function tellOutages(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const told = await lockCounter(tx);
    // Read first and always stored: a revision without an outage would be looked for every time.
    const [feed] = await tx.query<{ revision: bigint }>("select revision from health.feed");
    const upTo = feed!.revision;
    if (told === upTo) return;
    await writeCopies(tx, await tx.query<Outage>(READ, [told, upTo, tx.now, merchantId]));
    await tx.execute("update health.counter set told_revision = $2 where merchant_id = $1", [
      merchantId,
      upTo,
    ]);
    crashPoint("health.tell.before_commit");
  });
}

/** Returns the merchant's position in the feed; null for the first time. Concurrent calls wait. */
async function lockCounter(tx: Tx): Promise<bigint | null> {
  const inserted = await tx.execute(
    "insert into health.counter (merchant_id) values ($1) on conflict (merchant_id) do nothing",
    [tx.merchantId],
  );
  const [counter] = await tx.query<{ told: bigint }>(
    "select told_revision as told from health.counter where merchant_id = $1 for update",
    [tx.merchantId],
  );
  return inserted === 1 ? null : counter!.told;
}

const READ = `
  select ${outageColumns}
  from health.outage
  where revision > coalesce($1, 0)
    and revision <= $2
    -- Of our banks a merchant hears of those that it is connected to.
    and (entity <> 'our_bank' or entity_code in (
      select bank_id from fund_sources.bank_connection where merchant_id = $4
    ))
    and ($1 is not null or (status = 'open' and (ends_at is null or ends_at > $3)))
  order by revision, outage_no`;

function isOver({ status, endsAt }: Outage, now: Date): boolean {
  return status !== "open" || (endsAt !== null && endsAt <= now);
}

async function writeCopies(tx: Tx, changed: readonly Outage[]): Promise<void> {
  await insertIncidents(
    tx,
    changed
      .filter(({ status }) => status !== "cancelled")
      .map((outage) => ({
        ...outage,
        incidentId: outage.outageId,
        incidentNo: outage.outageNo,
        by: outage.openedBy,
      })),
  );
  await raiseIncidents(
    tx,
    changed
      .filter((outage) => outage.severity === "high" && !isOver(outage, tx.now))
      .map(({ outageId }) => outageId),
  );
  const endings = changed.flatMap(({ outageId, resolvedAt }) =>
    resolvedAt === null ? [] : [{ incidentId: outageId, at: resolvedAt }],
  );
  await endIncidents(tx, { endings, by: "system" });
}
