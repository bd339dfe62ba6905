import type { Tx } from "#lib/db";
import { defineErrors } from "#lib/errors";
import { newId } from "#lib/ids";
import { type PartToSeal, textsToSeal } from "#lib/seal-rows";

const ViewError = defineErrors("views", {
  view_not_found: "You have no such view.",
  too_many_views: "You have 50 views. Remove one before you save another.",
});

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({ table: "views.saved_view", key: { view_id: "uuid" }, texts: ["query"] }),
];

/** The lists that can have views. */
export const VIEW_LISTS = ["transfers", "reversed"] as const;
type ViewList = (typeof VIEW_LISTS)[number];

export interface SavedView {
  readonly viewId: string;
  readonly list: ViewList;
  readonly name: string;
  /** The filter, as in the address of the screen. */
  readonly query: string;
  readonly memberId: string;
  readonly shared: boolean;
}

const COLUMNS = `view_id as "viewId", list, name, query, member_id as "memberId", shared`;

/** Lists a member's views of a list and those that others share, by name. */
export function listViews(
  tx: Tx,
  { list, memberId }: { list: ViewList; memberId: string },
): Promise<SavedView[]> {
  return tx.query<SavedView>(
    `select ${COLUMNS}
     from views.saved_view
     where merchant_id = $1
       and list = $2
       and (member_id = $3 or shared)
     order by member_id = $3 desc, name
     limit 200`,
    [tx.merchantId, list, memberId],
  );
}

const VIEWS_MAX = 50;

/** Saves a view. It replaces a view of the same member with the same name. Throws ViewError.too_many_views. */
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

// The statement does not see the row that it saves, so that row is counted separately.
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

/** Removes one of a member's own views. Throws ViewError.view_not_found. */
export async function removeView(
  tx: Tx,
  { viewId, memberId }: { viewId: string; memberId: string },
): Promise<void> {
  const removed = await tx.execute(
    "delete from views.saved_view where merchant_id = $1 and view_id = $2 and member_id = $3",
    [tx.merchantId, viewId, memberId],
  );
  if (removed === 0) throw ViewError.view_not_found({ viewId });
}
