import type { Context } from "#lib/context";
import { changeCategories, type CategorySetting } from "./change-category.ts";
import { NotificationError } from "./errors.ts";
import { mergeRecipients, readRecipients } from "./recipients.ts";
import type { RecipientsToSet } from "./set-recipients.ts";

export interface RecipientsToAdd extends Omit<RecipientsToSet, "category"> {
  /** At least one. */
  readonly categories: readonly string[];
}

/**
 * Adds recipients to each of the categories; one that is there already stays as it is. Throws `category_unknown`,
 * `recipients_missing`, `recipient_invalid`, and `recipients_too_many` when a category would have more than ten: then
 * none is added to any.
 */
export async function addRecipients(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { categories, recipients, by }: RecipientsToAdd,
): Promise<CategorySetting[]> {
  const addresses = readRecipients(recipients);
  if (addresses.length === 0) throw NotificationError.recipients_missing();
  return changeCategories(ctx, merchantId, {
    categories,
    by,
    action: "notifications.recipients_added",
    change: (before) => ({ ...before, recipients: mergeRecipients([...before.recipients, ...addresses]) }),
  });
}
