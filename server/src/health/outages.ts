/** Outages that an operator announces. */
import { partnerBank } from "#banks";
import type { BankConnection, FundSource } from "#fund-sources";
import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import type { Incident, Severity, Subject } from "./incidents.ts";

// Outages: incidents of real banks, for every live merchant. They are few, and belong to no merchant.

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
  /** The actor who ended or cancelled it; null: it is active, or its period is over. */
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

/** Returns the merchant's own bank that has the downtime; null: it is a payee's bank. */
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
