/** Operations that list, assign, match, resolve and undo breaks. */
import Type from "typebox";
import { memberOf, nameMembers } from "#access";
import { readWaiting } from "#approvals";
import type { Actor } from "#audit";
import { partnerBank } from "#banks";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, rupees, undoFields, waitingFields, words } from "#dashboard/schemas";
import { flag, id, listOf, oneOf, optional, prose, Refusal, type RefusalShape, text } from "#http";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import {
  assignBreak as assign,
  type Break,
  BREAK_KINDS,
  type BreakDetails,
  findReleaseRequest,
  listBreaks as readBreaks,
  type ListedBreak,
  matchBreak as match,
  mayReplace,
  readBreak,
  readUndone,
  ReconciliationError,
  RESOLUTIONS,
  resolveBreak as resolve,
  undoBreak as undo,
} from "#reconciliation";
import { readTransfers } from "#transfers";

const fields = {
  breakId: Type.String(),
  kind: words(BREAK_KINDS),
  bankId: nullable(Type.String()),
  bankName: nullable(Type.String()),
  /** The day of its statement (IST). */
  day: nullable(Type.String()),
  amount: nullable(rupees),
  /** The difference, in a sentence. */
  detail: Type.String(),
  transferKey: nullable(Type.String()),
  ownerId: nullable(Type.String()),
  ownerName: nullable(Type.String()),
  openedAt: at,
  closedAt: nullable(at),
  /** The time from its opening to its end, or until now by the merchant's clock. */
  ageHours: Type.Integer(),
  resolution: nullable(words([...RESOLUTIONS, "matched", "went_away"])),
};

const listedBreak = Type.Object(fields, { $id: "Break" });

const line = Type.Object({
  side: words(["debit", "credit"]),
  amount: rupees,
  bookedAt: at,
  reference: nullable(Type.String()),
  utr: nullable(Type.String()),
  narration: Type.String(),
  counterpartyName: nullable(Type.String()),
  counterpartyLast4: nullable(Type.String()),
});

const breakDetails = Type.Object(
  {
    ...fields,
    line: nullable(line),
    /** True if its line is in suspense, so that a person can match it with a transfer. */
    canMatch: Type.Boolean(),
    /** True if a person resolved or matched it and this can still be undone. */
    canUndo: Type.Boolean(),
    /** A resolution that would release credits, while it waits for another person's approval. */
    waits: nullable(Type.Object(waitingFields)),
    /** True if the current member is an Owner whose decision takes the place of what waits. */
    mayReplace: Type.Boolean(),
    /** Null unless other members undid this resolution and the current member can restore it at once. */
    undone: nullable(Type.Object({ ...undoFields, resolution: words(RESOLUTIONS) })),
    history: Type.Array(
      Type.Object({
        step: Type.Integer(),
        action: words(["opened", "assigned", "matched", "resolved", "undone", "opened_again"]),
        note: Type.String(),
        /** Null if Vitaran itself did it. */
        byName: nullable(Type.String()),
        at,
      }),
    ),
  },
  { $id: "BreakDetails" },
);

const breakField = { breakId: id() };
const noteField = prose({ min: 1, max: 500 });

export const bankNameOf = (bankId: string): string => partnerBank(bankId)?.name ?? bankId;

const HOUR_MS = 3_600_000;

function showBreak(one: ListedBreak, now: Date) {
  const { breakId, kind, bankId, day, detail, transferKey, ownerId, ownerName, openedAt, closedAt } = one;
  return {
    ...{ breakId, kind, bankId, day, detail, transferKey, ownerId, ownerName, openedAt, closedAt },
    resolution: one.resolution,
    bankName: bankId === null ? null : bankNameOf(bankId),
    amount: one.amountPaise === null ? null : formatRupees(one.amountPaise),
    ageHours: Math.max(0, Math.floor(((closedAt ?? now).getTime() - openedAt.getTime()) / HOUR_MS)),
  };
}

/** Reads one break as it is now, for a member. Throws ReconciliationError.break_not_found. */
async function describeBreak(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { breakId, by: reader }: { breakId: string; by: Actor },
) {
  const found = await readBreak(ctx, merchantId, breakId);
  const { now, names, waits, mayReplaceIt, undone } = await ctx.db.inMerchant(merchantId, async (tx) => {
    const request = found.closedAt === null ? await findReleaseRequest(tx, breakId) : null;
    return {
      now: tx.now,
      undone: await readUndone(tx, reader, found),
      waits: request && ((await readWaiting(tx, "credit", [breakId])).get(breakId) ?? null),
      mayReplaceIt: request !== null && (await mayReplace(tx, request, reader)),
      names: await nameMembers(
        tx,
        found.history.flatMap(({ by }) => memberOf(by as Actor) ?? []),
      ),
    };
  });
  return {
    ...showBreak(found, now),
    ...whatCanBeDone(found),
    waits,
    mayReplace: mayReplaceIt,
    undone: undone && {
      ...{ people: undone.people, since: undone.since },
      resolution: RESOLUTIONS.find((one) => one === undone.before)!,
    },
    line: showLine(found.line),
    history: found.history.map(({ by, ...step }) => ({
      ...step,
      byName: by === "operator" ? "Operator" : (names.get(memberOf(by as Actor) ?? "") ?? null),
    })),
  };
}

function whatCanBeDone({ closedAt, resolution, line: about }: BreakDetails) {
  const isOpen = closedAt === null;
  const isMatch = resolution === "matched" && about?.state === "matched" && about.transferId !== null;
  const isSaid = RESOLUTIONS.some((one) => one === resolution) && (about?.state ?? "suspense") === "suspense";
  return { canMatch: isOpen && about?.state === "suspense", canUndo: !isOpen && (isMatch || isSaid) };
}

function showLine(about: BreakDetails["line"]) {
  if (about === null) return null;
  const { side, bookedAt, reference, utr, narration, counterpartyName, counterpartyLast4 } = about;
  const said = { side, bookedAt, reference, utr, narration, counterpartyName, counterpartyLast4 };
  return { ...said, amount: formatRupees(about.amountPaise) };
}

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
