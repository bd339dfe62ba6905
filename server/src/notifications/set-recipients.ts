import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeCategory, type CategorySetting } from "./change-category.ts";
import { readRecipients } from "./recipients.ts";

export interface RecipientsToSet {
  readonly category: string;
  /** At most ten addresses, as a list or as a text with commas between them; none empties the list. */
  readonly recipients: string | readonly string[];
  readonly by: Actor;
}

/** Makes these the recipients of a category. Throws `category_unknown`, `recipient_invalid`, `recipients_too_many`. */
export async function setRecipients(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { category, recipients, by }: RecipientsToSet,
): Promise<CategorySetting> {
  const addresses = readRecipients(recipients);
  return changeCategory(ctx, merchantId, {
    category,
    by,
    action: "notifications.recipients_set",
    change: (before) => ({ ...before, recipients: addresses }),
  });
}
