/** Views that members keep of the lists of transfers. */
import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { words } from "#dashboard/schemas";
import { flag, id, oneOf, text } from "#http";
import { listViews, removeView, saveView, VIEW_LISTS, type SavedView } from "#views";

const view = Type.Object(
  {
    viewId: Type.String(),
    list: words(VIEW_LISTS),
    name: Type.String(),
    query: Type.String(),
    shared: Type.Boolean(),
    /** Whether the member made it, and may remove it. */
    mine: Type.Boolean(),
  },
  { $id: "SavedView" },
);

const viewFor = (memberId: string) => (one: SavedView) => ({ ...one, mine: one.memberId === memberId });

export const listSavedViews = memberOperation({
  name: "listSavedViews",
  method: "GET",
  path: "/merchants/{merchantId}/views/{list}",
  tag: "Transfers",
  summary: "List the member's views of a list and those that others share",
  permission: "access_transfers",
  pathFields: { list: oneOf(VIEW_LISTS) },
  output: Type.Object({ views: Type.Array(view) }),
  handle: async ({ ctx, merchantId, input: { list }, session: { memberId } }) => {
    const views = await ctx.db.inMerchant(merchantId, (tx) => listViews(tx, { list, memberId }));
    return { views: views.map(viewFor(memberId)) };
  },
});

export const saveListView = memberOperation({
  name: "saveListView",
  method: "PUT",
  path: "/merchants/{merchantId}/views/{list}",
  tag: "Transfers",
  summary: "Save a view of a list; the same name again replaces it",
  permission: "access_transfers",
  pathFields: { list: oneOf(VIEW_LISTS) },
  body: { name: text({ max: 60 }), query: text({ min: 0, max: 1_000 }), shared: flag() },
  output: view,
  refusals: {
    too_many_views: { status: 409, message: "You have 50 views. Remove one before you save another." },
  },
  handle: async ({ ctx, merchantId, input: { list, name, query, shared }, session: { memberId } }) => {
    const wanted = { list, name, query, shared, memberId };
    return viewFor(memberId)(await ctx.db.inMerchant(merchantId, (tx) => saveView(tx, wanted)));
  },
});

export const removeListView = memberOperation({
  name: "removeListView",
  method: "DELETE",
  path: "/merchants/{merchantId}/views/{list}/{viewId}",
  tag: "Transfers",
  summary: "Remove one of the member's views",
  permission: "access_transfers",
  pathFields: { list: oneOf(VIEW_LISTS), viewId: id() },
  output: Type.Object({ removed: Type.Boolean() }),
  refusals: { view_not_found: { status: 404, message: "You have no such view." } },
  handle: async ({ ctx, merchantId, input: { viewId }, session: { memberId } }) => {
    await ctx.db.inMerchant(merchantId, (tx) => removeView(tx, { viewId, memberId }));
    return { removed: true };
  },
});
