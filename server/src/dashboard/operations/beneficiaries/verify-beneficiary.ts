import Type from "typebox";
import { verifyBeneficiary as verify } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { nullable, rupees, words } from "#dashboard/schemas";
import { id } from "#http";
import { formatRupees } from "#lib/money";
import { notFound } from "./refusals.ts";

export const verifyBeneficiary = memberOperation({
  name: "verifyBeneficiary",
  method: "POST",
  path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/verification",
  tag: "Beneficiaries",
  summary: "Ask the bank for the account holder's name",
  permission: "manage_beneficiaries",
  pathFields: { beneficiaryId: id() },
  output: Type.Object({
    status: words(["waiting", "found", "not_found", "failed"]),
    nameAtBank: nullable(Type.String()),
    score: nullable(Type.Integer()),
    outcome: nullable(Type.String()),
    failure: nullable(Type.String()),
    /** What it cost, tax included. */
    charged: rupees,
  }),
  refusals: {
    ...notFound,
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
    return { status, nameAtBank, score, outcome, failure, charged: formatRupees(charged) };
  },
});
