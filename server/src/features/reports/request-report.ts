import { memberOf, requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import { containsCardNumber } from "#lib/card-numbers";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { wakeWorker } from "#lib/worker";
import { istDate } from "#lib/ist";
import { CATALOGUE, chooseColumns, isReportType, type ReportType } from "./catalogue.ts";
import { ReportError } from "./errors.ts";
import { type StoredReport, REPORT_COLUMNS, REPORT_FORMATS, type ReportRow, toReport } from "./report.ts";

/** The most days that one report may cover. */
export const RANGE_DAYS_MAX = 30;

// The days that a report covers, in India.

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the first moment of a day in India, `YYYY-MM-DD`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

/** Returns the first moment after the last day of a range. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/**
 * Checks a range of days, both included. `now` is the merchant's time. Throws `range_invalid`,
 * `range_too_long`, `range_in_future`.
 */
function checkRange({ fromDay, toDay }: { fromDay: string; toDay: string }, now: Date): void {
  if (!isDay(fromDay) || !isDay(toDay) || fromDay > toDay) throw ReportError.range_invalid();
  const days = (endOfDay(toDay).getTime() - startOfDay(fromDay).getTime()) / DAY_MS;
  if (days > RANGE_DAYS_MAX) throw ReportError.range_too_long({ limit: RANGE_DAYS_MAX, given: days });
  if (toDay > istDate(now)) throw ReportError.range_in_future({ today: istDate(now) });
}

/** Returns true for a day of the calendar. */
function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export interface ReportRequest {
  readonly type: string;
  readonly format: string;
  /** 1 to 100 characters; by default made from type and range. */
  readonly name?: string | undefined;
  /** First and last day in India, `YYYY-MM-DD`, both included; at most 30 days, by the merchant's clock. */
  readonly fromDay: string;
  readonly toDay: string;
  /** In the order of the file. Absent means all. */
  readonly columns?: readonly string[] | undefined;
  /** The fund source of an account statement. Absent means the wallet. */
  readonly fundSourceId?: string | undefined;
  /** The fund sources that the report may be about. Null for all. */
  readonly fundSourceIds?: readonly string[] | null;
  readonly by: Actor;
}

/** A member has less than the merchant, so that no one member uses up the reports of the others. */
const LIMITS = { merchant: { waiting: 10, today: 100 }, member: { waiting: 8, today: 50 } };
const NAME_LENGTH_MAX = 100;
const WALLET_ID = "WALLET_1";

/**
 * Requests a report, which a worker makes. Throws ReportError: `type_unknown`, `format_unknown`,
 * `name_invalid`, `column_unknown`, `columns_missing`, `range_...`, `fund_source_...`, `too_many_...`;
 * AccessError.not_permitted if a member may not export data.
 */
export async function requestReport(
  ctx: Pick<Context, "db">,
  merchantId: string,
  request: ReportRequest,
): Promise<StoredReport> {
  const wanted = checkRequest(request);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, request.by, "export_data");
    checkRange(request, tx.now);
    await lockRequests(tx, request.by);
    if (wanted.fundSourceId !== null) await requireFundSource(tx, wanted.fundSourceId);
    const report = await insertReport(tx, request, wanted);
    await recordAudit(tx, [
      {
        actor: request.by,
        action: "reports.report_requested",
        subject: `report:${report.reportId}`,
        detail: { type: report.type, from: report.fromDay, to: report.toDay, columns: report.columns },
      },
    ]);
    await wakeWorker(tx, "reports");
    return report;
  });
}

interface Wanted {
  readonly type: ReportType;
  readonly format: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly fundSourceId: string | null;
}

function checkRequest({ type, format, name, columns, fundSourceId }: ReportRequest): Wanted {
  if (!isReportType(type)) throw ReportError.type_unknown({ type: type.slice(0, 100) });
  if (!REPORT_FORMATS.some((known) => known === format)) {
    throw ReportError.format_unknown({ format: format.slice(0, 100) });
  }
  const isStatement = type === "account_statement";
  if (!isStatement && fundSourceId !== undefined) throw ReportError.fund_source_not_wanted();
  return {
    type,
    format,
    name: name === undefined ? CATALOGUE[type].title : checkName(name.trim()),
    columns: chooseColumns(type, columns),
    fundSourceId: isStatement ? (fundSourceId ?? WALLET_ID) : null,
  };
}

function checkName(name: string): string {
  const isGood =
    name.length >= 1 && name.length <= NAME_LENGTH_MAX && !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (!isGood || containsCardNumber(name)) throw ReportError.name_invalid({ limit: NAME_LENGTH_MAX });
  return name;
}

/** Serializes a merchant's requests, so that the limits hold for concurrent ones. */
async function lockRequests(tx: Tx, by: Actor): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('reports.' || $1::text, 0))", [
    tx.merchantId,
  ]);
  const counts = await tx.query<{ of: keyof typeof LIMITS; waiting: bigint; today: bigint }>(COUNT, [
    tx.merchantId,
    startOfDay(istDate(tx.now)),
    memberOf(by) === null ? null : by,
  ]);
  for (const { of, waiting, today } of counts) {
    const limit = LIMITS[of];
    if (waiting >= limit.waiting) throw ReportError.too_many_waiting({ limit: limit.waiting });
    if (today >= limit.today) throw ReportError.too_many_today({ limit: limit.today });
  }
}

async function requireFundSource(tx: Tx, fundSourceId: string): Promise<void> {
  const found = await tx.query(
    `select
     from fund_sources.fund_source
     where merchant_id = $1
       and fund_source_id = $2
       and kind <> 'transit'`,
    [tx.merchantId, fundSourceId],
  );
  if (found.length === 0) throw ReportError.fund_source_unknown({ fundSourceId: fundSourceId.slice(0, 100) });
}

async function insertReport(tx: Tx, request: ReportRequest, wanted: Wanted): Promise<StoredReport> {
  const { by, fromDay, toDay, fundSourceIds = null } = request;
  const [row] = await tx.query<ReportRow>(INSERT, [
    tx.merchantId,
    tx.now,
    newId(),
    wanted.name,
    wanted.type,
    wanted.format,
    wanted.columns,
    fromDay,
    toDay,
    wanted.fundSourceId,
    by,
    fundSourceIds,
  ]);
  return toReport(row!);
}

const COUNT = `
  select of,
    count(*) filter (where status in ('requested', 'running')) as waiting,
    count(*) filter (where requested_at >= $2) as today
  from reports.report
  join (values ('merchant'), ('member')) as counted (of) on of = 'merchant' or requested_by = $3
  where merchant_id = $1
  group by of`;

const INSERT = `
  insert into reports.report (
    merchant_id, report_id, name, type, format, columns, from_day, to_day, fund_source_id, requested_by, requested_at,
    fund_source_ids
  )
  values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2::timestamptz, $12)
  returning ${REPORT_COLUMNS}`;
