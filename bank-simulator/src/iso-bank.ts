/** The fifth bank only uses ISO 20022 messages, over HTTP and through a folder. */
import type { Bank } from "./banks.ts";

export const ISO_BANK: Bank = {
  id: "varuna",
  name: "Varuna Commercial Bank",
  ifscPrefix: "VRNA",
  rails: ["IMPS", "NEFT", "RTGS"],
  repeats: "same-answer",
  voids: false,
  verifies: [],
  callbacks: true,
  statements: {
    kinds: ["intraday", "end-of-day"],
    lineIds: true,
    lineKinds: true,
    references: "field",
    utrs: true,
    narrationMax: 140,
  },
  about:
    "Takes many payments in one pain.001, answers pain.002, tells entries by camt.054, gives camt.052 and camt.053.",
  manner: { callbacks: { always: true } },
};
