/** What a row of the bench's table holds, and how a goal is judged. */

export type Unit = "tps" | "transfers/s" | "ms" | "s" | "bytes" | "%" | "x";

/** A limit for the value itself, or for its ratio to the TPC-B rounds beside it. */
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
}

/** Whether the figure meets all of its goals; null when it has none. */
export function isMet({ value, ratio, goals = [] }: Figure): boolean | null {
  if (goals.length === 0) return null;
  return goals.every(({ of, atLeast = -Infinity, atMost = Infinity }) => {
    const measured = of === "value" ? value : (ratio ?? Number.NaN);
    return measured >= atLeast && measured <= atMost;
  });
}

/** The goals as one reads them: `>= 1 x TPC-B`. */
export function goalText({ unit, goals = [] }: Figure): string {
  return goals
    .map(({ of, atLeast, atMost }) => {
      const limit = atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`;
      return of === "ratio" ? `${limit} x TPC-B` : `${limit} ${unit}`;
    })
    .join(", ");
}
