/** A row of the bench's table, and how its goals are judged. */

import type { CapacityRow } from "./capacity.ts";
import type { CostRow } from "./cost-row.ts";
import type { LoadRow } from "./load-row.ts";
import type { OfBoth } from "./read-costs.ts";

export type Unit = "tps" | "transfers/s" | "ms" | "s" | "bytes" | "%" | "x";

/** A limit for the value itself, or for its ratio to the rounds of TPC-B before and after it. */
export interface Goal {
  readonly of: "value" | "ratio";
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Figure {
  /** Unique, and the same in every run. */
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** The value divided by the TPC-B transactions per second measured directly before and after. */
  readonly ratio?: number;
  readonly goals?: readonly Goal[];
  /** Other observations; complete in the JSON, shortened in the table. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The rounds of load of which the value is the median; they have their own table. */
  readonly load?: LoadRow;
  /** The counts behind the value; they have their own table. */
  readonly cost?: CostRow;
  /** The figures of an installation with one home and of one with two; they have a record of their own. */
  readonly homes?: OfBoth;
  /** The needs of some rates of transfers; they have their own table. */
  readonly plans?: readonly CapacityRow[];
}

/** Without pgbench, a goal for a ratio cannot be judged. */
export function withoutRatioGoals(figure: Figure): Figure {
  const { goals = [], ...rest } = figure;
  const others = goals.filter((goal) => goal.of === "value");
  return others.length === 0 ? rest : { ...rest, goals: others };
}

/** True if the figure meets all of its goals; null if it has none. */
export function isMet({ value, ratio, goals = [] }: Figure): boolean | null {
  if (goals.length === 0) return null;
  return goals.every(({ of, atLeast = -Infinity, atMost = Infinity }) => {
    const measured = of === "value" ? value : (ratio ?? Number.NaN);
    return measured >= atLeast && measured <= atMost;
  });
}

/** Formats the goals for people: `>= 1 x pgbench`. */
export function goalText({ unit, goals = [] }: Figure): string {
  return goals
    .map(({ of, atLeast, atMost }) => {
      const limit = atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`;
      return of === "ratio" ? `${limit} x pgbench` : `${limit} ${unit}`;
    })
    .join(", ");
}
