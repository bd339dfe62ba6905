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
  summary: "Ask the bank now in whose name the account or UPI ID stands",
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
    nothing_to_verify: { status: 422, message: "Banks tell the holder of a bank account or a UPI ID only." },
    insufficient_balance: { status: 422, message: "The wallet cannot pay for the question." },
    "beneficiaries.name_invalid": { status: 422, message: "No bank can be asked about this name." },
    "beneficiaries.phone_invalid": { status: 422, message: "The phone number is not sound." },
    "beneficiaries.ifsc_invalid": { status: 422, message: "No bank has this IFSC." },
    "beneficiaries.account_invalid": { status: 422, message: "This account number cannot be asked about." },
    "beneficiaries.vpa_invalid": { status: 422, message: "This UPI ID cannot be asked about." },
  },
  handle: async ({ ctx, merchantId, by, input: { beneficiaryId } }) => {
    const verified = await verify(ctx, merchantId, { beneficiaryId, by });
    const { status, nameAtBank, score, outcome, failure, feePaise, taxPaise } = verified;
    const charged = status === "failed" ? 0n : feePaise + taxPaise;
    return { status, nameAtBank, score, outcome, failure, charged: formatRupees(charged) };
  },
});
