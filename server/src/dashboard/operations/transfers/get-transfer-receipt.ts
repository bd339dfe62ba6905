import { readMerchant } from "#access";
import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { readStory, writeReceipt } from "#stories";

export const getTransferReceipt = memberOperation({
  name: "getTransferReceipt",
  method: "GET",
  path: "/merchants/{merchantId}/transfers/{id}/receipt",
  tag: "Transfers",
  summary: "Download the receipt of a paid transfer",
  permission: "access_transfers",
  pathFields: { id: text({ max: 60 }) },
  output: { download: ["application/pdf"] },
  refusals: {
    not_found: { status: 404, message: "This transfer does not exist." },
    not_paid: { status: 409, message: "A receipt is available once the bank has paid." },
  },
  handle: async ({ ctx, merchantId, input }) => {
    const story = await readStory(ctx, merchantId, { anyId: input.id });
    const { name, now } = await ctx.db.inMerchant(merchantId, async (tx) => ({
      ...(await readMerchant(tx)),
      now: tx.now,
    }));
    const bytes = await writeReceipt(story, { merchantName: name, now });
    return { name: `receipt-${story.transfer.transferKey}.pdf`, mediaType: "application/pdf", bytes };
  },
});
