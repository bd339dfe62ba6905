/** Saved views, and the search over everything. */
import Type from "typebox";
import { findPayeeIds, readPayees } from "#beneficiaries";
import { resource } from "#dashboard/operation";
import { words } from "#dashboard/schemas";
import { flag, id, oneOf, searchTerm, text } from "#http";
import { CALENDARS } from "#rails";
import { readQueuePlaces, searchTransfers } from "#transfers";
import { listViews, removeView, type SavedView, saveView, VIEW_LISTS } from "#views";
import { describePayee, describeTransfer, payeeSchema, transferRow } from "./transfer-row.ts";

const operation = resource({ at: "", tag: "Transfers", permission: "access_transfers" });

const view = Type.Object(
  {
    viewId: Type.String(),
    list: words(VIEW_LISTS),
    name: Type.String(),
    query: Type.String(),
    shared: Type.Boolean(),
    /** True if the current member created it and so can remove it. */
    mine: Type.Boolean(),
  },
  { $id: "SavedView" },
);

const viewFor = (memberId: string) => (one: SavedView) => ({ ...one, mine: one.memberId === memberId });

export const listSavedViews = operation({
  name: "listSavedViews",
  method: "GET",
  path: "/views/{list}",
  summary: "List the member's views of a list and those that others share",
  pathFields: { list: oneOf(VIEW_LISTS) },
  output: Type.Object({ views: Type.Array(view) }),
  handle: async ({ ctx, merchantId, input: { list }, session: { memberId } }) => {
    const views = await ctx.db.inMerchant(merchantId, (tx) => listViews(tx, { list, memberId }));
    return { views: views.map(viewFor(memberId)) };
  },
});

export const saveListView = operation({
  name: "saveListView",
  method: "PUT",
  path: "/views/{list}",
  summary: "Save a view of a list; the same name again replaces it",
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

export const removeListView = operation({
  name: "removeListView",
  method: "DELETE",
  path: "/views/{list}/{viewId}",
  summary: "Remove one of the member's views",
  pathFields: { list: oneOf(VIEW_LISTS), viewId: id() },
  output: Type.Object({ removed: Type.Boolean() }),
  refusals: { view_not_found: { status: 404, message: "You have no such view." } },
  handle: async ({ ctx, merchantId, input: { viewId }, session: { memberId } }) => {
    await ctx.db.inMerchant(merchantId, (tx) => removeView(tx, { viewId, memberId }));
    return { removed: true };
  },
});

const FOUND_MAX = 8;

/** Finds a few transfers and beneficiaries that match a text, for the command palette. */
export const searchEverything = operation({
  name: "searchEverything",
  method: "GET",
  path: "/search",
  summary: "Find transfers and beneficiaries by any of their names",
  query: { q: searchTerm({ max: 100 }) },
  output: Type.Object({ transfers: Type.Array(transferRow), beneficiaries: Type.Array(payeeSchema) }),
  handle: async ({ ctx, merchantId, input: { q } }) => {
    const calendar = CALENDARS[ctx.config.railCalendar];
    const { found, places, payees } = await ctx.db.inMerchant(merchantId, async (tx) => {
      const rows = await searchTransfers(tx, { filter: { text: q }, limit: FOUND_MAX });
      const beneficiaryIds = await findPayeeIds(tx, { text: q, limit: 50 });
      return {
        found: rows,
        places: await readQueuePlaces(
          tx,
          rows.map(({ transfer }) => transfer),
        ),
        payees: await readPayees(tx, { beneficiaryIds }),
      };
    });
    const listed = payees.filter(({ beneId, removedAt }) => beneId !== null && removedAt === null);
    return {
      transfers: found.map((one) => describeTransfer(one, { calendar, places })),
      beneficiaries: listed.slice(0, FOUND_MAX).map((one) => describePayee(one)),
    };
  },
});
