/** pain.002: the bank's report about a message, its blocks, and each payment in it. */
import { type Element, elementsOf, firstText, paiseOf, textAt } from "./read-message.ts";

/** The reason, in the bank's code. `own`: it is in the bank's list, not ISO's. */
export interface Reason {
  readonly code: string;
  readonly own: boolean;
  readonly text: string;
}

/** One payment in the bank's words. Fields are undefined if the bank did not say. */
export interface PaymentStatus {
  /** Our EndToEndId. */
  readonly reference: string;
  /** E.g. ACSP; empty if the bank names none. */
  readonly status: string;
  readonly reason: Reason | undefined;
  readonly amountPaise: bigint | undefined;
  readonly debitAccount: string | undefined;
  readonly payeeAccount: string | undefined;
  readonly utr: string;
}

/** The bank's words about a whole message, or one of its blocks. */
export interface GroupStatus {
  /** Empty if the bank names none. */
  readonly status: string;
  readonly reason: Reason | undefined;
  /** The number of its payments and their sum, if the bank states them. */
  readonly count: number | null;
  readonly sumPaise: bigint | null;
}

export interface BlockStatus extends GroupStatus {
  readonly blockId: string;
  /** The payments of the block that are named individually. */
  readonly payments: readonly PaymentStatus[];
}

export interface StatusReport extends GroupStatus {
  readonly messageId: string;
  readonly originalMessageId: string;
  readonly blocks: readonly BlockStatus[];
  /** Sentences about the parts of the report that could not be understood. */
  readonly unread: readonly string[];
}

/** Returns the report in a message, or a sentence that says what is wrong with it. */
export function readStatus(root: Element): StatusReport | string {
  const group = root.children.find(({ name }) => name === "OrgnlGrpInfAndSts");
  if (group === undefined) return "it does not say which message it is about";
  const read = elementsOf(root, "OrgnlPmtInfAndSts").map(readBlock);
  return {
    messageId: textAt(root, "GrpHdr/MsgId") ?? "",
    originalMessageId: textAt(group, "OrgnlMsgId") ?? "",
    ...groupStatus(group, "GrpSts"),
    blocks: read.map(({ block }) => block),
    unread: read.flatMap(({ unread }) => unread),
  };
}

/** Returns all payments that a report names individually. */
export function paymentsOf({ blocks }: StatusReport): readonly PaymentStatus[] {
  return blocks.flatMap(({ payments }) => payments);
}

function readBlock(element: Element): { block: BlockStatus; unread: string[] } {
  const about = groupStatus(element, "PmtInfSts");
  const read = elementsOf(element, "TxInfAndSts").map((one) => readPaymentStatus(one, about));
  const payments = read.filter((one) => typeof one !== "string");
  const block = { blockId: textAt(element, "OrgnlPmtInfId") ?? "", ...about, payments };
  return { block, unread: read.filter((one) => typeof one === "string") };
}

function groupStatus(element: Element, name: "GrpSts" | "PmtInfSts"): GroupStatus {
  const count = Number(textAt(element, "OrgnlNbOfTxs") ?? Number.NaN);
  const [, rupees, paise = ""] =
    /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(textAt(element, "OrgnlCtrlSum") ?? "") ?? [];
  return {
    status: textAt(element, name) ?? "",
    reason: reasonOf(element),
    count: Number.isInteger(count) ? count : null,
    sumPaise: rupees === undefined ? null : BigInt(rupees) * 100n + BigInt(paise.padEnd(2, "0")),
  };
}

/** A payment without a status of its own has that of its block, if the whole block was refused. */
function readPaymentStatus(element: Element, block: GroupStatus): PaymentStatus | string {
  const reference = firstText(element, ["OrgnlEndToEndId", "OrgnlInstrId"]);
  if (reference === undefined) return "a payment without OrgnlEndToEndId";
  const written = element.children.find(({ name }) => name === "OrgnlTxRef");
  const amount = written && ["Amt", "IntrBkSttlmAmt"].map((path) => amountAt(written, path)).find(Boolean);
  const amountPaise = amount === undefined ? undefined : paiseOf(amount);
  if (amountPaise === null) return `the amount of ${reference.slice(0, 40)} is not in rupees and paise`;
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

/** Returns the account number at a path. */
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
