// What a category of e-mails is called.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useTexts } from "./texts.ts";

export type Category = Outputs["getNotifications"]["items"][number];
type Known = "transfer_failed";

/** A category's name in the language shown; the server's own for one that this page does not know. */
export function useCategoryName(): (category: Category) => { name: string; about: string } {
  const t = useTexts();
  return ({ category, name, description }) => {
    const known = t(`c_${category as Known}`) as string | undefined;
    const about = t(`c_${category as Known}About`) as string | undefined;
    return { name: known ?? name, about: about ?? description };
  };
}
