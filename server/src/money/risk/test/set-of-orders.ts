/** Makes a set of orders, each to its own payee, as acceptance passes it on. */
import { newId } from "#lib/ids";
import type { SetToJudge } from "#risk";

export function setOfOrders(size: number): SetToJudge {
  const addedAt = new Date();
  return {
    fundSourceIds: ["WALLET_1"],
    orders: Array.from({ length: size }, (_, n) => ({
      payee: {
        beneficiaryId: newId(),
        accountIndex: Buffer.alloc(32, n),
        ifsc: "YESB0000262",
        vpa: null,
        vpaIndex: null,
        phoneIndex: null,
        cardIndex: null,
        phone: null,
        addedAt,
      },
      mode: "imps",
      amountPaise: 100_00n,
    })),
  };
}
