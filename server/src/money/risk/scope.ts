/** The scope of a rule, and the subject under which it counts, here and in SQL. */
import type { Rail } from "#rails";

/** A rule applies to the merchant as a whole, or to one or each of its fund sources, beneficiaries or rails. */
export const SCOPES = ["merchant", "fund_source", "beneficiary", "rail"] as const;
export type RuleScope = (typeof SCOPES)[number];

/** The parts of a transfer that rules may apply to. */
export interface Scoped {
  readonly fundSourceId: string;
  readonly beneficiaryId: string;
  readonly rail: Rail;
}

/** Money that leaves from here is returned (withdrawals, refunds). No rule applies to it, and it is not counted. */
const TRANSIT_ID = "TRANSIT_1";

/** True if rules apply to a transfer, and it is counted. */
export function isCounted({ fundSourceId }: Pick<Scoped, "fundSourceId">): boolean {
  return fundSourceId !== TRANSIT_ID;
}

/** The condition of `isCounted` as SQL over `risk.past_transfer`. */
export const IS_COUNTED_SQL = `fund_source_id <> '${TRANSIT_ID}'`;

/** Returns the ID within the scope; null for the merchant. */
export function idIn(scope: RuleScope, transfer: Scoped): string | null {
  switch (scope) {
    case "merchant":
      return null;
    case "fund_source":
      return transfer.fundSourceId;
    case "beneficiary":
      return transfer.beneficiaryId;
    case "rail":
      return transfer.rail;
    default:
      return scope satisfies never;
  }
}

/** Returns the subject under which usage is counted. */
export function subjectOf(scope: RuleScope, id: string | null): string {
  return id === null ? scope : `${scope}:${id}`;
}

/** The result of `idIn` as SQL over `risk.past_transfer`. */
export const SCOPE_ID_SQL: Readonly<Record<RuleScope, string>> = {
  merchant: "null::text",
  fund_source: "fund_source_id",
  beneficiary: "beneficiary_id::text",
  rail: "rail",
};

/** The result of `subjectOf` as SQL over `risk.past_transfer`. */
export const SUBJECT_SQL: Readonly<Record<RuleScope, string>> = {
  merchant: "'merchant'",
  fund_source: "'fund_source:' || fund_source_id",
  beneficiary: "'beneficiary:' || beneficiary_id::text",
  rail: "'rail:' || rail",
};
