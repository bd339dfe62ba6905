/** Operations that list, assign, match, resolve and undo breaks. */
import Type from "typebox";
import type { Actor } from "#audit";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { flag, id, listOf, oneOf, optional, Refusal, type RefusalShape, text } from "#http";
import type { Context } from "#lib/context";
import {
  assignBreak as assign,
  type Break,
  BREAK_KINDS,
  listBreaks as readBreaks,
  matchBreak as match,
  ReconciliationError,
  RESOLUTIONS,
  resolveBreak as resolve,
  undoBreak as undo,
} from "#reconciliation";
import { readTransfers } from "#transfers";
import { breakDetails, breakField, describeBreak, listedBreak, noteField, showBreak } from "./schemas.ts";

const operation = resource({ at: "/breaks", tag: "Reconciliation", permission: "manage_settings" });

const { texts } = ReconciliationError;

const conflict = (message: string) => ({ status: 409, message }) as const;

const noBreak = {
  break_not_found: { status: 404, message: texts.break_not_found },
} as const satisfies Record<string, RefusalShape>;

const noteRefused = {
  note_invalid: { status: 422, message: texts.note_invalid },
} as const satisfies Record<string, RefusalShape>;

const closed = {
  break_closed: conflict(texts.break_closed),
  break_awaits_approval: conflict(texts.break_awaits_approval),
} as const;

const matchRefused = {
  transfer_not_found: { status: 404, message: texts.transfer_not_found },
  break_has_no_line: conflict(texts.break_has_no_line),
  line_settled: conflict(texts.line_settled),
  amount_differs: conflict(texts.amount_differs),
  already_matched: conflict(texts.already_matched),
  is_recharge: conflict(texts.is_recharge),
  not_taken: conflict(texts.not_taken),
} as const satisfies Record<string, RefusalShape>;

const undoRefused = {
  break_open: conflict(texts.break_open),
  undo_impossible: conflict(texts.undo_impossible),
} as const satisfies Record<string, RefusalShape>;

export const listBreaks = operation({
  name: "listBreaks",
  method: "GET",
  summary: "What bank statements, banks and the books do not agree about, newest first",
  permission: "access_transfers",
  query: {
    open: optional(flag()),
    kinds: optional(listOf(oneOf(BREAK_KINDS), { min: 1, max: BREAK_KINDS.length })),
    bankIds: optional(listOf(text({ max: 40 }), { min: 1, max: 50 })),
    ...pageFields(Type.String({ format: "uuid" })),
  },
  output: listOfItems(listedBreak),
  handle: async ({ ctx, merchantId, input: { cursor: beforeId, limit, ...filter } }) => {
    const { now } = await ctx.db.inMerchant(merchantId, async (tx) => ({ now: tx.now }));
    const breaks = await readBreaks(ctx, merchantId, { ...filter, beforeId, limit: limit + 1 });
    return pageOf(breaks, limit, { item: (one) => showBreak(one, now), place: ({ breakId }) => breakId });
  },
});

export const getBreak = operation({
  name: "getBreak",
  method: "GET",
  path: "/{breakId}",
  summary: "Read one break with the line of the statement and its history",
  permission: "access_transfers",
  pathFields: breakField,
  output: breakDetails,
  refusals: noBreak,
  handle: ({ ctx, merchantId, by, input: { breakId } }) => describeBreak(ctx, merchantId, { breakId, by }),
});

/** Shows a break after a change as the page of one break does. */
const describe = ({ breakId }: Break, { ctx, merchantId, by }: Caller) =>
  describeBreak(ctx, merchantId, { breakId, by });

interface Caller {
  readonly ctx: Context;
  readonly merchantId: string;
  readonly by: Actor;
}

export const assignBreak = operation({
  name: "assignBreak",
  method: "PUT",
  path: "/{breakId}/owner",
  summary: "Say which member looks after a break; without a member it has no owner",
  pathFields: breakField,
  body: { ownerId: optional(id()) },
  output: breakDetails,
  refusals: {
    ...noBreak,
    ...closed,
    owner_unknown: { status: 422, message: ReconciliationError.texts.owner_unknown },
  },
  handle: ({ ctx, merchantId, by, input: { breakId, ownerId = null } }) =>
    assign(ctx, merchantId, { breakId, ownerId, by }),
  show: describe,
});

export const matchBreak = operation({
  name: "matchBreak",
  method: "POST",
  path: "/{breakId}/match",
  summary:
    "Say which transfer the line of a break is of; the books follow. A match that moves money may need approval",
  stepUp: true,
  pathFields: breakField,
  body: { transferKey: text({ max: 40, cards: "let_pass" }), note: noteField },
  output: breakDetails,
  refusals: { ...noBreak, ...closed, ...noteRefused, ...matchRefused },
  handle: async ({ ctx, merchantId, by, input: { breakId, transferKey, note } }) => {
    const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
    if (transfer === undefined) throw new Refusal("transfer_not_found");
    return match(ctx, merchantId, { breakId, referenceId: transfer.referenceId, note, by });
  },
  show: describe,
});

export const resolveBreak = operation({
  name: "resolveBreak",
  method: "POST",
  path: "/{breakId}/resolution",
  summary:
    "End a break with a reason and a note; credits that wait for it may need another person's approval",
  pathFields: breakField,
  body: { resolution: oneOf(RESOLUTIONS), note: noteField },
  output: breakDetails,
  refusals: { ...noBreak, ...closed, ...noteRefused },
  handle: ({ ctx, merchantId, by, input }) => resolve(ctx, merchantId, { ...input, by }),
  show: describe,
});

export const undoBreak = operation({
  name: "undoBreak",
  method: "POST",
  path: "/{breakId}/undo",
  summary: "Take back how a break ended; its history stays",
  stepUp: true,
  pathFields: breakField,
  body: { note: noteField },
  output: breakDetails,
  refusals: { ...noBreak, ...noteRefused, ...undoRefused },
  handle: ({ ctx, merchantId, by, input: { breakId, note } }) => undo(ctx, merchantId, { breakId, note, by }),
  show: describe,
});
