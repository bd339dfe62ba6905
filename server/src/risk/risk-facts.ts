/** What judging a set of transfers needs, and the running count of what the set itself uses up. */
import type { Tx } from "#lib/db";
import { istDate } from "#rails";

/** A merchant's own rules. Amounts in paise, per calendar day in India; null: no limit. */
export interface RiskRules {
  readonly unavailableModes: readonly string[];
  readonly disabledModes: readonly string[];
  readonly accountLimitPerDayPaise: bigint | null;
  readonly beneficiaryLimitPerDayPaise: bigint | null;
}

export const NO_RULES: RiskRules = {
  unavailableModes: [],
  disabledModes: [],
  accountLimitPerDayPaise: null,
  beneficiaryLimitPerDayPaise: null,
};

export interface RiskFacts {
  readonly rules: RiskRules;
  readonly blocked: ReadonlySet<string>;
  /** What was accepted today for a subject (the merchant's id, or a beneficiary's), with what this set has counted. */
  usedToday(subjectId: string): bigint;
  /** Counts a transfer that is taken. */
  count(transfer: { merchantId: string; beneficiaryId: string; amountPaise: bigint }): void;
  /** Writes the counts in the caller's transaction. */
  write(): Promise<void>;
}

/**
 * Reads the rules and what they need about the given beneficiaries. Call it with the fund sources locked, so that
 * two sets never count past a limit together.
 */
export async function readRiskFacts(tx: Tx, beneficiaryIds: readonly string[]): Promise<RiskFacts> {
  const day = istDate(tx.now);
  const [rows, blocked, usage] = await Promise.all([
    tx.query<RiskRules>(SELECT_RULES, [tx.merchantId]),
    tx.query<{ beneficiaryId: string }>(SELECT_BLOCKED, [tx.merchantId, beneficiaryIds]),
    tx.query<{ subjectId: string; acceptedPaise: bigint }>(SELECT_USAGE, [
      tx.merchantId,
      day,
      [tx.merchantId, ...beneficiaryIds],
    ]),
  ]);
  const rules = rows[0] ?? NO_RULES;
  const used = new Map(usage.map((row) => [row.subjectId, row.acceptedPaise]));
  const counted = new Map<string, bigint>();
  const add = (subjectId: string, amountPaise: bigint): void => {
    used.set(subjectId, (used.get(subjectId) ?? 0n) + amountPaise);
    counted.set(subjectId, (counted.get(subjectId) ?? 0n) + amountPaise);
  };
  return {
    rules,
    blocked: new Set(blocked.map((row) => row.beneficiaryId)),
    usedToday: (subjectId) => used.get(subjectId) ?? 0n,
    count({ merchantId, beneficiaryId, amountPaise }) {
      if (rules.accountLimitPerDayPaise !== null) add(merchantId, amountPaise);
      if (rules.beneficiaryLimitPerDayPaise !== null) add(beneficiaryId, amountPaise);
    },
    write: () => writeUsage(tx, day, counted),
  };
}

async function writeUsage(tx: Tx, day: string, counted: ReadonlyMap<string, bigint>): Promise<void> {
  if (counted.size === 0) return;
  await tx.execute(
    `insert into risk.usage as usage (merchant_id, day, subject_id, accepted_paise)
     select $1, $2, subject_id, accepted_paise
     from unnest($3::uuid[], $4::bigint[]) as counted (subject_id, accepted_paise)
     on conflict (merchant_id, day, subject_id) do update
     set accepted_paise = usage.accepted_paise + excluded.accepted_paise`,
    [tx.merchantId, day, [...counted.keys()], [...counted.values()]],
  );
}

const SELECT_RULES = `
  select unavailable_modes as "unavailableModes", disabled_modes as "disabledModes",
    account_limit_per_day_paise as "accountLimitPerDayPaise",
    beneficiary_limit_per_day_paise as "beneficiaryLimitPerDayPaise"
  from risk.rule_set
  where merchant_id = $1`;

const SELECT_BLOCKED = `
  select beneficiary_id as "beneficiaryId"
  from risk.blocked_beneficiary
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and unblocked_at is null`;

const SELECT_USAGE = `
  select subject_id as "subjectId", accepted_paise as "acceptedPaise"
  from risk.usage
  where merchant_id = $1
    and day = $2
    and subject_id = any ($3::uuid[])`;
