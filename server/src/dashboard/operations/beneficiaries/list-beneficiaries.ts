import Type from "typebox";
import { searchBeneficiaries } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listOf, oneOf, optional, searchTerm } from "#http";
import { beneficiary } from "./schemas.ts";
import { showBeneficiaries } from "./show-beneficiary.ts";

export const listBeneficiaries = memberOperation({
  name: "listBeneficiaries",
  method: "GET",
  path: "/merchants/{merchantId}/beneficiaries",
  tag: "Beneficiaries",
  summary: "List beneficiaries, newest first, with their verifications and what they were paid",
  permission: "access_transfers",
  query: {
    search: optional(searchTerm({ max: 100 })),
    paidTo: optional(listOf(oneOf(["bank", "upi", "card", "wallet"]), { min: 1, max: 4 })),
    states: optional(listOf(oneOf(["active", "awaiting_approval", "removed"]), { min: 1, max: 3 })),
    holders: optional(listOf(oneOf(["found", "not_found", "none"]), { min: 1, max: 3 })),
    ...pageFields(Type.String({ format: "uuid" })),
  },
  output: listOfItems(beneficiary),
  handle: ({ ctx, merchantId, mayReveal, input }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const { cursor: after, limit, ...search } = input;
      const rows = await searchBeneficiaries(tx, { ...search, mayReveal, after, limit: limit + 1 });
      const place = ({ beneficiaryId }: { beneficiaryId: string }): string => beneficiaryId;
      const page = pageOf(rows, limit, { item: (row) => row, place });
      return { ...page, items: await showBeneficiaries(tx, page.items) };
    }),
});
