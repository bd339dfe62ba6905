import type { Context } from "#lib/context";
import { CATEGORY_LIST, type Category } from "./categories.ts";
import type { CategorySetting } from "./change-category.ts";

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
