/** Describes a payment of the books in the words of pain.002.001.10. */
import type { Particulars } from "./dialect.ts";
import type { PaymentWords } from "./reply.ts";
import { documentOf, tag } from "./xml-tree.ts";

/** One payment to report on; without particulars, the bank does not know it. */
export interface ToldPayment {
  readonly words: PaymentWords;
  readonly particulars: Pick<Particulars, "debitAccount" | "payee"> | undefined;
}

export interface StatusReport {
  readonly id: string;
  readonly at: number;
  /** The ID of the customer's message; "NONREF" if the report does not answer a single message. */
  readonly originalId: string;
  readonly payments: readonly ToldPayment[];
  /** The bank's own code for refusing the whole message. */
  readonly refusal?: string;
}

/** Writes the message. */
export function writeStatusReport({ id, at, originalId, payments, refusal }: StatusReport): string {
  const head = `<GrpHdr>${tag("MsgId", id)}${tag("CreDtTm", new Date(at).toISOString())}</GrpHdr>`;
  const group =
    refusal === undefined ? "" : `${tag("GrpSts", "RJCT")}${reasonOf({ own: refusal, text: "" })}`;
  const named = tag("OrgnlMsgId", originalId) + tag("OrgnlMsgNmId", "pain.001.001.09");
  const original = `<OrgnlGrpInfAndSts>${named}${group}</OrgnlGrpInfAndSts>`;
  const told = payments.map(describe).join("");
  const block =
    told === "" ? "" : `<OrgnlPmtInfAndSts>${tag("OrgnlPmtInfId", originalId)}${told}</OrgnlPmtInfAndSts>`;
  return documentOf("pain.002.001.10", `<CstmrPmtStsRpt>${head}${original}${block}</CstmrPmtStsRpt>`);
}

function describe({ words, particulars }: ToldPayment): string {
  const { reference, utr, amount, accountTail } = words;
  const account = (number: string): string => `<Id><Othr>${tag("Id", number)}</Othr></Id>`;
  const parties =
    particulars === undefined
      ? ""
      : `<DbtrAcct>${account(particulars.debitAccount)}</DbtrAcct>` +
        `<CdtrAcct>${account(particulars.payee.slice(0, -4) + (accountTail ?? ""))}</CdtrAcct>`;
  const sum = amount === undefined ? "" : `<Amt><InstdAmt Ccy="INR">${amount}</InstdAmt></Amt>`;
  const original = sum === "" ? "" : `<OrgnlTxRef>${sum}${parties}</OrgnlTxRef>`;
  return (
    `<TxInfAndSts>${tag("OrgnlInstrId", reference)}${tag("OrgnlEndToEndId", reference)}${statusOf(words)}` +
    `${tag("ClrSysRef", utr)}${original}</TxInfAndSts>`
  );
}

/** A RETURNED payment was settled first; the return is an entry of the account, reported by camt.054 and camt.053. */
function statusOf({ status, code, credited, message }: PaymentWords): string {
  switch (status) {
    case "SUCCESS":
      return tag("TxSts", code === "00" ? (credited ? "ACCC" : "ACSC") : code.slice(0, 4));
    case "RETURNED":
      return tag("TxSts", "ACSC");
    case "PENDING":
    case "DEEMED":
      return tag("TxSts", "ACSP");
    case "DUPLICATE":
      return tag("TxSts", "RJCT") + reasonOf({ iso: "AM05", text: message });
    case "NOT_FOUND":
      return reasonOf({ own: "NOT_FOUND", text: message });
    default: {
      const iso = ISO_REASONS[code];
      return (
        tag("TxSts", "RJCT") +
        reasonOf(iso === undefined ? { own: code, text: message } : { iso, text: message })
      );
    }
  }
}

function reasonOf({ iso, own, text }: { iso?: string; own?: string; text: string }): string {
  return `<StsRsnInf><Rsn>${tag("Cd", iso)}${tag("Prtry", own)}</Rsn>${tag("AddtlInf", text)}</StsRsnInf>`;
}

/**
 * ISO's reason for a code of the schemes or of the banks' common list; codes that are missing here are used unchanged.
 */
export const ISO_REASONS: Readonly<Record<string, string>> = {
  "51": "AM04",
  "52": "AC01",
  "92": "RC01",
  AC01: "AC01",
  AC04: "AC04",
  AC06: "AC06",
  AG01: "AG01",
  H03: "RC01",
  H15: "BE01",
  H19: "AM04",
  H20: "AG01",
  M1: "AC01",
  M2: "AM02",
  M3: "AC06",
  M4: "AG01",
  M5: "AC04",
  MS03: "MS03",
  RC01: "RC01",
};
