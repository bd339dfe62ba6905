/** The settings of the categories: whether a category is on, and who gets its e-mails. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import { containsCardNumber } from "#lib/card-numbers";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { defineErrors } from "#lib/errors";
import { isEmailAddress } from "#messages";
import { type Category, CATEGORY_LIST, isCategory, RECIPIENTS_MAX } from "./categories.ts";

export const NotificationError = defineErrors("notifications", {
  category_unknown: "There is no such category of notifications",
  recipients_missing: "Give at least one e-mail address",
  recipient_invalid: "That is not an e-mail address",
  recipients_too_many: "A category has at most 10 e-mail addresses",
  recipient_not_found: "The category has no such e-mail address",
});

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

interface RecipientsToSet {
  readonly category: string;
  /**
   * At most ten addresses, as a list or as one text with commas between them. Without any address, the list becomes
   * empty.
   */
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

interface RecipientsToAdd extends Omit<RecipientsToSet, "category"> {
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

/** The settings of a category. */
interface CategorySetting {
  readonly enabled: boolean;
  readonly recipients: readonly string[];
}

interface CategoryChange {
  readonly category: string;
  readonly by: Actor;
  /** The action in the audit record. */
  readonly action: string;
  /** Returns the new setting for the present one. */
  readonly change: (before: CategorySetting) => CategorySetting;
}

interface CategoriesChange extends Omit<CategoryChange, "category"> {
  readonly categories: readonly string[];
}

/** Changes one category as `changeCategories` does. */
async function changeCategory(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { category, ...rest }: CategoryChange,
): Promise<CategorySetting> {
  const [setting] = await changeCategories(ctx, merchantId, { categories: [category], ...rest });
  return setting!;
}

/**
 * Changes categories, all or none, and returns them as they are then. Once one is on and has recipients, events are
 * announced; when it is off or has none, pending announcements are dropped. Throws `category_unknown`, what `change`
 * throws, and AccessError.not_permitted for a member who may not manage settings.
 */
async function changeCategories(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { categories, by, action, change }: CategoriesChange,
): Promise<CategorySetting[]> {
  // Every change locks in the same order, so that two changes never wait for each other.
  const known = [...new Set(categories)].sort().map((category) => {
    if (!isCategory(category)) throw NotificationError.category_unknown({ category });
    return category;
  });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    const settings: CategorySetting[] = [];
    for (const category of known) {
      const [before] = await tx.query<CategorySetting>(LOCK, [merchantId, category]);
      const after = change(before!);
      await writeSetting(tx, category, after);
      settings.push(after);
    }
    await recordAudit(
      tx,
      known.map((category, index) => ({
        actor: by,
        action,
        subject: `notification-category:${category}`,
        detail: {
          enabled: settings[index]!.enabled,
          recipients: settings[index]!.recipients.map(maskRecipient),
        },
      })),
    );
    return settings;
  });
}

async function writeSetting(
  tx: Tx,
  category: Category,
  { enabled, recipients }: CategorySetting,
): Promise<void> {
  const isActive = enabled && recipients.length > 0;
  await tx.execute(WRITE, [tx.merchantId, category, enabled, recipients, isActive, tx.now]);
  if (isActive) await tx.execute(OPEN_CURSOR, [tx.merchantId, tx.now]);
  else await tx.execute(DROP_NOTICES, [tx.merchantId, category, tx.now]);
}

const LOCK = `
  insert into notifications.category (merchant_id, category)
  values ($1, $2)
  on conflict (merchant_id, category) do update set enabled = category.enabled
  returning enabled, recipients`;

const WRITE = `
  update notifications.category
  set enabled = $3, recipients = $4, active_since = case when $5 then coalesce(active_since, $6::timestamptz) end
  where merchant_id = $1
    and category = $2`;

const OPEN_CURSOR = `
  insert into notifications.cursor (merchant_id, events_from, audit_seq)
  values ($1, $2, coalesce((select last_seq from audit.chain where merchant_id = $1), 0))
  on conflict (merchant_id) do nothing`;

const DROP_NOTICES = `
  update notifications.notice
  set ended_at = $3
  where merchant_id = $1
    and category = $2
    and ended_at is null`;

/**
 * Addresses from a text with commas between them, or from a list of such texts; each once, whatever its capitals.
 * Throws `recipient_invalid` with the first that is no address.
 */
function readRecipients(given: string | readonly string[]): string[] {
  const addresses = [given]
    .flat()
    .flatMap((text) => text.split(","))
    .flatMap((text) => text.trim() || []);
  const wrong = addresses.find((address) => !isEmailAddress(address) || containsCardNumber(address));
  if (wrong !== undefined) throw NotificationError.recipient_invalid({ recipient: wrong.slice(0, 320) });
  return mergeRecipients(addresses);
}

/** Each address once, in the order given; of two spellings the first. Throws `recipients_too_many` past ten. */
function mergeRecipients(addresses: readonly string[]): string[] {
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
function maskRecipient(address: string): string {
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
