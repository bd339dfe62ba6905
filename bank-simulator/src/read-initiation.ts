/** Reads pain.001.001.09, the customer's payment orders. */
import { parseRupees } from "./money.ts";
import type { Instruction, Rail } from "./payment.ts";
import { nodesAt, parseXml, textAt, type Node } from "./xml-tree.ts";

export interface Initiation {
  readonly messageId: string;
  readonly instructions: readonly Instruction[];
}

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
const RAILS: readonly string[] = ["IMPS", "NEFT", "RTGS"];

/** Returns the message, or a sentence that says what is wrong with it. */
export function readInitiation(text: string): Initiation | string {
  const document = parseXml(text);
  if (document === undefined) return "not XML";
  const root = document.children[0];
  if (document.namespace !== NAMESPACE || root?.name !== "CstmrCdtTrfInitn") return "not pain.001.001.09";
  const messageId = textAt(root, "GrpHdr/MsgId");
  if (messageId === "") return "MsgId";
  const instructions: Instruction[] = [];
  for (const block of nodesAt(root, "PmtInf")) {
    for (const payment of nodesAt(block, "CdtTrfTxInf")) {
      const instruction = readPayment(block, payment);
      if (typeof instruction === "string") return instruction;
      instructions.push(instruction);
    }
  }
  const sum = instructions.reduce((total, { amountPaise }) => total + amountPaise, 0n);
  if (textAt(root, "GrpHdr/NbOfTxs") !== String(instructions.length)) return "NbOfTxs";
  return parseRupees(textAt(root, "GrpHdr/CtrlSum")) === sum ? { messageId, instructions } : "CtrlSum";
}

function readPayment(block: Node, payment: Node): Instruction | string {
  const reference = textAt(payment, "PmtId/EndToEndId");
  const debitAccount = textAt(block, "DbtrAcct/Id/Othr/Id");
  const rail = textAt(block, "PmtTpInf/LclInstrm/Prtry");
  const amountPaise = parseRupees(textAt(payment, "Amt/InstdAmt"));
  const payee = textAt(payment, "CdtrAcct/Id/Othr/Id");
  if (reference === "" || reference.length > 35) return "EndToEndId";
  if (debitAccount === "") return "DbtrAcct";
  if (!RAILS.includes(rail)) return "LclInstrm";
  if (amountPaise === undefined) return "InstdAmt";
  if (payee === "") return "CdtrAcct";
  return {
    reference,
    debitAccount,
    rail: rail as Rail,
    amountPaise,
    payee: payee.toLowerCase(),
    payeeName: textAt(payment, "Cdtr/Nm"),
    ifsc: textAt(payment, "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId"),
  };
}
