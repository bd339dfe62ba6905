/** A rule or a block tried on the past: when, and what it would have stopped. */
import Type from "typebox";
import { at, rupees } from "#dashboard/schemas";
import { moment, type RefusalShape } from "#http";
import { formatRupees } from "#lib/money";
import type { DryRun } from "#risk";

export const tryRange = { from: moment(), to: moment() };

const total = Type.Object({ count: Type.Integer(), amount: rupees });

export const trial = Type.Object({
  judged: total,
  stopped: total,
  /** The first hundred. */
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
  too_much_to_try: {
    status: 422,
    message: "The period has too many transfers for a dry run. Choose a shorter one.",
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
