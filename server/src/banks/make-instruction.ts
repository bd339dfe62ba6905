import { randomUUID } from "node:crypto";
import type { Connection, Instruction } from "./adapter.ts";

export const AMOUNT_PAISE = 123_45n;
export const ACCOUNT_NUMBER = "000111222333444";

/** A payment order that nothing is wrong with. */
export function makeInstruction(connection: Connection, change: Partial<Instruction> = {}): Instruction {
  return {
    reference: randomUUID().replaceAll("-", "").toUpperCase(),
    rail: "imps",
    amountPaise: AMOUNT_PAISE,
    debitAccount: connection.debitAccount,
    payee: {
      name: "Asha Rao",
      accountNumber: ACCOUNT_NUMBER,
      ifsc: "HDFC0000001",
      vpa: "asha@upi",
      phone: "9811111111",
      card: {
        token: "tok_5F2mQ8rXw1Zk",
        kind: "debit",
        network: "visa",
        cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
        expiry: "2028-05",
        sequenceNumber: null,
        requestorId: "50110030273",
      },
    },
    remarks: "test",
    ...change,
  };
}
