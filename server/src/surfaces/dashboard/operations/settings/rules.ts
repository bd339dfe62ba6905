/** The rules of the risk shield. */
import Type from "typebox";
import { listRequests, readWaiting } from "#approvals";
import type { Actor } from "#audit";
import { resource } from "#dashboard/operation";
import { at, nullable, undoFields, waitingFields, words } from "#dashboard/schemas";
import {
  EFFECTS,
  listedRuleFields,
  nameScopes,
  PAISE_NAMES,
  proposedRule,
  SCOPES,
  shownRuleFields,
  showRule,
} from "#dashboard/shown-rules";
import {
  amount,
  flag,
  id,
  object,
  oneOf,
  optional,
  type RefusalShape,
  text,
  whole,
  withDefault,
} from "#http";
import type { Tx } from "#lib/db";
import {
  type ComparedRule,
  compareProposal,
  dryRunRule,
  type GivenRule,
  listRules as readRules,
  listUndoable,
  requestRule,
  type RiskRule,
  RULE_KINDS,
  RULES_MAX,
  undoRule as giveBackRule,
} from "#risk";
import { showRequested, showTrial, trial, trialRefusals, tryRange, undoRefusals } from "./trials.ts";

const operation = resource({ at: "", tag: "Settings", permission: "manage_limits" });

/** The parameters of all kinds. Each kind accepts its own and refuses the others. */
const parameterFields = {
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

const ruleFields = {
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
  /** The place of a new rule, which only the operator chooses. */
  readonly place?: number;
};

/** Converts the fields to the rule that the risk module takes. Its terms in paise are taken as well. */
function toGivenRule({ kind, parameters, scope, scopeId, effect, place }: Given): GivenRule {
  const rule = { kind, parameters: toParameters(parameters), scope, scopeId: scopeId ?? null, effect };
  return place === undefined ? rule : ({ ...rule, place } as GivenRule);
}

function toParameters(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [PAISE_NAMES[name] ?? name, value]));
}

const ruleRefusals = {
  parameters_invalid: { status: 422, message: "{name} is not valid for {kind}: {says}." },
  scope_invalid: { status: 422, message: "Choose an existing fund source, beneficiary or rail." },
  effect_invalid: { status: 422, message: "This kind of rule has one of these effects: {effects}." },
  place_invalid: { status: 422, message: "A place is a whole number from 0 to 1,000,000." },
} as const satisfies Record<string, RefusalShape>;

const ruleChangeRefusals = {
  ...ruleRefusals,
  rule_not_found: { status: 404, message: "This rule does not exist." },
  rule_changed: { status: 409, message: "The rule has changed since you opened it. Review it again." },
  too_many_rules: { status: 409, message: "There can be at most {max} rules." },
  too_many_of_member: {
    status: 409,
    message:
      "You have added {max} rules already. Remove one of them, or ask another member to add this rule.",
  },
  already_open: { status: 409, message: "A change of this rule waits for approval already." },
} as const satisfies Record<string, RefusalShape>;

/** The result of a request: the change was made, or it waits for approval. */
const ruleChange = Type.Object({
  rule: nullable(Type.Object(shownRuleFields)),
  /** Null if the change was made. */
  requestId: nullable(Type.String()),
  /** The time when it is made without approval, because no one else can approve; null if another person decides. */
  aloneUntil: nullable(at),
});

const listed = Type.Object({
  ...listedRuleFields,
  /** A change or removal of this rule that waits for the approval of others. */
  waits: nullable(Type.Object({ ...waitingFields, action: words(["change", "remove"]) })),
  /** Null unless other members tightened the rule and the current member can undo that at once. */
  undo: nullable(Type.Object(undoFields)),
});

/** Lists the rules in the order in which they are checked, and the rules that wait to be added. */
export const listRules = operation({
  name: "listRules",
  method: "GET",
  path: "/rules",
  summary: "List the risk rules in the order in which they are asked",
  permission: "access_transfers",
  output: Type.Object({
    items: Type.Array(listed),
    /** Rules that are added once others approve them. */
    additions: Type.Array(Type.Object({ ...waitingFields, rule: proposedRule })),
    /** Rules with the effect `allow` that other members removed and the current member can restore at once. */
    removed: Type.Array(Type.Object({ ...undoFields, ruleId: Type.String(), rule: proposedRule })),
    kinds: Type.Array(Type.String()),
    rulesMax: Type.Integer(),
  }),
  handle: async ({ ctx, merchantId, by }) => {
    const rules = await readRules(ctx, merchantId);
    const shown = await ctx.db.inMerchant(merchantId, (tx) => withWaiting(tx, rules, by));
    return { ...shown, kinds: [...RULE_KINDS], rulesMax: RULES_MAX };
  },
});

