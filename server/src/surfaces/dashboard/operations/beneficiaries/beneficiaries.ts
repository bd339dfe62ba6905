/** Beneficiaries are listed, added, verified and removed. */
import Type from "typebox";
import { nameActors } from "#access";
import {
  addBeneficiary as add,
  BeneficiaryError,
  type BeneficiaryInput,
  type HolderCheck,
  type ListedBeneficiary,
  readBeneficiary,
  removeBeneficiary as remove,
  revealAccountNumber,
  searchBeneficiaries,
  verifyBeneficiary as verify,
} from "#beneficiaries";
import { accountFields } from "#dashboard/account-fields";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import { flag, id, listOf, oneOf, optional, Refusal, searchTerm, text } from "#http";
import type { Tx } from "#lib/db";
import { maskWords } from "#lib/mask-account";
import { formatRupees } from "#lib/money";
import { explainIfsc, lookUpIfsc, PHONE_LENGTH_MAX } from "#rails";
import { type PaidFigures, readPaidFigures } from "#transfers";

const operation = resource({
  at: "/beneficiaries",
  tag: "Beneficiaries",
  permission: "manage_beneficiaries",
});

const beneficiary = Type.Object(
  {
    beneficiaryId: Type.String(),
    beneId: Type.String(),
    name: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    paidTo: Type.Array(words(["bank", "upi", "card", "wallet"])),
    accountLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    bankName: nullable(Type.String()),
    vpa: nullable(Type.String()),
    cardLast4: nullable(Type.String()),
    cardNetwork: nullable(Type.String()),
    purpose: nullable(Type.String()),
    address1: nullable(Type.String()),
    address2: nullable(Type.String()),
    city: nullable(Type.String()),
    state: nullable(Type.String()),
    pincode: nullable(Type.String()),
    status: words(["active", "invalid", "awaiting_approval", "removed"]),
    /** The latest answer of a bank about the account holder. Null if there is none. */
    holder: nullable(
      Type.Object({
        status: words(["found", "not_found"]),
        nameAtBank: nullable(Type.String()),
        /** The score of the name match, from 0 to 100. */
        score: nullable(Type.Integer()),
        outcome: nullable(Type.String()),
        at,
      }),
    ),
    /** The number of payments of the last 90 days that were paid and not returned. */
    paidCount: Type.Integer(),
    paidAmount: rupees,
    lastPaidAt: nullable(at),
    addedAt: at,
    addedBy: nullable(Type.String()),
    removedAt: nullable(at),
    removedBy: nullable(Type.String()),
    /** True if a member deleted it alone in the last seven days, so that an Owner can restore it. */
    restorable: Type.Boolean(),
  },
  { $id: "Beneficiary" },
);

/** Returns beneficiaries with the payments to each. */
async function showBeneficiaries(tx: Tx, listed: readonly ListedBeneficiary[]) {
  const [figures, nameOf] = await Promise.all([
    readPaidFigures(
      tx,
      listed.map(({ beneficiaryId }) => beneficiaryId),
    ),
    nameActors(
      tx,
      listed.flatMap(({ addedBy, removedBy }) => [addedBy, ...(removedBy === null ? [] : [removedBy])]),
    ),
  ]);
  return listed.map((one) => ({
    ...shown(one, figures.get(one.beneficiaryId)!),
    addedBy: nameOf(one.addedBy),
    removedBy: one.removedBy === null ? null : nameOf(one.removedBy),
  }));
}

function shown(listed: ListedBeneficiary, { count, paise, lastPaidAt }: PaidFigures) {
  const { ifsc, status, removedAt, holder } = listed;
  return {
    ...listed,
    bankName: ifsc === null ? null : (lookUpIfsc(ifsc)?.bankName ?? null),
    status: removedAt !== null ? "removed" : status === "verified" ? "active" : status,
    holder: holder === null ? null : shownHolder(holder),
    paidCount: count,
    paidAmount: formatRupees(paise),
    lastPaidAt,
  };
}

function shownHolder(holder: HolderCheck) {
  if (holder.status === "found") return { ...holder, nameAtBank: maskWords(holder.nameAtBank) };
  return { status: holder.status, nameAtBank: null, score: null, outcome: null, at: holder.at };
}

const notFound = { not_found: { status: 404, message: "This beneficiary does not exist." } } as const;

