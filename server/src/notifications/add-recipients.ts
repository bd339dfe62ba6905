import type { Context } from "#lib/context";
import { changeCategory, type CategorySetting } from "./change-category.ts";
import { NotificationError } from "./errors.ts";
import { mergeRecipients, readRecipients } from "./recipients.ts";
import type { RecipientsToSet } from "./set-recipients.ts";

/**
 * Adds recipients to a category; one that is there already stays as it is. Throws `category_unknown`,
 * `recipients_missing`, `recipient_invalid`, and `recipients_too_many` when there would be more than ten: then none is
 * added.
 */
export async function addRecipients(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { category, recipients, by }: RecipientsToSet,
): Promise<CategorySetting> {
  const addresses = readRecipients(recipients);
  if (addresses.length === 0) throw NotificationError.recipients_missing();
  return changeCategory(ctx, merchantId, {
    category,
    by,
    action: "notifications.recipients_added",
    change: (before) => ({ ...before, recipients: mergeRecipients([...before.recipients, ...addresses]) }),
  });
}
