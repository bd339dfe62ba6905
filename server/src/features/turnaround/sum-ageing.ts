import type { OverdueCredit } from "./list-overdue.ts";

/** Days of delay. Each age ends where the next one begins. */
export const AGES = [
  { name: "1", from: 1 },
  { name: "2-7", from: 2 },
  { name: "8-30", from: 8 },
  { name: "31+", from: 31 },
] as const;

export type Age = (typeof AGES)[number]["name"];

interface AgeSum {
  readonly age: Age;
  readonly count: number;
  /** The amount of the payments themselves. */
  readonly amountPaise: bigint;
  /** The amount owed for their delay. */
  readonly owedPaise: bigint;
}

export interface BankAgeing {
  readonly bankId: string;
  /** All overdue payments, youngest first, including ages without any. */
  readonly ages: readonly AgeSum[];
  /** The number of payments that can be claimed; unknown ones cannot. */
  readonly claims: number;
  readonly owedPaise: bigint;
  /** The number of payments of which it is not known if they were paid. */
  readonly unknown: number;
}

/** Sums up the ageing of overdue payments by bank; the bank that owes most comes first. Pure. */
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

/** Returns the age for a number of days of delay, at least one. */
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
