/** A change of a rule as a proposal: it is shown to the approvers, and made from the proposal once they agree. */
import type { Proposal } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { addWithin, PLACE_MAX, removeWithin, writeNext } from "./change-rule.ts";
import { RiskError } from "./errors.ts";
import { loosens, passesUnseen, type RuleAtPlace } from "./loosens.ts";
import { endVersion, holdRules } from "./stored-rules.ts";
import { readTerms, toJson, type GivenRule, type RiskRule, type RuleTerms } from "./rule.ts";

/** The proposed terms of a rule. */
interface TermsToPropose {
  readonly terms: RuleTerms;
  /** Null if it comes after the others. */
  readonly place: number | null;
  readonly active: boolean;
  /** The result of `gatherPrecedents` before the request: the last reference ID that it covered, or 0. */
  readonly gathered: bigint;
}

/** `version` is the version that ends. The approval is for a change of that version and of no later one. */
export type ProposedChange =
  | ({ readonly action: "add"; readonly ruleId: string } & TermsToPropose)
  | ({ readonly action: "change"; readonly ruleId: string; readonly version: number } & TermsToPropose)
  | { readonly action: "remove"; readonly ruleId: string; readonly version: number };

/** Returns true if the change of one of these rules loosens them. */
export function loosensRules(rules: readonly RiskRule[], change: ProposedChange): boolean {
  const asked = rules.filter(({ active }) => active);
  const { ruleId } = change;
  const before = asked.find((rule) => rule.ruleId === ruleId) ?? null;
  const others = asked.filter((rule) => rule.ruleId !== ruleId);
  return loosens(before, ruleAfter(rules, change), others);
}

function ruleAfter(rules: readonly RiskRule[], change: ProposedChange): RuleAtPlace | null {
  if (change.action === "remove" || !change.active) return null;
  const { ruleId, terms, place } = change;
  const last = Math.max(0, ...rules.map((rule) => rule.place));
  return { ...terms, ruleId, place: place ?? Math.min(last + 1, PLACE_MAX) };
}

/**
 * Returns a change of one of these rules as flat JSON for the approvers, with the rule as it was before. The other
 * active rules are included, because what the change lets pass depends on them and on the order of all rules.
 */
export function proposalOf(change: ProposedChange, rules: readonly RiskRule[]): Proposal {
  const { action, ruleId } = change;
  const was = rules.find((rule) => rule.ruleId === ruleId) ?? null;
  const others = rules.filter((rule) => rule.active && rule !== was);
  const version = action === "add" ? null : change.version;
  const before = was === null ? null : JSON.stringify(sayRule(was));
  const about = { action, ruleId, version, was: before };
  if (action === "remove") return about;
  const { terms, place, active, gathered } = change;
  const said = sayTerms(terms);
  const parameters = JSON.stringify(said.parameters);
  const beside = JSON.stringify(others.map((rule) => ({ ruleId: rule.ruleId, ...sayRule(rule) })));
  return { ...about, ...said, parameters, place, active, gathered: String(gathered), beside };
}

/** A rule with its place, as flat JSON. */
export const sayRule = (rule: RiskRule) => ({ ...sayTerms(rule), place: rule.place, active: rule.active });

const sayTerms = ({ kind, parameters, scope, scopeId, effect }: RuleTerms) => ({
  kind,
  parameters: toJson(parameters),
  scope,
  scopeId,
  effect,
});

/** Reads a proposal that `proposalOf` made. Null if it is another kind of proposal. */
export function readProposal(proposal: Proposal | null): ProposedChange | null {
  if (proposal === null) return null;
  const { action, ruleId, version } = proposal as { ruleId: string } & Proposal;
  if (action === "remove") return { action, ruleId, version: version as number };
  if (action !== "add" && action !== "change") return null;
  const { parameters, gathered, place, active, ...given } = proposal as ProposalOfTerms;
  const terms = readTerms({ ...given, parameters: JSON.parse(parameters) as Record<string, unknown> });
  const wanted: TermsToPropose = { terms, place, active, gathered: BigInt(gathered) };
  return action === "add"
    ? { action, ruleId, ...wanted }
    : { action, ruleId, version: version as number, ...wanted };
}

