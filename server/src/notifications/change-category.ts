/** All changes of a category's toggle and recipients go through here. */
import { requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isCategory, type Category } from "./categories.ts";
import { NotificationError } from "./errors.ts";
import { maskRecipient } from "./recipients.ts";

/** The settings of a category. */
export interface CategorySetting {
  readonly enabled: boolean;
  readonly recipients: readonly string[];
}

export interface CategoryChange {
  readonly category: string;
  readonly by: Actor;
  /** The action in the audit record. */
  readonly action: string;
  /** Returns the new setting for the present one. */
  readonly change: (before: CategorySetting) => CategorySetting;
}

export interface CategoriesChange extends Omit<CategoryChange, "category"> {
  readonly categories: readonly string[];
}

/** Changes one category as `changeCategories` does. */
export async function changeCategory(
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
export async function changeCategories(
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
