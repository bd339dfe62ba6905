/** The e-mail addresses of a category. */
import { containsCardNumber } from "#lib/card-numbers";
import type { Context } from "#lib/context";
import { isEmailAddress } from "#messages";
import { type Category, CATEGORY_LIST } from "./categories.ts";
import type { CategorySetting } from "./change-category.ts";
import { NotificationError } from "./errors.ts";
import { RECIPIENTS_MAX } from "./limits.ts";

/**
 * Addresses from a text with commas between them, or from a list of such texts; each once, whatever its capitals.
 * Throws `recipient_invalid` with the first that is no address.
 */
export function readRecipients(given: string | readonly string[]): string[] {
  const addresses = [given]
    .flat()
    .flatMap((text) => text.split(","))
    .flatMap((text) => text.trim() || []);
  const wrong = addresses.find((address) => !isEmailAddress(address) || containsCardNumber(address));
  if (wrong !== undefined) throw NotificationError.recipient_invalid({ recipient: wrong.slice(0, 320) });
  return mergeRecipients(addresses);
}

/** Each address once, in the order given; of two spellings the first. Throws `recipients_too_many` past ten. */
export function mergeRecipients(addresses: readonly string[]): string[] {
  const merged = new Map<string, string>();
  for (const address of addresses) {
    const key = address.toLowerCase();
    if (!merged.has(key)) merged.set(key, address);
  }
  if (merged.size > RECIPIENTS_MAX)
    throw NotificationError.recipients_too_many({ limit: RECIPIENTS_MAX, given: merged.size });
  return [...merged.values()];
}

/** An address as an audit record may keep it forever: "a***@example.com". */
export function maskRecipient(address: string): string {
  return `${address.slice(0, 1)}***${address.slice(address.lastIndexOf("@"))}`;
}

export interface NotificationSetting extends CategorySetting {
  readonly category: Category;
  readonly name: string;
  readonly description: string;
}

/** Every category with its toggle and recipients; one that no one has touched is on and has none. */
export async function readNotificationSettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
): Promise<NotificationSetting[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<CategorySetting & { category: string }>(
      `select category, enabled, recipients
       from notifications.category
       where merchant_id = $1`,
      [merchantId],
    ),
  );
  const known = new Map(rows.map((row) => [row.category, row]));
  return CATEGORY_LIST.map(({ category, name, description }) => {
    const { enabled = true, recipients = [] } = known.get(category) ?? {};
    return { category, name, description, enabled, recipients };
  });
}
