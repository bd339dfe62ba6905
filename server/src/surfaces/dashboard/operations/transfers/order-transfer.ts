/** A quick transfer: its preview, and its order, which is carried out only once. */
import Type from "typebox";
import { findPossibleApprovers } from "#approvals";
import type { Actor } from "#audit";
import { noteAddedNumbers, type OwnNumber, readOwnNumber } from "#beneficiaries";
import { countNumber, numberRefusals } from "#dashboard/count-number";
import { resource } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { readSourceBalances } from "#fund-sources";
import { listIncidents } from "#health";
import { Refusal } from "#http";
import type { Context } from "#lib/context";
import {
  type Acceptance,
  DUPLICATE_HOURS,
  findDuplicate,
  orderByMember,
  previewTransfer,
  publicStatus,
  readPaidFigures,
  type RefusalCode,
} from "#transfers";
import { describePreview, previewSchema } from "./describe-preview.ts";
import { quickOrderFields, quickOrderRefusals, readQuickOrder } from "./quick-order.ts";
import { describeRefusal, orderRefusals } from "./refusal-sentences.ts";
import { stateOf, transferState } from "./transfer-state.ts";

const operation = resource({ at: "", tag: "Transfers", permission: "initiate_quick_transfer" });

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Previews a transfer while the form is filled in. It is a POST so that no payee details are in a URL. */
export const previewTransferByForm = operation({
  name: "previewTransfer",
  method: "POST",
  path: "/transfer-previews",
  summary: "Preview the outcome of a transfer without making it",
  description: "Decided by the code that accepts transfers, and undone: nothing is stored, sent or used up.",
  body: quickOrderFields,
  output: Type.Object({
    ...previewSchema,
    duplicate: nullable(
      Type.Object({
        transferId: Type.String(),
        transferKey: Type.String(),
        status: Type.String(),
        acceptedAt: Type.String(),
        /** True if it was paid late, after the bank had reported a failure. */
        paidLate: Type.Boolean(),
        withinHours: Type.Integer(),
      }),
    ),
    incidents: Type.Array(
      Type.Object({
        entityName: Type.String(),
        mode: Type.String(),
        severity: Type.String(),
        startedAt: Type.String(),
      }),
    ),
  }),
  refusals: { ...quickOrderRefusals, ...numberRefusals("accountNumber") },
  handle: async ({ ctx, merchantId, session, by, mayReveal, input }) => {
    const order = readQuickOrder(input);
    const { accountNumber, vpa, beneId } = input;
    const own = await readUnpaidNumber(ctx, merchantId, { beneId, by });
    await countNumber(ctx, { merchantId, session, mayReveal, accountNumber, vpa, ...own });
    const preview = await previewTransfer(ctx, merchantId, {
      ...order,
      createdBy: { maker: by, creator: "member" },
    });
    const { payee, source, now, requirement } = preview;
    const [{ duplicate, balance, levels }, incidents] = await Promise.all([
      ctx.db.inMerchant(merchantId, async (tx) => ({
        duplicate: payee === undefined ? null : await findDuplicate(tx, { ...order, payee }),
        balance: source && (await readSourceBalances(tx, [source.fundSourceId])).get(source.fundSourceId),
        levels: requirement && (await findPossibleApprovers(tx, requirement.levels, session.memberId)),
      })),
      listIncidents(ctx, merchantId, {
        resolved: false,
        from: now,
        to: new Date(now.getTime() + 1),
        entityCode: entityOf(payee),
      }),
    ]);
    const isOther = duplicate !== null && duplicate.transferKey !== order.transferKey;
    return {
      ...describePreview(preview, { balance: balance ?? null, levels }),
      duplicate: isOther
        ? { ...duplicate, status: publicStatus[duplicate.status], withinHours: DUPLICATE_HOURS }
        : null,
      incidents: incidents.filter(({ mode }) => preview.options.some((option) => option.rail === mode)),
    };
  },
});

/** Reads the numbers of a beneficiary that the member listed alone, and that no payment has reached yet. */
async function readUnpaidNumber(
  ctx: Context,
  merchantId: string,
  asked: { beneId: string | undefined; by: Actor },
): Promise<OwnNumber | null> {
  const own = await readOwnNumber(ctx, merchantId, asked);
  if (own === null) return null;
  const ids = [own.beneficiaryId];
  const paid = await ctx.db.inMerchant(merchantId, (tx) => readPaidFigures(tx, ids));
  return paid.get(own.beneficiaryId)!.lastPaidAt === null ? own : null;
}

/** Returns the bank code or UPI handle of the payee, under which incidents are recorded. */
function entityOf(payee: { ifsc: string | null; vpa: string | null } | undefined): string {
  return payee?.ifsc?.slice(0, 4) ?? payee?.vpa?.split("@")[1] ?? "";
}

export const createTransfer = operation({
  name: "createTransfer",
  method: "POST",
  path: "/transfers",
  summary: "Pay one payee by form",
  description:
    "The transferKey is made when the form opens. The same key with the same fields is the same transfer, whatever " +
    "happened to the answer; with other fields it is refused. Once what a member orders adds up to ₹2,00,000.00, it " +
    "takes a proof of identity of the last five minutes.",
  body: quickOrderFields,
  output: Type.Object({
    transfer: transferState,
    /** The reason for a transfer that is stored as rejected or failed, and whose key is used up; otherwise null. */
    rejection: Type.Union([
      Type.Object({ code: Type.String(), field: Type.String(), message: Type.String() }),
      Type.Null(),
    ]),
  }),
  refusals: {
    ...quickOrderRefusals,
    ...orderRefusals,
    transfer_key_taken: {
      status: 409,
      message: "This reference already belongs to another transfer. Choose another reference.",
    },
    ...payoutsDisabled,
    step_up_required: { status: 403, message: "Confirm that it is you to continue." },
  },
  handle: async ({ ctx, merchantId, session, by, input }) => {
    const order = readQuickOrder(input);
    // This comes before the order, which stores the number itself.
    if ("inline" in order.payee)
      await noteAddedNumbers(ctx, merchantId, { by, payees: [order.payee.inline] });
    return answer(await orderByMember(ctx, merchantId, { order, by, session }));
  },
});

function answer(acceptance: Acceptance) {
  switch (acceptance.kind) {
    case "refused":
      throw refusalOf(acceptance);
    case "repeated":
      if (!acceptance.sameContent) throw new Refusal("transfer_key_taken", { field: "transferKey" });
      return { transfer: stateOf(acceptance.transfer), rejection: null };
    case "rejected":
    case "failed":
      return { transfer: stateOf(acceptance.transfer), rejection: describeRefusal(acceptance.code) };
    case "accepted":
      return { transfer: stateOf(acceptance.transfer), rejection: null };
    default:
      return acceptance satisfies never;
  }
}

function refusalOf({ code, details }: { code: RefusalCode; details: Record<string, unknown> }): Refusal {
  const described = describeRefusal(code, details);
  return new Refusal(code, { field: described.field, details: described.details });
}