async function withWaiting(tx: Tx, rules: readonly RiskRule[], by: Actor) {
  const undoable = await listUndoable(tx, by);
  const undoOf = new Map(undoable.map(({ ruleId, people, since }) => [ruleId, { people, since }]));
  const removed = undoable.flatMap(({ before, isGone, ...one }) =>
    isGone && before?.active === true ? [{ ...one, rule: before }] : [],
  );
  const ids = rules.map(({ ruleId }) => ruleId);
  const open = await listRequests(tx, { limit: 500, subjectKinds: ["limit"] });
  const added = open.filter(({ proposal }) => compareProposal(proposal)?.action === "add");
  const waiting = await readWaiting(tx, "limit", [...ids, ...added.map(({ subjectId }) => subjectId)]);
  const wanted = added.flatMap(({ subjectId }) => {
    const waits = waiting.get(subjectId);
    const rule = compareProposal(waits?.proposal ?? null)?.after ?? null;
    return waits === undefined || rule === null ? [] : [{ waits, rule }];
  });
  const nameOf = await nameScopes(tx, [...rules, ...[...wanted, ...removed].map(({ rule }) => rule)]);
  const named = <R extends ComparedRule>(rule: R) => ({ ...showRule(rule), scopeName: nameOf(rule) });
  return {
    items: rules.map((rule) => {
      const waits = waiting.get(rule.ruleId);
      const action = compareProposal(waits?.proposal ?? null)?.action;
      return {
        ...named(rule),
        waits: waits && action ? { ...waits, action } : null,
        undo: undoOf.get(rule.ruleId) ?? null,
      };
    }),
    additions: wanted.map(({ waits, rule }) => ({ ...waits, rule: named(rule) })),
    removed: removed.map((one) => ({ ...one, rule: named(one.rule) })),
  };
}

/** Lists the transfers that a rule would have stopped. Nothing is changed. */
export const tryRule = operation({
  name: "tryRule",
  method: "POST",
  path: "/rule-trials",
  summary: "Try a risk rule on past transfers",
  body: {
    ...ruleFields,
    ...tryRange,
    /** The rule that it would replace, if any. */
    ruleId: optional(id()),
  },
  output: trial,
  refusals: { ...ruleRefusals, ...trialRefusals },
  handle: ({ ctx, merchantId, input: { from, to, ruleId = null, ...given } }) =>
    dryRunRule(ctx, merchantId, { ...toGivenRule(given), ruleId }, { from, to }),
  show: showTrial,
});

/** Adds a rule that applies to every order from now on, or requests approval for it. */
export const addRule = operation({
  name: "addRule",
  method: "POST",
  path: "/rules",
  summary: "Add a risk rule",
  stepUp: true,
  body: ruleFields,
  output: ruleChange,
  refusals: ruleChangeRefusals,
  handle: ({ ctx, merchantId, by, input }) =>
    requestRule(ctx, merchantId, { action: "add", rule: toGivenRule(input), by }),
  show: showRequested,
});

/** Makes the next version of a rule. Fields that are left out stay the same; `parameters` replaces all of them. */
export const changeRule = operation({
  name: "changeRule",
  method: "PATCH",
  path: "/rules/{ruleId}",
  summary: "Change a risk rule, switch it on or off, or move it",
  stepUp: true,
  pathFields: { ruleId: id() },
  body: {
    parameters: optional(object(parameterFields)),
    active: optional(flag()),
    place: optional(whole({ min: 0, max: 1_000_000 })),
  },
  output: ruleChange,
  refusals: ruleChangeRefusals,
  handle: ({ ctx, merchantId, by, input: { ruleId, parameters, active, place } }) => {
    const change = {
      ruleId,
      ...(parameters === undefined ? {} : { parameters: toParameters(parameters) }),
      ...(active === undefined ? {} : { active }),
      ...(place === undefined ? {} : { place }),
    };
    return requestRule(ctx, merchantId, { action: "change", change, by });
  },
  show: showRequested,
});

/** Removes a rule. Its earlier verdicts on transfers are kept. */
export const removeRule = operation({
  name: "removeRule",
  method: "DELETE",
  path: "/rules/{ruleId}",
  summary: "Remove a risk rule",
  stepUp: true,
  pathFields: { ruleId: id() },
  output: ruleChange,
  refusals: ruleChangeRefusals,
  handle: ({ ctx, merchantId, by, input: { ruleId } }) =>
    requestRule(ctx, merchantId, { action: "remove", ruleId, by }),
  show: showRequested,
});

/** Lets an Owner undo, without a second person, what other members tightened in the last seven days. */
export const undoRule = operation({
  name: "undoRule",
  method: "POST",
  path: "/rules/{ruleId}/undo",
  summary: "Undo at once, as an Owner, what other members tightened of a risk rule in the last 7 days",
  stepUp: true,
  pathFields: { ruleId: id() },
  output: Type.Object({ rule: nullable(Type.Object(shownRuleFields)) }),
  refusals: {
    ...ruleChangeRefusals,
    ...undoRefusals,
    undo_passes_more: {
      status: 409,
      message: "Other rules have changed since. Change this rule instead; another member approves that.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { ruleId } }) => {
    const rule = await giveBackRule(ctx, merchantId, { ruleId, by });
    return { rule: rule && showRule(rule) };
  },
});
