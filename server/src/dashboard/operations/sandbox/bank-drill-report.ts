/** A drill of a simulated bank and what came of it, as an answer has it. */
import Type, { type Static } from "typebox";
import { at, nullable, words } from "#dashboard/schemas";
import type { RefusalShape } from "#http";
import { RAILS } from "#rails";
import { DRILL_FAULTS, type DrillReport } from "#sandbox";

const count = Type.Integer({ minimum: 0 });

export const bankDrillReport = Type.Object({
  bankId: Type.String(),
  rail: words(RAILS),
  percent: Type.Integer(),
  fault: words(DRILL_FAULTS),
  from: at,
  until: at,
  running: Type.Boolean(),
  transfers: count,
  succeeded: count,
  failed: count,
  open: count,
  /** Instructions to the bank, and how many of them were refused or not answered. */
  calls: count,
  troubled: count,
  /** Null: the bank was not seen to be ill. */
  detected: nullable(
    Type.Object({ afterSeconds: Type.Integer(), afterCalls: count, as: words(["degraded", "down"]) }),
  ),
  /** From the drill's end; null: not seen to be well again yet. */
  recoveredAfterSeconds: nullable(Type.Integer()),
  rerouted: count,
  failedOver: count,
  queued: count,
  lost: count,
  paidTwice: count,
});

export const drillRefusals = {
  rail_not_offered: { status: 422, message: "This bank does not offer this rail." },
  drill_running: { status: 409, message: "A drill goes on at this bank already." },
  drill_not_running: { status: 409, message: "No drill goes on at this bank." },
  too_little_money: {
    status: 409,
    message: "The wallet needs {needed} for these payments. Add funds first.",
  },
} as const satisfies Record<string, RefusalShape>;

export function describeDrill(report: DrillReport): Static<typeof bankDrillReport> {
  const { drill, running, figures } = report;
  const {
    detectedAfterMs,
    detectedAfterCalls,
    detectedAs,
    recoveredAfterMs,
    waiting: _,
    ...counts
  } = figures;
  return {
    ...drill,
    from: drill.from.toISOString(),
    until: drill.until.toISOString(),
    running,
    ...counts,
    detected:
      detectedAs === null
        ? null
        : { afterSeconds: seconds(detectedAfterMs!), afterCalls: detectedAfterCalls!, as: detectedAs },
    recoveredAfterSeconds: recoveredAfterMs === null ? null : seconds(recoveredAfterMs),
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
