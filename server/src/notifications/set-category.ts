import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { changeCategory, type CategorySetting } from "./change-category.ts";

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
