/**
 * The amounts released for a subject on a day or in a minute. A set adds to them and writes them. Transfers that end
 * before they are sent to a bank no longer use up limits.
 */
import type { Tx } from "#lib/db";
import { istDate } from "#lib/ist";
import type { TransferMode } from "#rails";
import { MINUTE_MS } from "./kind.ts";
import { kindOf } from "./kinds.ts";
import type { ActiveRule } from "./stored-rules.ts";
import { idIn, isCounted, type RuleScope, type Scoped, SCOPES, subjectOf } from "./rule.ts";

type UsageSpan = "day" | "minute";

/** Usage of a set's subjects, including what the set has added. */
export interface Usage {
  paiseToday(subjects: readonly string[]): bigint;
  takenWithin(subjects: readonly string[], minutes: number): number;
  count(transfer: Counted): void;
  /** Takes back a transfer that the set has counted. */
  uncount(transfer: Counted): void;
  write(): Promise<void>;
}

/** A transfer as usage counts it. */
type Counted = Scoped & { readonly mode: TransferMode; readonly amountPaise: bigint };

/** True if a rule applies to a transfer. */
export type Concerns = (rule: Pick<ActiveRule, "scope" | "scopeId" | "effect">, transfer: Counted) => boolean;

/** The subjects that a set can have. */
interface Subjects {
  readonly fundSourceIds: readonly string[];
  readonly beneficiaryIds: readonly string[];
  readonly rails: readonly string[];
  readonly concerns: Concerns;
}

/** Reads the counts of the rules: one statement for all daily limits, one for all velocities. */
export async function readUsage(tx: Tx, rules: readonly ActiveRule[], subjects: Subjects): Promise<Usage> {
  const ofDay = rules.filter(({ kind }) => kindOf(kind).need === "day");
  const ofMinutes = rules.filter(({ kind }) => kindOf(kind).need === "minutes");
  const [paise, taken] = await Promise.all([
    readPaiseToday(tx, ofDay, subjects),
    readTaken(tx, ofMinutes, subjects),
  ]);
  const added = new Map<string, Added>();
  const add = (transfer: Counted, times: 1 | -1): void => {
    for (const span of ["day", "minute"] as const) {
      for (const subject of subjectsIn(span === "day" ? ofDay : ofMinutes, transfer, subjects.concerns)) {
        const name = nameOf(span, subject);
        const one = added.get(name) ?? { span, subject, transfers: 0, paise: 0n };
        one.transfers += times;
        one.paise += BigInt(times) * transfer.amountPaise;
        added.set(name, one);
      }
    }
  };
  return {
    paiseToday: (asked) =>
      asked.reduce(
        (sum, one) => sum + (paise.get(one) ?? 0n) + (added.get(nameOf("day", one))?.paise ?? 0n),
        0n,
      ),
    takenWithin: (asked, minutes) =>
      asked.reduce(
        (sum, one) =>
          sum + (taken.get(nameOf(minutes, one)) ?? 0) + (added.get(nameOf("minute", one))?.transfers ?? 0),
        0,
      ),
    count: (transfer) => add(transfer, 1),
    uncount: (transfer) => add(transfer, -1),
    write: () => writeUsage(tx, [...added.values()]),
  };
}

interface Added {
  readonly span: UsageSpan;
  readonly subject: string;
  transfers: number;
  paise: bigint;
}

const nameOf = (span: UsageSpan | number, subject: string): string => `${span} ${subject}`;

/** Returns the subjects under which a transfer counts for the rules, each once. */
function subjectsIn(rules: readonly ActiveRule[], transfer: Counted, concerns: Concerns): Set<string> {
  const counted = rules
    .filter((rule) => concerns(rule, transfer))
    .map(({ scope }) => subjectOf(scope, idIn(scope, transfer)));
  return new Set(counted);
}

/** Returns every subject that a rule may ask about when it judges the set. */
function subjectsOf({ scope, scopeId }: ActiveRule, subjects: Subjects): string[] {
  const ids: Readonly<Record<RuleScope, readonly (string | null)[]>> = {
    merchant: [null],
    fund_source: subjects.fundSourceIds,
    beneficiary: subjects.beneficiaryIds,
    rail: subjects.rails,
  };
  // Payments to a beneficiary's account under other IDs count too.
  return ids[scope]
    .filter((id) => scopeId === null || scopeId === id || scope === "beneficiary")
    .map((id) => subjectOf(scope, id));
}

async function readPaiseToday(
  tx: Tx,
  rules: readonly ActiveRule[],
  subjects: Subjects,
): Promise<Map<string, bigint>> {
  if (rules.length === 0) return new Map();
  const wanted = new Set(rules.flatMap((rule) => subjectsOf(rule, subjects)));
  const rows = await tx.query<{ subject: string; paise: bigint }>(SELECT_DAY, [
    tx.merchantId,
    startOfDay(tx.now),
    [...wanted],
  ]);
  return new Map(rows.map(({ subject, paise }) => [subject, paise]));
}

