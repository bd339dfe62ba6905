/** How a simulated bank behaves to one merchant, as far as the dashboard shows and sets it. */
import Type, { type Static } from "typebox";
import { nullable, words } from "#dashboard/schemas";

/** What may go wrong with payments, in the simulator's words. */
export const MISHAPS = [
  "fail",
  "pending",
  "timeout",
  "deemed",
  "late-success",
  "return",
  "cut-answer",
  "http-error",
  "html",
  "callback-missing",
  "callback-duplicate",
] as const;

export const manner = Type.Object({
  /** How long an answer takes; null: the bank's own. */
  latencyMs: nullable(Type.Integer()),
  /** What goes wrong; null: nothing that the bank itself would not do. */
  mishap: nullable(words(MISHAPS)),
  /** With how many of a hundred payments. */
  percent: Type.Integer(),
  /** Until then the bank takes no payment. */
  maintenanceUntil: nullable(Type.String({ format: "date-time" })),
});

export type Manner = Static<typeof manner>;

/** The manner in the simulator's words, beginning a moment ago; the bank's own where nothing is said. */
export function writeManner({ latencyMs, mishap, percent, maintenanceUntil }: Manner, now: Date): object {
  const from = new Date(now.getTime() - 1_000).toISOString();
  return {
    ...(latencyMs === null ? {} : { latency: latencyMs }),
    ...(mishap === null ? {} : { mishaps: [{ operation: "pay", chance: percent / 100, mishap }] }),
    ...(maintenanceUntil === null ? {} : { maintenance: { from, until: maintenanceUntil } }),
  };
}

interface Asked {
  readonly latency?: unknown;
  readonly mishaps?: readonly { readonly chance: number; readonly mishap: readonly { kind: string }[] }[];
  readonly maintenance?: { readonly until: string };
}

/** What was asked of the simulator, as far as it can be shown; null: nothing. */
export function readManner(asked: Asked | null): Manner | null {
  if (asked === null) return null;
  const { latency, mishaps: [odds] = [], maintenance } = asked;
  const mishap = MISHAPS.find((one) => one === odds?.mishap[0]?.kind) ?? null;
  return {
    latencyMs: typeof latency === "number" ? latency : null,
    mishap,
    percent: mishap === null ? 100 : Math.round((odds?.chance ?? 1) * 100),
    maintenanceUntil: maintenance?.until ?? null,
  };
}
