import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeCategory, type CategorySetting } from "./change-category.ts";
import { NotificationError } from "./errors.ts";

/** Takes a recipient off a category, whatever its capitals. Throws `category_unknown`, `recipient_not_found`. */
export async function deleteRecipient(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { category, recipient, by }: { category: string; recipient: string; by: Actor },
): Promise<CategorySetting> {
  const key = recipient.trim().toLowerCase();
  return changeCategory(ctx, merchantId, {
    category,
    by,
    action: "notifications.recipient_deleted",
    change: (before) => {
      const recipients = before.recipients.filter((address) => address.toLowerCase() !== key);
      if (recipients.length === before.recipients.length) throw NotificationError.recipient_not_found();
      return { ...before, recipients };
    },
  });
}
