// The categories of e-mails in the chosen language.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useTexts } from "./texts.ts";

export type Category = Outputs["getNotifications"]["items"][number];
type Known = "transfer_failed";

/**
 * Returns a category's name and description. If this page does not know the category, these are the server's own texts.
 */
export function useCategoryName(): (category: Category) => { name: string; about: string } {
  const t = useTexts();
  return ({ category, name, description }) => {
    const known = categoriesKnown.has(category);
    return {
      name: known ? t(`c_${category as Known}`) : name,
      about: known ? t(`c_${category as Known}About`) : description,
    };
  };
}

const categoriesKnown: ReadonlySet<string> = new Set([
  "transfer_failed",
  "transfer_reversed",
  "transfer_paid_late",
  "batch_result",
  "flowgram",
  "approval_waiting",
  "credit",
  "withdrawal",
  "low_balance",
  "downtime",
  "report_ready",
  "api_keys",
  "webhook_disabled",
]);
