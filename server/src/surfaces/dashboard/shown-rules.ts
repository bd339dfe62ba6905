/** Risk rules as members see them, with amounts in rupees and the names of their scopes. */
import Type from "typebox";
import { readPayees } from "#beneficiaries";
import { readFundSources } from "#fund-sources";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { RULE_KINDS, type ComparedRule, type RiskRule } from "#risk";
import { at, nullable, rupees, words } from "./schemas.ts";

export const SCOPES = ["merchant", "fund_source", "beneficiary", "rail"] as const;
export const EFFECTS = ["review", "block", "allow"] as const;

/** The names of the parameters in paise, by the names of the fields in rupees. */
export const PAISE_NAMES: Readonly<Record<string, string>> = {
  limit: "limitPaise",
  upTo: "upToPaise",
  above: "abovePaise",
};
const RUPEE_NAMES = Object.fromEntries(Object.entries(PAISE_NAMES).map(([name, paise]) => [paise, name]));

const terms = {
  kind: words(RULE_KINDS),
  parameters: Type.Object({
    limit: Type.Optional(rupees),
    upTo: Type.Optional(rupees),
    above: Type.Optional(rupees),
    transfers: Type.Optional(Type.Integer()),
    periodMinutes: Type.Optional(Type.Integer()),
    addedWithinHours: Type.Optional(Type.Integer()),
    times: Type.Optional(Type.Integer()),
    leastKnown: Type.Optional(Type.Integer()),
    direction: Type.Optional(Type.String()),
  }),
  scope: words(SCOPES),
  scopeId: nullable(Type.String()),
  effect: words(EFFECTS),
  active: Type.Boolean(),
};

/** The name of the one fund source or beneficiary of a rule. Null if it applies to all of them, or to a rail. */
const scopeName = nullable(Type.String());

/** A rule that is in force or switched off. */
export const shownRuleFields = {
  ruleId: Type.String(),
  version: Type.Integer(),
  ...terms,
  place: Type.Integer(),
  setAt: at,
};

/** A rule in a list, which is in force or switched off. */
export const listedRuleFields = { ...shownRuleFields, scopeName };

/** A rule before or after a proposed change. */
export const proposedRule = Type.Object(
  {
    ...terms,
    scopeName,
    /** Null if it comes after the others. */
    place: nullable(Type.Integer()),
  },
  { $id: "ProposedRule" },
);

/** Returns the rule with its amounts in rupees. */
export function showRule<R extends RiskRule | ComparedRule>(rule: R) {
  const parameters = Object.entries(rule.parameters).map(([name, value]) => [
    RUPEE_NAMES[name] ?? name,
    typeof value === "bigint" ? formatRupees(value) : value,
  ]);
  return { ...rule, parameters: Object.fromEntries(parameters) as Record<string, unknown> };
}

type Scoped = Pick<RiskRule, "scope" | "scopeId">;

/** Reads the names of the scopes of these rules together. */
export async function nameScopes(tx: Tx, rules: readonly Scoped[]): Promise<(rule: Scoped) => string | null> {
  const beneficiaryIds = rules.flatMap(({ scope, scopeId }) =>
    scope === "beneficiary" && scopeId !== null ? [scopeId] : [],
  );
  const isOfSource = rules.some(({ scope, scopeId }) => scope === "fund_source" && scopeId !== null);
  const payees = beneficiaryIds.length === 0 ? [] : await readPayees(tx, { beneficiaryIds });
  const sources = isOfSource ? await readFundSources(tx) : [];
  const names = new Map([
    ...payees.map(({ beneficiaryId, name }) => [beneficiaryId, name] as const),
    ...sources.map(({ fundSourceId, name }) => [fundSourceId, name] as const),
  ]);
  return ({ scopeId }) => names.get(scopeId ?? "") ?? null;
}