const detailRefusals = {
  id_invalid: {
    status: 422,
    message: "An ID has 1 to 50 letters, digits and underscores, and is not a card number.",
  },
  id_exists: { status: 409, message: "Another beneficiary has this ID." },
  name_invalid: {
    status: 422,
    message: "A name has 1 to 100 letters, without digits and most symbols.",
  },
  email_invalid: { status: 422, message: "Enter a valid e-mail address." },
  phone_invalid: { status: 422, message: "Enter an Indian phone number: ten digits, with or without +91." },
  account_invalid: { status: 422, message: "An account number has 9 to 18 letters and digits." },
  ifsc_invalid: { status: 422, message: "{says}" },
  vpa_invalid: { status: 422, message: "A UPI ID looks like name@bank." },
  address_invalid: {
    status: 422,
    message: "An address has letters, digits, spaces and the usual punctuation.",
  },
  city_invalid: { status: 422, message: "Enter the name of a city." },
  state_invalid: { status: 422, message: "Enter the name of a state." },
  pincode_invalid: { status: 422, message: "A PIN code has six digits." },
  card_invalid: { status: 422, message: "Only Visa and Mastercard cards can be stored." },
  card_not_masked: { status: 422, message: "Give the first six and last four digits only, the rest as X." },
  details_invalid: { status: 422, message: "Enter a bank account, UPI ID or other payment details." },
  account_registered: { status: 409, message: "Another beneficiary has this bank account." },
  own_account: { status: 422, message: "This is one of your own fund sources." },
  platform_account: {
    status: 422,
    message: "Virtual accounts and UPI IDs of this platform cannot be added.",
  },
  too_many_added: {
    status: 409,
    message: "You have added 50,000 beneficiaries in the last 7 days. Ask an Owner to add more.",
  },
} as const;

/** The field of the form for each refusal of the details. */
const FIELD_OF: Readonly<Record<string, string>> = {
  id_invalid: "beneId",
  id_exists: "beneId",
  name_invalid: "name",
  email_invalid: "email",
  phone_invalid: "phone",
  account_invalid: "accountNumber",
  account_registered: "accountNumber",
  own_account: "accountNumber",
  platform_account: "accountNumber",
  ifsc_invalid: "ifsc",
  vpa_invalid: "vpa",
  address_invalid: "address1",
  city_invalid: "city",
  state_invalid: "state",
  pincode_invalid: "pincode",
  card_invalid: "card",
  card_not_masked: "card",
};

export const listBeneficiaries = operation({
  name: "listBeneficiaries",
  method: "GET",
  summary: "List beneficiaries, newest first, with their verifications and what they were paid",
  permission: "access_transfers",
  query: {
    search: optional(searchTerm({ max: 100 })),
    paidTo: optional(listOf(oneOf(["bank", "upi", "card", "wallet"]), { min: 1, max: 4 })),
    states: optional(listOf(oneOf(["active", "awaiting_approval", "removed"]), { min: 1, max: 3 })),
    holders: optional(listOf(oneOf(["found", "not_found", "none"]), { min: 1, max: 3 })),
    /** True if only beneficiaries that an Owner can restore are listed. */
    restorable: optional(flag()),
    ...pageFields(Type.String({ format: "uuid" })),
  },
  output: listOfItems(beneficiary),
  handle: ({ ctx, merchantId, input }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const { cursor: after, limit, ...search } = input;
      const rows = await searchBeneficiaries(tx, { ...search, after, limit: limit + 1 });
      const place = ({ beneficiaryId }: { beneficiaryId: string }): string => beneficiaryId;
      const page = pageOf(rows, limit, { item: (row) => row, place });
      return { ...page, items: await showBeneficiaries(tx, page.items) };
    }),
});

export const getBeneficiary = operation({
  name: "getBeneficiary",
  method: "GET",
  path: "/{beneficiaryId}",
  summary: "One beneficiary, removed or not",
  permission: "access_transfers",
  pathFields: { beneficiaryId: id() },
  output: beneficiary,
  refusals: notFound,
  handle: ({ ctx, merchantId, input: { beneficiaryId } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [shown] = await showBeneficiaries(tx, [await readBeneficiary(tx, beneficiaryId)]);
      return shown;
    }),
});

const line = (max: number) => optional(text({ min: 0, max }));
/** A field whose digits may look like a card number. `add` decides whether they are one. */
const judged = (max: number) => optional(text({ min: 0, max, cards: "let_pass" }));

