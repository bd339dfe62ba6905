/** Operations that list, create and deactivate payout links. */
import Type from "typebox";
import { type DashboardOperation, type MemberCall, resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { payoutsDisabled } from "#dashboard/refusals";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import { amount, day, flag, listOf, oneOf, optional, Refusal, searchTerm, text, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import {
  acceptLinkCodes as accept,
  createLink as create,
  deactivateLink as deactivate,
  describeLink,
  LinkError,
  type ListedLink,
  listLinks as readLinks,
  revealLinkAddress as reveal,
} from "#links";
import { PHONE_LENGTH_MAX } from "#rails";

const operation = resource({ at: "/links", tag: "Payout links", permission: "initiate_quick_transfer" });

const LINK_STATES = ["ACTIVE", "PENDING", "FAILED", "REDEEMED", "REVERSED", "EXPIRED"] as const;

const fields = {
  linkId: Type.String(),
  referenceId: Type.String(),
  amount: rupees,
  name: Type.String(),
  phone: Type.String(),
  email: nullable(Type.String()),
  remarks: Type.String(),
  status: words(LINK_STATES),
  /** The reason why it failed or expired; otherwise null. */
  reason: nullable(Type.String()),
  /** The end of the time in which the payee gets no codes, after wrong or too many ones. Null if they are sent. */
  codesRefusedUntil: nullable(at),
  notifiesPayee: Type.Boolean(),
  checksName: Type.Boolean(),
  paidReferenceId: nullable(Type.String()),
  utr: nullable(Type.String()),
  expiresAt: at,
  createdAt: at,
  endedAt: nullable(at),
};

const link = Type.Object(fields, { $id: "PayoutLink" });

/** `address` is the URL that the payee opens; null for members who did not make the link. */
const linkWithAddress = Type.Object(
  { ...fields, address: nullable(Type.String()) },
  { $id: "PayoutLinkWithAddress" },
);

/** Reads a link for a member, with the address if it is that member's own. */
async function describe(
  { ctx, merchantId, by }: Pick<MemberCall<{}>, "ctx" | "merchantId" | "by">,
  linkKey: string,
) {
  const { link, address } = await describeLink(ctx, merchantId, { linkKey, by });
  return { ...showLink(link), address };
}

function showLink({ linkKey, amountPaise, notifyPayee, checkName, ...rest }: ListedLink) {
  const text = (id: bigint | null): string | null => (id === null ? null : String(id));
  return {
    ...rest,
    linkId: linkKey,
    amount: formatRupees(amountPaise),
    notifiesPayee: notifyPayee,
    checksName: checkName,
    referenceId: text(rest.referenceId),
    paidReferenceId: text(rest.paidReferenceId),
  };
}

const noLink = { not_found: { status: 404, message: "This payout link does not exist." } } as const;

const ended = { status: 409, message: "This link has ended already." } as const;

const listLinks = operation({
  name: "listLinks",
  method: "GET",
  summary: "Payout links, newest first",
  permission: "access_transfers",
  query: {
    search: optional(searchTerm({ max: 100 })),
    statuses: optional(listOf(oneOf(LINK_STATES), { min: 1, max: LINK_STATES.length })),
    ...pageFields(Type.Integer()),
  },
  output: listOfItems(link),
  handle: ({ ctx, merchantId, input: { search, statuses, cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const beforeReferenceId = cursor === undefined ? undefined : BigInt(cursor);
      const rows = await readLinks(tx, { search, statuses, beforeReferenceId, limit: limit + 1 });
      return pageOf(rows, limit, { item: showLink, place: ({ referenceId }) => Number(referenceId) });
    }),
});

const getLink = operation({
  name: "getLink",
  method: "GET",
  path: "/{linkId}",
  summary: "One payout link, for its maker with the address that its payee opens",
  pathFields: { linkId: text({ max: 35 }) },
  output: linkWithAddress,
  refusals: noLink,
  handle: (call) => describe(call, call.input.linkId),
});

const revealLinkAddress = operation({
  name: "revealLinkAddress",
  method: "POST",
  path: "/{linkId}/address",
  summary: "Show the address of another member's payout link; this is recorded in the audit log",
  stepUp: true,
  pathFields: { linkId: text({ max: 35 }) },
  repeats: false,
  output: Type.Object({ address: Type.String() }),
  refusals: noLink,
  handle: async ({ ctx, merchantId, by, input: { linkId: linkKey } }) => ({
    address: await reveal(ctx, merchantId, { linkKey, by }),
  }),
});

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

const createLink = operation({
  name: "createLink",
  method: "POST",
  summary: "Create a payout link; repeating the call answers the same link",
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
  handle: async (call) => {
    const { ctx, merchantId, by, input } = call;
    const { linkId: linkKey, amount: amountPaise, lastDay, ...rest } = input;
    const wanted = { ...rest, linkKey, amountPaise, expiry: lastDay.replaceAll("-", "/") };
    try {
      await create(ctx, merchantId, { ...wanted, by, repeatable: true });
    } catch (error) {
      if (!LinkError.is(error)) throw error;
      throw new Refusal(error.code, { field: FIELD_OF[error.code]! });
    }
    return describe(call, linkKey);
  },
});

const deactivateLink = operation({
  name: "deactivateLink",
  method: "POST",
  path: "/{linkId}/deactivation",
  summary: "End a payout link before it is claimed",
  pathFields: { linkId: text({ max: 35 }) },
  output: linkWithAddress,
  refusals: {
    ...noLink,
    ended,
    under_way: { status: 409, message: "The payee has claimed it and may be being paid right now." },
    too_many_of_member: {
      status: 409,
      message: "In 7 days you can end {max} links and payments of others. Ask an Owner to end this one.",
    },
  },
  handle: async (call) => {
    const { ctx, merchantId, by, input } = call;
    await deactivate(ctx, merchantId, { linkKey: input.linkId, by });
    return describe(call, input.linkId);
  },
});

const acceptLinkCodes = operation({
  name: "acceptLinkCodes",
  method: "POST",
  path: "/{linkId}/codes",
  summary: "Let the payee's codes be sent and accepted again at once; for the link's maker and Owners",
  stepUp: true,
  pathFields: { linkId: text({ max: 35 }) },
  output: linkWithAddress,
  refusals: {
    ...noLink,
    ended,
    accepted_too_often: {
      status: 409,
      message:
        "The codes of a link can be accepted again {max} times in 24 hours. Wait until the pause ends, or make " +
        "another link.",
    },
  },
  handle: async (call) => {
    const { ctx, merchantId, by, input } = call;
    await accept(ctx, merchantId, { linkKey: input.linkId, by });
    return describe(call, input.linkId);
  },
});

export const linksOperations: readonly DashboardOperation[] = [
  listLinks,
  getLink,
  createLink,
  deactivateLink,
  revealLinkAddress,
  acceptLinkCodes,
];
