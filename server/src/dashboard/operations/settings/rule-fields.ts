/** How a rule is given: amounts in rupees under names without their unit. */
import Type from "typebox";
import { at, nullable } from "#dashboard/schemas";
import { EFFECTS, PAISE_NAMES, SCOPES, shownRuleFields } from "#dashboard/shown-rules";
import { amount, object, oneOf, optional, type RefusalShape, text, whole, withDefault } from "#http";
import { type GivenRule, RULE_KINDS } from "#risk";

/** The parameters of all kinds; each kind takes its own and refuses the others. */
export const parameterFields = {
  limit: optional(amount({ min: 0n })),
  upTo: optional(amount({ min: 0n })),
  above: optional(amount({ min: 0n })),
  transfers: optional(whole({ min: 1, max: 1_000_000 })),
  periodMinutes: optional(whole({ min: 1, max: 43_200 })),
  addedWithinHours: optional(whole({ min: 0, max: 8_760 })),
  times: optional(whole({ min: 1, max: 1_000 })),
  leastKnown: optional(whole({ min: 3, max: 20 })),
  direction: optional(oneOf(["above", "either"])),
};

export const ruleFields = {
  kind: oneOf(RULE_KINDS),
  parameters: object(parameterFields),
  scope: withDefault(oneOf(SCOPES), "merchant"),
  scopeId: optional(text({ max: 100, cards: "in_ids" })),
  effect: oneOf(EFFECTS),
};

type Given = {
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly scope: string;
  readonly scopeId: string | undefined;
  readonly effect: string;
};

/** The rule as the module takes it. */
export function toGivenRule({ kind, parameters, scope, scopeId, effect }: Given): GivenRule {
  return { kind, parameters: toParameters(parameters), scope, scopeId: scopeId ?? null, effect };
}

export function toParameters(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [PAISE_NAMES[name] ?? name, value]));
}

/** What a rule may be refused for. */
export const ruleRefusals = {
  parameters_invalid: { status: 422, message: "{name} is not valid for {kind}: {says}." },
  scope_invalid: { status: 422, message: "Choose an existing fund source, beneficiary or rail." },
  effect_invalid: { status: 422, message: "This kind of rule has one of these effects: {effects}." },
  place_invalid: { status: 422, message: "A place is a whole number from 0 to 1,000,000." },
} as const satisfies Record<string, RefusalShape>;

/** What a change of the rules may be refused for. */
export const ruleChangeRefusals = {
  ...ruleRefusals,
  rule_not_found: { status: 404, message: "This rule does not exist." },
  rule_changed: { status: 409, message: "The rule has changed since you opened it. Review it again." },
  too_many_rules: { status: 409, message: "There can be at most {max} rules." },
  already_open: { status: 409, message: "A change of this rule waits for approval already." },
} as const satisfies Record<string, RefusalShape>;

/** Whether the change was made, or waits for approval. */
export const ruleChange = Type.Object({
  rule: nullable(Type.Object(shownRuleFields)),
  /** Null: it was made. */
  requestId: nullable(Type.String()),
  /** When it is made without another person, because there is none; null: another person decides. */
  aloneUntil: nullable(at),
});
