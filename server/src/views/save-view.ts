import { newId } from "#lib/ids";
import type { Tx } from "#lib/db";
import { ViewError } from "./errors.ts";
import type { SavedView } from "./saved-view.ts";

const VIEWS_MAX = 50;

/** Saves a view; one of the same name of the same member is replaced. Throws ViewError.too_many_views. */
export async function saveView(tx: Tx, view: Omit<SavedView, "viewId">): Promise<SavedView> {
  const { list, name, query, memberId, shared } = view;
  const [saved] = await tx.query<{ viewId: string; views: number }>(SAVE, [
    tx.merchantId,
    newId(),
    list,
    name,
    tx.seal(query),
    memberId,
    shared,
    tx.now,
  ]);
  if (saved!.views > VIEWS_MAX) throw ViewError.too_many_views();
  return { ...view, viewId: saved!.viewId };
}

// What the statement itself saves is not among those that it counts.
const SAVE = `
  insert into views.saved_view as saved
    (merchant_id, view_id, list, name, query, member_id, shared, saved_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (merchant_id, list, member_id, name) do update
  set query = excluded.query, shared = excluded.shared, saved_at = excluded.saved_at
  returning view_id as "viewId",
    (
      select count(*)::int + 1
      from views.saved_view as other
      where other.merchant_id = $1 and other.member_id = $6 and other.view_id <> saved.view_id
    ) as views`;
