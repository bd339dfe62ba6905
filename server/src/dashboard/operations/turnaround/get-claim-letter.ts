import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { writeClaimLetter } from "#turnaround";

export const getClaimLetter = memberOperation({
  name: "getClaimLetter",
  method: "GET",
  path: "/merchants/{merchantId}/claim-letters/{bankId}",
  tag: "Turnaround",
  summary: "Download the letter that claims from a bank what it owes for late returns",
  permission: "access_transfers",
  pathFields: { bankId: text({ max: 40 }) },
  output: { download: ["application/pdf"] },
  refusals: { nothing_to_claim: { status: 404, message: "There is nothing to claim from this bank." } },
  handle: async ({ ctx, merchantId, input }) => {
    const { number, pdf } = await writeClaimLetter(ctx, merchantId, input);
    return { name: `${number}.pdf`, mediaType: "application/pdf", bytes: pdf };
  },
});
