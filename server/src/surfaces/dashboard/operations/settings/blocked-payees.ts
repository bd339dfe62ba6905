/** Payees that the merchant blocks. */
import Type from "typebox";
import { readWaiting } from "#approvals";
import { readPayees } from "#beneficiaries";
import { accountFields } from "#dashboard/account-fields";
import { countNumber, numberRefusals } from "#dashboard/count-number";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, undoFields, waitingFields } from "#dashboard/schemas";
import { id, moment, oneOf, optional, prose, Refusal, type RefusalShape, text } from "#http";
import type { Context } from "#lib/context";
import {
  blockPayee,
  dryRunRule,
  listBlocked,
  listUndoableBlocks,
  type PayeeToBlock,
  requestUnblocking,
  undoBlock,
} from "#risk";
import { showTrial, trial, trialRefusals, tryRange, undoRefusals } from "./trials.ts";

const operation = resource({ at: "", tag: "Settings", permission: "manage_limits" });

const PAYEE_KINDS = ["beneficiary", "account", "vpa", "phone", "ifsc", "bank"] as const;

const payeeFields = {
  payeeKind: oneOf(PAYEE_KINDS),
  /** The merchant's ID of a beneficiary, an account number, VPA, phone number, IFSC or an IFSC's first four letters. */
  value: text({ max: 100, cards: "let_pass" }),
  /** Used only with an account number. */
  ifsc: optional(accountFields.ifsc),
};

const payeeRefusals = {
  payee_invalid: { status: 422, message: "Enter a valid {kind}." },
  beneficiary_unknown: { status: 404, message: "There is no beneficiary with this id." },
} as const satisfies Record<string, RefusalShape>;

interface Given {
  readonly payeeKind: (typeof PAYEE_KINDS)[number];
  readonly value: string;
  readonly ifsc: string | undefined;
}

/** Converts the fields to the payee that the risk module takes. Throws the refusal `beneficiary_unknown`. */
async function toPayee(
  ctx: Context,
  merchantId: string,
  { payeeKind, value, ifsc = "" }: Given,
): Promise<PayeeToBlock> {
  switch (payeeKind) {
    case "beneficiary": {
      const [payee] = await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [value] }));
      if (payee === undefined) throw new Refusal("beneficiary_unknown", { field: "value" });
      return { kind: payeeKind, beneficiaryId: payee.beneficiaryId };
    }
    case "account":
      return { kind: payeeKind, accountNumber: value, ifsc };
    case "vpa":
      return { kind: payeeKind, vpa: value };
    case "phone":
      return { kind: payeeKind, phone: value };
    case "ifsc":
      return { kind: payeeKind, ifsc: value };
    case "bank":
      return { kind: payeeKind, bankCode: value };
    default:
      return payeeKind satisfies never;
  }
}

const block = Type.Object({
  blockId: Type.String(),
  kind: Type.String(),
  shown: Type.String(),
  because: Type.String(),
  blockedAt: at,
  expiresAt: nullable(at),
  expired: Type.Boolean(),
  /** A request to end the block, while it waits for approval. */
  waits: nullable(Type.Object(waitingFields)),
  /** Null unless other members set or renewed the block and the current member can undo that at once. */
  undo: nullable(Type.Object(undoFields)),
});

/** Lists the blocked payees, the newest block first. */
export const listBlockedPayees = operation({
  name: "listBlockedPayees",
  method: "GET",
  path: "/blocked-payees",
  summary: "List blocked payees",
  permission: "access_transfers",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(block),
  handle: async ({ ctx, merchantId, by, input: { limit, cursor = null } }) => {
    const blocks = await listBlocked(ctx, merchantId, { limit: limit + 1, beforeBlockId: cursor });
    const ids = blocks.map(({ blockId }) => blockId);
    const [waiting, undoable] = await ctx.db.inMerchant(merchantId, async (tx) => [
      await readWaiting(tx, "limit", ids),
      new Map((await listUndoableBlocks(tx, by)).map(({ blockId, ...undo }) => [blockId, undo])),
    ]);
    return pageOf(blocks, limit, {
      item: (one) => ({
        ...one,
        waits: waiting.get(one.blockId) ?? null,
        undo: undoable.get(one.blockId) ?? null,
      }),
      place: ({ blockId }) => blockId,
    });
  },
});

