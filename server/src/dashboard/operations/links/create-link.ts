import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { amount, day, flag, optional, Refusal, text, withDefault } from "#http";
import { createLink as create, describeLink, LinkError } from "#links";
import { PHONE_LENGTH_MAX } from "#rails";
import { linkWithAddress, showLink } from "./schemas.ts";

const FIELD_OF: Readonly<Record<string, string>> = {
  key_invalid: "linkId",
  key_exists: "linkId",
  amount_invalid: "amount",
  name_invalid: "name",
  phone_invalid: "phone",
  email_invalid: "email",
  expiry_invalid: "lastDay",
  remarks_invalid: "remarks",
  insufficient_balance: "amount",
};

export const createLink = memberOperation({
  name: "createLink",
  method: "POST",
  path: "/merchants/{merchantId}/links",
  tag: "Payout links",
  summary: "Create a payout link; repeating the call answers the same link",
  permission: "initiate_quick_transfer",
  stepUp: true,
  body: {
    linkId: text({ max: 35, cards: "let_pass" }),
    amount: amount(),
    name: text({ max: 100 }),
    phone: text({ max: PHONE_LENGTH_MAX }),
    email: optional(text({ min: 0, max: 200 })),
    lastDay: day(),
    remarks: withDefault(text({ min: 0, max: 70 }), ""),
    notifyPayee: withDefault(flag(), true),
    checkName: withDefault(flag(), false),
  },
  output: linkWithAddress,
  refusals: {
    ...payoutsDisabled,
    key_invalid: { status: 422, message: "An ID has 1 to 35 letters, digits, hyphens and underscores." },
    key_exists: { status: 409, message: "Another payout link has this ID." },
    amount_invalid: { status: 422, message: "The amount must be at least ₹1.00." },
    name_invalid: {
      status: 422,
      message: "A name has 1 to 100 letters, without digits and most symbols.",
    },
    phone_invalid: {
      status: 422,
      message: "Enter an Indian mobile number, so that the payee can prove who they are.",
    },
    email_invalid: { status: 422, message: "Enter a valid e-mail address." },
    expiry_invalid: { status: 422, message: "The last day must be within the next 30 days." },
    remarks_invalid: { status: 422, message: "Remarks can have only letters, digits and spaces." },
    insufficient_balance: { status: 422, message: "The wallet's available balance is too low." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const { linkId: linkKey, amount: amountPaise, lastDay, ...rest } = input;
    const wanted = { ...rest, linkKey, amountPaise, expiry: lastDay.replaceAll("-", "/") };
    try {
      await create(ctx, merchantId, { ...wanted, by, repeatable: true });
    } catch (error) {
      if (!LinkError.is(error)) throw error;
      throw new Refusal(error.code, { field: FIELD_OF[error.code]! });
    }
    const { link, address } = await describeLink(ctx, merchantId, linkKey);
    return { ...showLink(link), address };
  },
});