/** A rule before and after a change; null if it does not exist then. */
export interface RuleComparison {
  readonly action: ProposedChange["action"];
  readonly before: ComparedRule | null;
  readonly after: ComparedRule | null;
  /** The other active rules, in their order, if the rule lets payments pass: which ones it passes depends on them. */
  readonly beside: readonly ComparedRule[];
}

/** `place` is null for a rule that comes after the others. */
export type ComparedRule = RuleTerms & Pick<TermsToPropose, "place" | "active">;

/** Reads a proposal that `proposalOf` made, for people to compare. Null if it is another kind of proposal. */
export function compareProposal(proposal: Proposal | null): RuleComparison | null {
  const change = readProposal(proposal);
  if (change === null) return null;
  const was = proposal!["was"] ?? null;
  const { action } = change;
  const after = action === "remove" ? null : { ...change.terms, place: change.place, active: change.active };
  const isTrust = after?.active === true && after.effect === "allow";
  const beside = isTrust ? saidBeside(proposal!).map(readRule) : [];
  return {
    action,
    before: was === null ? null : readWas(String(was)),
    after,
    beside: beside.toSorted((one, other) => one.place - other.place),
  };
}

/**
 * Makes the change of an approved proposal. Throws what `makeChange` throws, and rule_changed if the change now loosens
 * and would pass more than beside the rules that were proposed with it.
 */
export async function makeAsSeen(
  tx: Tx,
  { proposal, change, by }: { proposal: Proposal; change: ProposedChange; by: Actor },
): Promise<void> {
  const rules = await holdRules(tx);
  const after = ruleAfter(rules, change);
  if (after !== null && loosensRules(rules, change)) {
    const now = rules.filter(({ active }) => active);
    if (passesUnseen(after, readBeside(proposal), now))
      throw RiskError.rule_changed({ ruleId: change.ruleId });
  }
  await makeChange(tx, change, by);
}

/** A proposal of an earlier version has no other rules, so nothing beside it counts as seen. */
const saidBeside = ({ beside = null }: Proposal) =>
  JSON.parse(String(beside ?? "[]")) as (SaidRule & { readonly ruleId: string })[];

const readBeside = (proposal: Proposal): RuleAtPlace[] =>
  saidBeside(proposal).map((rule) => ({ ruleId: rule.ruleId, ...readRule(rule) }));

const readWas = (json: string): ComparedRule => readRule(JSON.parse(json) as SaidRule);

/** The parts of a rule that `sayRule` describes. */
export type SaidRule = GivenRule & Pick<RiskRule, "place" | "active">;

/** Reads the result of `sayRule`. */
export function readRule({
  place,
  active,
  ...given
}: SaidRule): RuleTerms & Pick<RiskRule, "place" | "active"> {
  return { ...readTerms(given), place, active };
}

type ProposalOfTerms = Readonly<Record<"kind" | "parameters" | "effect" | "scope" | "gathered", string>> & {
  readonly scopeId: string | null;
  readonly place: number | null;
  readonly active: boolean;
};

/**
 * Makes the change in the caller's transaction. Returns the rule after it; null if the rule is removed. Throws
 * RiskError.too_many_rules, and rule_changed if the version that was to end is no longer the current one.
 */
export async function makeChange(tx: Tx, change: ProposedChange, by: Actor): Promise<RiskRule | null> {
  const { action, ruleId } = change;
  switch (action) {
    case "add":
      return addWithin(
        tx,
        { ...change.terms, ruleId, place: change.place, active: change.active, by },
        change.gathered,
      );
    case "change": {
      const before = await endVersion(tx, { ruleId, version: change.version, by });
      if (before === null) throw RiskError.rule_changed({ ruleId });
      const { terms, place, active, gathered } = change;
      const version = before.version + 1;
      return writeNext(tx, { ...terms, ruleId, version, place: place ?? before.place, active, by }, gathered);
    }
    case "remove":
      if ((await removeWithin(tx, { ruleId, version: change.version, by })) === null)
        throw RiskError.rule_changed({ ruleId });
      return null;
    default:
      return action satisfies never;
  }
}
