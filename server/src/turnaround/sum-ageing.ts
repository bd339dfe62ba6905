import type { OverdueCredit } from "./list-overdue.ts";

/** Days of delay: each age goes to where the next begins. */
export const AGES = [
  { name: "1", from: 1 },
  { name: "2-7", from: 2 },
  { name: "8-30", from: 8 },
  { name: "31+", from: 31 },
] as const;

export type Age = (typeof AGES)[number]["name"];

export interface AgeSum {
  readonly age: Age;
  readonly count: number;
  /** The payments themselves. */
  readonly amountPaise: bigint;
  /** What is owed for their delay. */
  readonly owedPaise: bigint;
}

export interface BankAgeing {
  readonly bankId: string;
  /** All that is overdue, youngest first; every age, also an empty one. */
  readonly ages: readonly AgeSum[];
  /** What can be claimed: without what is unknown. */
  readonly claims: number;
  readonly owedPaise: bigint;
  /** Payments of which it is unknown whether they were paid. */
  readonly unknown: number;
}

/** The ageing of overdue payments by bank, the bank that owes most first. Pure. */
export function sumAgeing(credits: readonly OverdueCredit[]): BankAgeing[] {
  const banks = [...Map.groupBy(credits, ({ bankId }) => bankId)].map(([bankId, own]) => ({
    bankId,
    ages: AGES.map(({ name }) =>
      sum(
        name,
        own.filter(({ days }) => ageOf(days) === name),
      ),
    ),
    claims: own.filter(({ standing }) => standing !== "unknown").length,
    owedPaise: own.reduce((total, { owedPaise }) => total + owedPaise, 0n),
    unknown: own.filter(({ standing }) => standing === "unknown").length,
  }));
  return banks.toSorted((a, b) => Number(b.owedPaise - a.owedPaise) || (a.bankId < b.bankId ? -1 : 1));
}

/** The age of so many days of delay, one at least. */
export function ageOf(days: number): Age {
  return AGES.findLast(({ from }) => days >= from)?.name ?? AGES[0].name;
}

function sum(age: Age, credits: readonly OverdueCredit[]): AgeSum {
  return {
    age,
    count: credits.length,
    amountPaise: credits.reduce((total, { amountPaise }) => total + amountPaise, 0n),
    owedPaise: credits.reduce((total, { owedPaise }) => total + owedPaise, 0n),
  };
}