/** Lists the transfers that a block would have stopped. Nothing is changed. */
export const tryBlock = operation({
  name: "tryBlock",
  method: "POST",
  path: "/block-trials",
  summary: "Try a block on past transfers",
  body: { ...payeeFields, ...tryRange },
  output: trial,
  refusals: { ...payeeRefusals, ...trialRefusals, ...numberRefusals("value") },
  handle: async ({ ctx, merchantId, session, mayReveal, input: { from, to, ...given } }) => {
    const payee = await toPayee(ctx, merchantId, given);
    await countNumber(ctx, { merchantId, session, mayReveal, ...payee });
    return showTrial(await dryRunRule(ctx, merchantId, { kind: "block_list", payee }, { from, to }));
  },
});

/** Blocks a payee. Transfers that wait are not paid either. */
export const addBlockedPayee = operation({
  name: "addBlockedPayee",
  method: "POST",
  path: "/blocked-payees",
  summary: "Block a payee",
  body: { ...payeeFields, because: prose({ max: 200 }), expiresAt: optional(moment()) },
  output: Type.Object({ blockId: Type.String() }),
  refusals: {
    ...payeeRefusals,
    ...numberRefusals("value"),
    reason_missing: { status: 422, message: "Enter a reason for the block." },
    expiry_invalid: { status: 422, message: "A block must end in the future, or never." },
    too_many_of_member: {
      status: 409,
      message: "You have blocked {max} payees in the last 7 days. Ask an Owner to block more.",
    },
    block_lasts_longer: {
      status: 409,
      message:
        "This payee is blocked for longer already. Unblock it first; another member must approve that.",
    },
  },
  handle: async ({ ctx, merchantId, by, session, mayReveal, input }) => {
    const { because, expiresAt = null, ...given } = input;
    const payee = await toPayee(ctx, merchantId, given);
    // The refusal of an earlier end says that the payee is blocked, and leaves no record.
    await countNumber(ctx, { merchantId, session, mayReveal, ...payee });
    return blockPayee(ctx, merchantId, { payee, because, expiresAt, by });
  },
});

/** Ends a block, or requests approval for that. The record of the block is kept. */
export const endBlockedPayee = operation({
  name: "endBlockedPayee",
  method: "POST",
  path: "/blocked-payees/{blockId}/end",
  summary: "Unblock a payee",
  stepUp: true,
  pathFields: { blockId: id() },
  body: { because: prose({ max: 200 }) },
  output: Type.Object({
    blockId: Type.String(),
    /** Null if the block has ended. */
    requestId: nullable(Type.String()),
    aloneUntil: nullable(at),
  }),
  refusals: {
    reason_missing: { status: 422, message: "Enter a reason for unblocking." },
    block_not_found: { status: 404, message: "This block does not exist." },
    already_open: { status: 409, message: "Unblocking this payee waits for approval already." },
  },
  handle: async ({ ctx, merchantId, by, input: { blockId, because } }) => {
    const { requestId, aloneUntil } = await requestUnblocking(ctx, merchantId, { blockId, because, by });
    return { blockId, requestId, aloneUntil };
  },
});

/** Lets an Owner end, without a second person, a block that other members set in the last seven days. */
export const undoBlockedPayee = operation({
  name: "undoBlockedPayee",
  method: "POST",
  path: "/blocked-payees/{blockId}/undo",
  summary: "Undo at once, as an Owner, a block that other members set or renewed in the last 7 days",
  stepUp: true,
  pathFields: { blockId: id() },
  output: Type.Object({ blockId: Type.String() }),
  refusals: {
    ...undoRefusals,
    block_not_found: { status: 404, message: "This block does not exist." },
  },
  handle: async ({ ctx, merchantId, by, input: { blockId } }) => {
    await undoBlock(ctx, merchantId, { blockId, by });
    return { blockId };
  },
});
