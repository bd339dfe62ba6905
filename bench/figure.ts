/** What a row of the bench's table holds, and how a goal is judged. */

import type { CostRow } from "./cost-row.ts";
import type { LoadRow } from "./load-row.ts";

export type Unit = "tps" | "transfers/s" | "ms" | "s" | "bytes" | "%" | "x";

/** A limit for the value itself, or for its ratio to the rounds of TPC-B beside it. */
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
  /** The value by the TPC-B transactions per second measured directly before and after. */
  readonly ratio?: number;
  readonly goals?: readonly Goal[];
  /** Whatever else was seen; for the JSON, and in short for the table. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The rounds of load that it is the median of; they are a table of their own. */
  readonly load?: LoadRow;
  /** What was counted, for a table of its own. */
  readonly cost?: CostRow;
}

/** Without pgbench there is nothing that a goal of a ratio could be judged by. */
export function withoutRatioGoals(figure: Figure): Figure {
  const { goals = [], ...rest } = figure;
  const others = goals.filter((goal) => goal.of === "value");
  return others.length === 0 ? rest : { ...rest, goals: others };
}

/** Whether the figure meets all of its goals; null when it has none. */
export function isMet({ value, ratio, goals = [] }: Figure): boolean | null {
  if (goals.length === 0) return null;
  return goals.every(({ of, atLeast = -Infinity, atMost = Infinity }) => {
    const measured = of === "value" ? value : (ratio ?? Number.NaN);
    return measured >= atLeast && measured <= atMost;
  });
}

/** The goals as one reads them: `>= 1 x pgbench`. */
export function goalText({ unit, goals = [] }: Figure): string {
  return goals
    .map(({ of, atLeast, atMost }) => {
      const limit = atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`;
      return of === "ratio" ? `${limit} x pgbench` : `${limit} ${unit}`;
    })
    .join(", ");
}