export const addBeneficiary = operation({
  name: "addBeneficiary",
  method: "POST",
  summary:
    "Add a beneficiary; it can be paid at once unless a policy or the former account of its ID requires approval",
  stepUp: true,
  body: {
    beneId: text({ max: 50, cards: "let_pass" }),
    name: text({ max: 100 }),
    email: line(200),
    phone: line(PHONE_LENGTH_MAX),
    accountNumber: optional(accountFields.accountNumber),
    ifsc: optional(accountFields.ifsc),
    vpa: judged(100),
    card: judged(19),
    purpose: line(100),
    address1: line(150),
    address2: line(150),
    city: line(50),
    state: line(50),
    pincode: line(10),
  },
  output: Type.Object({
    beneficiaryId: Type.String(),
    awaitsApproval: Type.Boolean(),
    /** True if it waits for approval because its ID stood for another account before. */
    replacesAccount: Type.Boolean(),
  }),
  refusals: detailRefusals,
  handle: async ({ ctx, merchantId, by, input }) => {
    try {
      return await add(ctx, merchantId, { ...(input as BeneficiaryInput), by });
    } catch (error) {
      if (!BeneficiaryError.is(error)) throw error;
      const field = FIELD_OF[error.code];
      const says = explainIfsc(input.ifsc ?? "") ?? "";
      throw new Refusal(error.code, field === undefined ? {} : { field, details: { says } });
    }
  },
});

export const verifyBeneficiary = operation({
  name: "verifyBeneficiary",
  method: "POST",
  path: "/{beneficiaryId}/verification",
  summary: "Ask the bank for the account holder's name",
  pathFields: { beneficiaryId: id() },
  output: Type.Object({
    status: words(["waiting", "found", "not_found", "failed"]),
    nameAtBank: nullable(Type.String()),
    score: nullable(Type.Integer()),
    outcome: nullable(Type.String()),
    failure: nullable(Type.String()),
    /** The fee for the verification, including tax. */
    charged: rupees,
  }),
  refusals: {
    ...notFound,
    too_many_verifications: {
      status: 409,
      message:
        "You have verified {max} beneficiaries in the last 24 hours. Ask another member, or try again later.",
    },
    nothing_to_verify: { status: 422, message: "Only bank accounts and UPI IDs can be verified." },
    insufficient_balance: { status: 422, message: "The wallet balance does not cover the verification fee." },
    "beneficiaries.name_invalid": { status: 422, message: "This name cannot be verified." },
    "beneficiaries.phone_invalid": { status: 422, message: "The phone number is not valid." },
    "beneficiaries.ifsc_invalid": { status: 422, message: "The bank of this IFSC is not known." },
    "beneficiaries.account_invalid": { status: 422, message: "This account number cannot be verified." },
    "beneficiaries.vpa_invalid": { status: 422, message: "This UPI ID cannot be verified." },
  },
  handle: async ({ ctx, merchantId, by, input: { beneficiaryId } }) => {
    const verified = await verify(ctx, merchantId, { beneficiaryId, by });
    const { status, nameAtBank, score, outcome, failure, feePaise, taxPaise } = verified;
    const charged = status === "failed" ? 0n : feePaise + taxPaise;
    const name = nameAtBank && maskWords(nameAtBank);
    return { status, nameAtBank: name, score, outcome, failure, charged: formatRupees(charged) };
  },
});

export const removeBeneficiary = operation({
  name: "removeBeneficiary",
  method: "DELETE",
  path: "/{beneficiaryId}",
  summary:
    "Delete a beneficiary, or request approval where a policy requires it; past payments keep its details",
  stepUp: true,
  pathFields: { beneficiaryId: id() },
  output: Type.Object({ awaitsApproval: Type.Boolean() }),
  refusals: {
    ...notFound,
    removal_not_found: { status: 409, message: "This beneficiary has been deleted already." },
    too_many_of_member: {
      status: 409,
      message: "You have deleted {max} beneficiaries in the last 7 days. Ask an Owner to delete more.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { beneficiaryId } }) => {
    const { beneId, removedAt } = await ctx.db.inMerchant(merchantId, (tx) =>
      readBeneficiary(tx, beneficiaryId),
    );
    // The same `beneId` may belong to a newer beneficiary, which must not be removed.
    if (removedAt !== null) throw new Refusal("removal_not_found");
    return remove(ctx, merchantId, { beneId, by });
  },
});

export const revealBeneficiaryAccount = operation({
  name: "revealBeneficiaryAccount",
  method: "POST",
  path: "/{beneficiaryId}/account-number",
  summary: "Reveal the full account number; this is recorded in the audit log",
  permission: "reveal_account_numbers",
  stepUp: true,
  pathFields: { beneficiaryId: id() },
  repeats: false,
  output: Type.Object({ accountNumber: Type.String(), ifsc: Type.String() }),
  refusals: { not_found: { status: 404, message: "This beneficiary has no bank account." } },
  handle: ({ ctx, merchantId, by, input: { beneficiaryId } }) =>
    revealAccountNumber(ctx, merchantId, { beneficiaryId, by }),
});
