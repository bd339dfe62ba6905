import type { Tx } from "#lib/db";

/** Lists that views are kept of. */
export const VIEW_LISTS = ["transfers", "reversed"] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export interface SavedView {
  readonly viewId: string;
  readonly list: ViewList;
  readonly name: string;
  /** The filter, as the address of the screen has it. */
  readonly query: string;
  readonly memberId: string;
  readonly shared: boolean;
}

const COLUMNS = `view_id as "viewId", list, name, query, member_id as "memberId", shared`;

/** A member's views of a list and those that others share, by their names. */
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
