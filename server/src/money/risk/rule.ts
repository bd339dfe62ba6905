/**
 * A rule: its terms and scope, as they are given, checked and stored, and the subject under which it counts, here and
 * in SQL.
 */
import { isRail, type Rail } from "#rails";
import { RiskError } from "./errors.ts";
import type { Parameters } from "./kind.ts";
import { kindOf, RULE_KINDS, type RuleKind } from "./kinds.ts";

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

/** The effect of a rule on a transfer that it applies to. */
export type Effect = "allow" | "review" | "block";

/** The terms of a rule. */
export interface RuleTerms {
  readonly kind: RuleKind;
  readonly parameters: Parameters;
  readonly scope: RuleScope;
  /** One fund source, beneficiary or rail. Null for the merchant, and if each of them is counted separately. */
  readonly scopeId: string | null;
  readonly effect: Effect;
}

/** One version of a rule. */
export interface RiskRule extends RuleTerms {
  readonly ruleId: string;
  /** The first version is 1. */
  readonly version: number;
  /** Rules are checked in the order of their places. */
  readonly place: number;
  readonly active: boolean;
  readonly setAt: Date;
  readonly setBy: string;
  /** The time when another version, or the removal of the rule, ended this one. Null if it is the current one. */
  readonly endedAt: Date | null;
}

/** A rule as it is given, which is not checked yet. */
export interface GivenRule {
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Default: merchant. */
  readonly scope?: string;
  readonly scopeId?: string | null;
  readonly effect: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks a rule. Throws RiskError.kind_unknown, parameters_invalid, scope_invalid or effect_invalid. */
export function readTerms(given: GivenRule): RuleTerms {
  const kind = RULE_KINDS.find((one) => one === given.kind);
  if (kind === undefined) throw RiskError.kind_unknown({ kind: given.kind, kinds: RULE_KINDS });
  const scope = SCOPES.find((one) => one === (given.scope ?? "merchant"));
  const scopeId = given.scopeId ?? null;
  if (scope === undefined || !isIdIn(scope, scopeId)) throw RiskError.scope_invalid({ scope, scopeId });
  const effects: readonly Effect[] = kind === "trusted_amount" ? ["allow"] : ["review", "block"];
  const effect = effects.find((one) => one === given.effect);
  if (effect === undefined) throw RiskError.effect_invalid({ effect: given.effect, effects });
  return { kind, parameters: readParameters(kind, given.parameters), scope, scopeId, effect };
}

function isIdIn(scope: RuleScope, id: string | null): boolean {
  if (id === null) return true;
  if (scope === "beneficiary") return UUID.test(id);
  return scope === "rail" ? isRail(id) : scope === "fund_source" && id !== "";
}

function readParameters(kind: RuleKind, given: Readonly<Record<string, unknown>>): Parameters {
  const { fields } = kindOf(kind);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw RiskError.parameters_invalid({ kind, name: unknown, says: "not known" });
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = field.read(given[name]);
      if (value === undefined) throw RiskError.parameters_invalid({ kind, name, says: field.says });
      return [name, value];
    }),
  );
}

/** Describes the values that each parameter of a kind may have: `{ periodMinutes: "a whole number from 1 to 60" }`. */
export function sayParameters(kind: RuleKind): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(kindOf(kind).fields).map(([name, { says }]) => [name, says]));
}

/** Returns parameters as JSON, with amounts in paise as whole numbers. */
export function toJson(parameters: Parameters): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === "bigint" ? Number(value) : value,
    ]),
  );
}

/** A rule's version as it is stored. */
export interface RuleRow {
  readonly ruleId: string;
  readonly version: number;
  readonly kind: RuleKind;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly scope: RuleScope;
  readonly scopeId: string | null;
  readonly effect: Effect;
  readonly place: number;
  readonly active: boolean;
  readonly setAt: Date;
  readonly setBy: string;
  readonly endedAt: Date | null;
}

export const RULE_COLUMNS = `
  rule_id as "ruleId", version, kind, parameters, scope, scope_id as "scopeId", effect, place, active,
  set_at as "setAt", set_by as "setBy", ended_at as "endedAt"`;

/** A stored rule with its parameters read. */
export function ruleOf<Row extends Pick<RuleRow, "kind" | "parameters">>(
  row: Row,
): Omit<Row, "parameters"> & { readonly parameters: Parameters } {
  return { ...row, parameters: readParameters(row.kind, row.parameters) };
}
