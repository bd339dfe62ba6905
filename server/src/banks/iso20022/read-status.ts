/** pain.002.001.10: what the bank says became of a message and of each payment in it. */
import { elementsOf, firstText, textAt, type Element } from "./element.ts";
import { paiseOf } from "./read-amount.ts";

/** Why, in the bank's code. `own`: of the bank's list, not of ISO's. */
export interface Reason {
  readonly code: string;
  readonly own: boolean;
  readonly text: string;
}

/** One payment in the bank's words. Undefined: the bank did not say. */
export interface PaymentStatus {
  /** Our EndToEndId. */
  readonly reference: string;
  /** E.g. ACSP; empty when the bank names none. */
  readonly status: string;
  readonly reason: Reason | undefined;
  readonly amountPaise: bigint | undefined;
  readonly debitAccount: string | undefined;
  readonly payeeAccount: string | undefined;
  readonly utr: string;
}

export interface StatusReport {
  readonly messageId: string;
  readonly originalMessageId: string;
  /** Of the message as a whole: empty when the bank names none. */
  readonly status: string;
  readonly reason: Reason | undefined;
  readonly payments: readonly PaymentStatus[];
}

/** The report of a read message; or the sentence of what is wrong with it. */
export function readStatus(root: Element): StatusReport | string {
  const group = root.children.find(({ name }) => name === "OrgnlGrpInfAndSts")!;
  const payments: PaymentStatus[] = [];
  for (const block of elementsOf(root, "OrgnlPmtInfAndSts")) {
    const blockStatus = textAt(block, "PmtInfSts") ?? "";
    for (const transaction of elementsOf(block, "TxInfAndSts")) {
      const payment = readPaymentStatus(transaction, { status: blockStatus, reason: reasonOf(block) });
      if (typeof payment === "string") return payment;
      payments.push(payment);
    }
  }
  return {
    messageId: textAt(root, "GrpHdr/MsgId")!,
    originalMessageId: textAt(group, "OrgnlMsgId")!,
    status: textAt(group, "GrpSts") ?? "",
    reason: reasonOf(group),
    payments,
  };
}

/** A payment without words of its own has those of its block, when the block was refused as a whole. */
function readPaymentStatus(
  element: Element,
  block: { status: string; reason: Reason | undefined },
): PaymentStatus | string {
  const reference = firstText(element, ["OrgnlEndToEndId", "OrgnlInstrId"]);
  if (reference === undefined) return "a payment without OrgnlEndToEndId";
  const written = element.children.find(({ name }) => name === "OrgnlTxRef");
  const amount = written && ["Amt", "IntrBkSttlmAmt"].map((path) => amountAt(written, path)).find(Boolean);
  const amountPaise = amount === undefined ? undefined : paiseOf(amount);
  if (amountPaise === null) return "an amount that is none";
  const status = textAt(element, "TxSts") ?? (block.status === "RJCT" ? "RJCT" : "");
  return {
    reference,
    status,
    reason: reasonOf(element) ?? block.reason,
    amountPaise,
    debitAccount: written && accountAt(written, "DbtrAcct"),
    payeeAccount: written && accountAt(written, "CdtrAcct"),
    utr: firstText(element, ["ClrSysRef", "AcctSvcrRef"]) ?? "",
  };
}

function amountAt(element: Element, name: string): Element | undefined {
  const found = element.children.find((child) => child.name === name);
  return (
    found?.children.find((child) => child.name === "InstdAmt") ?? (found?.text.trim() ? found : undefined)
  );
}

/** An account's number at a path. */
export function accountAt(element: Element, path: string): string | undefined {
  return firstText(element, [`${path}/Id/Othr/Id`, `${path}/Id/IBAN`]);
}

function reasonOf(element: Element): Reason | undefined {
  for (const info of elementsOf(element, "StsRsnInf")) {
    const text = elementsOf(info, "AddtlInf")
      .map((part) => part.text.trim())
      .join(" ");
    const code = textAt(info, "Rsn/Cd");
    if (code !== undefined) return { code, own: false, text };
    const own = textAt(info, "Rsn/Prtry");
    if (own !== undefined) return { code: own, own: true, text };
  }
  return undefined;
}
