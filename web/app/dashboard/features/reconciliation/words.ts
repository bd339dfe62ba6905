// The words for breaks: their age, and the days of statements.
import type { Outputs } from "#dashboard/api/operations.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";

export type BreakRow = Outputs["listBreaks"]["items"][number];
export type BreakDetails = Outputs["getBreak"];
export type Reconciliation = Outputs["getReconciliation"];

/** The operations whose answers are out of date after an action on a break. */
export const REFRESHES = ["getBreak", "listBreaks", "getReconciliation"] as const;

export const kinds: readonly BreakRow["kind"][] = [
  "unknown_debit",
  "unknown_credit",
  "amount_differs",
  "double_debit",
  "ambiguous",
  "bank_charge",
  "awaits_reversal",
  "return_without_payment",
  "top_up_contradiction",
  "statement_wrong",
  "statement_changed",
  "statement_unreadable",
  "entry_left_out",
  "other_account",
  "opening_differs",
  "missing_day",
  "line_vanished",
  "evidence_withdrawn",
  "contradiction",
  "stray_news",
  "file_refused",
];

/** From this many hours on, an age is given in days. */
const HOURS_TOLD = 48;

export function useAge(): (hours: number) => string {
  const t = useTexts();
  return (hours) => {
    if (hours === 0) return t("ageNow");
    return hours < HOURS_TOLD
      ? t("ageHours", { count: hours })
      : t("ageDays", { count: Math.floor(hours / 24) });
  };
}

/** Formats a statement's day as "22 Nov 2026". */
export function useDay(): (day: string) => string {
  const { language } = useTexts();
  return (day) => formatTime(`${day}T12:00:00+05:30`, "day", language);
}

/** The result is rounded down, so 100% means all of them. */
export const percentOf = ({ reconciled, total }: Reconciliation["fromPayment"]["oneDay"]): number =>
  Math.floor((reconciled * 1_000) / total) / 10;
