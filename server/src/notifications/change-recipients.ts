import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { type CategorySetting, changeCategories, changeCategory } from "./change-category.ts";
import { NotificationError } from "./errors.ts";
import { mergeRecipients, readRecipients } from "./recipients.ts";

/** Switches a category on or off; its recipients stay. Throws `category_unknown`. */
export async function setCategory(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { category, enabled, by }: { category: string; enabled: boolean; by: Actor },
): Promise<CategorySetting> {
  return changeCategory(ctx, merchantId, {
    category,
    by,
    action: enabled ? "notifications.category_enabled" : "notifications.category_disabled",
    change: (before) => ({ ...before, enabled }),
  });
}

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

/** Removes a recipient from a category, whatever its capitals. Throws `category_unknown`, `recipient_not_found`. */
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
