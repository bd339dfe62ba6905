/** Schemas, refusals and descriptions of dry runs and changes, which rules and blocks share. */
import Type from "typebox";
import { at, rupees } from "#dashboard/schemas";
import { showRule } from "#dashboard/shown-rules";
import { moment, type RefusalShape } from "#http";
import { formatRupees } from "#lib/money";
import type { DryRun, RequestedRule } from "#risk";

export const tryRange = { from: moment(), to: moment() };

const total = Type.Object({ count: Type.Integer(), amount: rupees });

export const trial = Type.Object({
  judged: total,
  stopped: total,
  /** The first hundred stopped transfers. */
  first: Type.Array(
    Type.Object({
      transferId: Type.String(),
      referenceId: Type.String(),
      amount: rupees,
      acceptedAt: at,
    }),
  ),
});

export const trialRefusals = {
  range_invalid: { status: 422, message: "A rule is tried on 1 to {daysMax} days." },
  trial_under_way: { status: 409, message: "Another test is running. Try again when it has finished." },
  too_much_to_try: {
    status: 422,
    message: "The period has too many transfers for a dry run. Choose a shorter one.",
  },
} as const satisfies Record<string, RefusalShape>;

export const undoRefusals = {
  nothing_to_undo: {
    status: 409,
    message:
      "Only an Owner undoes what others tightened in the last 7 days, and only if it has not changed since.",
  },
} as const satisfies Record<string, RefusalShape>;

const showTotal = ({ count, sumPaise }: DryRun["judged"]) => ({
  count: Number(count),
  amount: formatRupees(sumPaise),
});

export function showTrial({ judged, stopped, first }: DryRun) {
  return {
    judged: showTotal(judged),
    stopped: showTotal(stopped),
    first: first.map(({ transferKey, referenceId, amountPaise, acceptedAt }) => ({
      transferId: transferKey,
      referenceId: String(referenceId),
      amount: formatRupees(amountPaise),
      acceptedAt,
    })),
  };
}

/** Describes the result of a request to change a rule. */
export function showRequested(requested: RequestedRule) {
  if (requested.kind === "made")
    return { rule: requested.rule && showRule(requested.rule), requestId: null, aloneUntil: null };
  const { requestId, aloneUntil } = requested;
  return { rule: null, requestId, aloneUntil };
}
