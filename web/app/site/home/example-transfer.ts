// The example transfer at the top of the home page, until a payout of the sandbox replaces it.
import type { ShownTransfer } from "./transfer-card.tsx";

export const exampleTransfer: ShownTransfer = {
  amount: "₹1,25,000.00",
  words: "Rupees One Lakh Twenty-Five Thousand Only",
  badge: { tone: "ok", text: "Credited" },
  reached: 4,
  lines: [
    { at: "14:02:07", what: "Checked: limits, risk rules, duplicate" },
    { at: "14:02:07", what: "Accepted. Amount, fee and GST held in the wallet" },
    { at: "14:02:07", what: "Routed to IMPS at the second bank, because the first is down" },
    { at: "14:02:09", what: "Debited. UTR 632514208731" },
    { at: "14:02:09", what: "Webhook TRANSFER_SUCCESS delivered" },
    { at: "14:02:11", what: "Credited by the payee's bank" },
  ],
};

export const exampleCaption = "An example: the record of one transfer. Times in IST.";
