/** A quick transfer: its form, its preview, and its order, which is carried out only once. */
import Type from "typebox";
import { findPossibleApprovers } from "#approvals";
import type { Actor } from "#audit";
import {
  type BeneficiaryErrorCode,
  checkPayee,
  noteAddedNumbers,
  type OwnNumber,
  type PayeeInput,
  readOwnNumber,
} from "#beneficiaries";
import { accountFields } from "#dashboard/account-fields";
import { countNumber, numberRefusals } from "#dashboard/count-number";
import { resource } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { readSourceBalances } from "#fund-sources";
import { listIncidents } from "#health";
import { amount, moment, oneOf, optional, Refusal, text, type Values, withDefault } from "#http";
import type { Context } from "#lib/context";
import {
  containsCardNumber,
  explainIfsc,
  isCardNumberAsId,
  isRemarks,
  PHONE_LENGTH_MAX,
  TRANSFER_MODES,
} from "#rails";
import {
  type Acceptance,
  DUPLICATE_HOURS,
  findDuplicate,
  isLinkKey,
  orderByMember,
  previewTransfer,
  publicStatus,
  readPaidFigures,
  type RefusalCode,
  type TransferOrder,
} from "#transfers";
import { describePreview, previewSchema } from "./describe-preview.ts";
import { describeRefusal, orderRefusals } from "./refusal-sentences.ts";
import { stateOf, transferState } from "./transfer-state.ts";

const MODES = TRANSFER_MODES.filter((mode) => mode !== "card");

export const quickOrderFields = {
  /** Created when the form opens, so that sending the form again does not make a second transfer. */
  transferKey: text({
    max: 40,
    pattern: /^[A-Za-z0-9_-]+$/,
    cards: "let_pass",
    says: "A reference has 1 to 40 letters, digits, hyphens and underscores.",
  }),
  beneId: optional(
    text({ max: 50, pattern: /^[A-Za-z0-9_]+$/, cards: "let_pass", says: "This is no beneficiary ID." }),
  ),
  name: optional(text({ max: 100, says: "A name has at most 100 characters." })),
  accountNumber: optional(accountFields.accountNumber),
  ifsc: optional(accountFields.ifsc),
  vpa: optional(text({ max: 100, cards: "let_pass", says: "A UPI ID looks like name@bank." })),
  phone: optional(text({ max: PHONE_LENGTH_MAX, says: "A phone number has ten digits." })),
  amount: amount(),
  mode: withDefault(oneOf(MODES), "banktransfer"),
  remarks: withDefault(
    text({ min: 0, max: 70, says: "Remarks have at most 70 letters, digits and spaces." }),
    "",
  ),
  fundSourceId: optional(text({ max: 100 })),
  processOn: optional(moment()),
};

export const quickOrderRefusals = {
  payee_missing: { status: 422, message: "Choose a beneficiary, or enter the details of a new payee." },
  payee_given_twice: { status: 422, message: "Choose a beneficiary or enter a new payee, not both." },
  name_invalid: {
    status: 422,
    message: "Enter the payee's name as the bank knows it: letters, digits and spaces.",
  },
  account_invalid: { status: 422, message: "An account number has 6 to 40 digits or letters." },
  ifsc_invalid: {
    status: 422,
    message: "{says}",
  },
  vpa_invalid: { status: 422, message: "A UPI ID looks like name@bank." },
  phone_invalid: { status: 422, message: "An Indian mobile number has ten digits and begins with 6 to 9." },
  transfer_key_invalid: {
    status: 422,
    message: "A reference must not look like a card number or that of a payout link.",
  },
  remarks_invalid: {
    status: 422,
    message: "Remarks may have only letters, digits and spaces, and no card number.",
  },
} as const;

type QuickOrder = Omit<TransferOrder, "createdBy" | "way" | "origin">;

/** Reads the order of the form. Throws a `Refusal` that names the field. */
export function readQuickOrder(input: Values<typeof quickOrderFields>): QuickOrder {
  const { transferKey, amount: amountPaise, mode, remarks } = input;
  if (isCardNumberAsId(transferKey) || isLinkKey(transferKey))
    throw new Refusal("transfer_key_invalid", { field: "transferKey" });
  if (!isRemarks(remarks) || containsCardNumber(remarks)) {
    throw new Refusal("remarks_invalid", { field: "remarks" });
  }
  return {
    transferKey,
    payee: readPayee(input),
    amountPaise,
    mode,
    remarks,
    fundSourceId: input.fundSourceId ?? null,
    processOn: input.processOn ?? null,
  };
}

function readPayee(input: Values<typeof quickOrderFields>): TransferOrder["payee"] {
  const { beneId, name, accountNumber, ifsc, vpa, phone } = input;
  const given = [name, accountNumber, ifsc, vpa, phone].some((field) => field !== undefined);
  if (beneId !== undefined) {
    if (given) throw new Refusal("payee_given_twice", { field: "beneId" });
    return { beneId };
  }
  if (!given) throw new Refusal("payee_missing", { field: "beneId" });
  const inline: PayeeInput = { name: name ?? "", accountNumber, ifsc, vpa, phone };
  const wrong = checkPayee(inline);
  if (wrong === null) return { inline };
  const field = PAYEE_FIELDS[wrong];
  if (field === undefined) throw new Refusal("name_invalid", { field: "name" });
  const says = ifsc === undefined ? "" : (explainIfsc(ifsc) ?? "");
  throw new Refusal(wrong, wrong === "ifsc_invalid" ? { field, details: { says } } : { field });
}

/** The field of the form at which a problem with a payee is shown. */
const PAYEE_FIELDS: Readonly<Partial<Record<BeneficiaryErrorCode, string>>> = {
  name_invalid: "name",
  account_invalid: "accountNumber",
  ifsc_invalid: "ifsc",
  vpa_invalid: "vpa",
  phone_invalid: "phone",
};

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