async function readTaken(
  tx: Tx,
  rules: readonly ActiveRule[],
  subjects: Subjects,
): Promise<Map<string, number>> {
  if (rules.length === 0) return new Map();
  const wanted = new Map<string, { subject: string; minutes: number }>();
  for (const rule of rules) {
    const minutes = Number(rule.parameters.periodMinutes);
    for (const subject of subjectsOf(rule, subjects)) {
      wanted.set(nameOf(minutes, subject), { subject, minutes });
    }
  }
  const asked = [...wanted.values()];
  const rows = await tx.query<{ subject: string; minutes: number; transfers: number }>(SELECT_MINUTES, [
    tx.merchantId,
    startOfMinute(tx.now),
    asked.map(({ subject }) => subject),
    asked.map(({ minutes }) => minutes),
  ]);
  return new Map(rows.map(({ subject, minutes, transfers }) => [nameOf(minutes, subject), transfers]));
}

async function writeUsage(tx: Tx, added: readonly Added[]): Promise<void> {
  if (added.length === 0) return;
  // Rows are always written in the same order, so that two sets never deadlock.
  const rows = added.toSorted((a, b) => (nameOf(a.span, a.subject) < nameOf(b.span, b.subject) ? -1 : 1));
  const startsAt = { day: startOfDay(tx.now), minute: startOfMinute(tx.now) };
  await tx.execute(ADD, [
    tx.merchantId,
    rows.map(({ span }) => span),
    rows.map(({ subject }) => subject),
    rows.map(({ span }) => startsAt[span]),
    rows.map(({ transfers }) => transfers),
    rows.map(({ paise }) => paise),
  ]);
}

/** Returns the midnight in India at which the day began. */
export function startOfDay(at: Date): Date {
  return new Date(`${istDate(at)}T00:00:00+05:30`);
}

export function startOfMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}

const SELECT_DAY = `
  select subject, paise
  from risk.usage
  where merchant_id = $1
    and span = 'day'
    and starts_at = $2
    and subject = any ($3::text[])`;

const SELECT_MINUTES = `
  select wanted.subject, wanted.minutes, counted.transfers
  from unnest($3::text[], $4::integer[]) as wanted (subject, minutes)
  cross join lateral (
    select coalesce(sum(transfers), 0)::integer as transfers
    from risk.usage
    where merchant_id = $1
      and span = 'minute'
      and subject = wanted.subject
      and starts_at >= $2::timestamptz - make_interval(mins => wanted.minutes)
  ) as counted`;

const ADD = `
  insert into risk.usage as usage (merchant_id, span, subject, starts_at, transfers, paise)
  select $1, span, subject, starts_at, transfers, paise
  from unnest($2::text[], $3::text[], $4::timestamptz[], $5::integer[], $6::bigint[])
    as added (span, subject, starts_at, transfers, paise)
  on conflict (merchant_id, span, subject, starts_at) do update
  set transfers = usage.transfers + excluded.transfers,
      paise = usage.paise + excluded.paise`;

/** A transfer that ends, with the time of its release by the merchant's clock. */
interface GivenBack extends Scoped {
  readonly amountPaise: bigint;
  readonly releasedAt: Date;
}

/** Subtracts the transfers from all counts in one statement. */
export async function giveBack(tx: Tx, transfers: readonly GivenBack[]): Promise<void> {
  const rows = transfers.filter(isCounted).flatMap((transfer) =>
    SCOPES.flatMap((scope) => {
      const subject = subjectOf(scope, idIn(scope, transfer));
      const { amountPaise, releasedAt } = transfer;
      return [
        { span: "day", subject, amountPaise, startsAt: startOfDay(releasedAt) },
        { span: "minute", subject, amountPaise, startsAt: startOfMinute(releasedAt) },
      ];
    }),
  );
  if (rows.length === 0) return;
  await tx.execute(GIVE_BACK, [
    tx.merchantId,
    rows.map(({ span }) => span),
    rows.map(({ subject }) => subject),
    rows.map(({ startsAt }) => startsAt),
    rows.map(({ amountPaise }) => amountPaise),
  ]);
}

// The rows are locked in the order in which acceptance writes them. A count that no rule needs any more may be too low.
const GIVE_BACK = `
  with ended as (
    select span, subject, starts_at, count(*)::integer as transfers, sum(paise)::bigint as paise
    from unnest($2::text[], $3::text[], $4::timestamptz[], $5::bigint[]) as ended (span, subject, starts_at, paise)
    group by span, subject, starts_at
  ), locked as (
    select ended.*
    from ended
    join risk.usage
      on usage.merchant_id = $1
     and usage.span = ended.span
     and usage.subject = ended.subject
     and usage.starts_at = ended.starts_at
    order by usage.span, usage.subject collate "C", usage.starts_at
    for update of usage
  )
  update risk.usage as usage
  set transfers = greatest(usage.transfers - locked.transfers, 0),
      paise = greatest(usage.paise - locked.paise, 0)
  from locked
  where usage.merchant_id = $1
    and usage.span = locked.span
    and usage.subject = locked.subject
    and usage.starts_at = locked.starts_at`;
