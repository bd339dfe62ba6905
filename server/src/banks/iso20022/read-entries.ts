/** The entries of statements, reports and notifications: one movement of the account each, in the same form. */
import { elementAt, elementsOf, firstText, textAt, type Element } from "./element.ts";
import { paiseOf } from "./read-amount.ts";
import { accountAt } from "./read-status.ts";

/** One movement; a batch booking is as many as it has details. */
export interface Movement {
  /** The bank's own id, the same in every message that has it; null when it gives none. */
  readonly id: string | null;
  readonly side: "debit" | "credit";
  readonly amountPaise: bigint;
  readonly booked: boolean;
  readonly bookedAt: Date | null;
  /** Money of ours that came back: after a settlement, or because the bank takes its own entry back. */
  readonly back: "return" | "reversal" | null;
  readonly returnCode: string;
  readonly isCharge: boolean;
  /** EndToEndId, as the payment's orderer gave it. */
  readonly reference: string | null;
  readonly utr: string | null;
  readonly narration: string;
  readonly other: {
    readonly name: string | null;
    readonly accountNumber: string | null;
    readonly ifsc: string | null;
  };
}

/** The movements of an entry; or the sentence of what is wrong with it. */
export function readEntry(entry: Element): readonly Movement[] | string {
  const total = paiseOf(elementAt(entry, "Amt")!);
  if (total === null) return "an amount that is not in rupees and paise";
  const details = elementsOf(entry, "NtryDtls").flatMap((group) => elementsOf(group, "TxDtls"));
  if (details.length < 2) return [readMovement(entry, details[0], { amountPaise: total, ordinal: 0 })];
  const movements: Movement[] = [];
  let sum = 0n;
  for (const [index, detail] of details.entries()) {
    const amount = elementAt(detail, "Amt");
    const amountPaise = amount === undefined ? null : paiseOf(amount);
    if (amountPaise === null) return "a batch booking whose details have no amount";
    sum += amountPaise;
    movements.push(readMovement(entry, detail, { amountPaise, ordinal: index + 1 }));
  }
  return sum === total ? movements : "a batch booking whose details do not add up";
}

function readMovement(
  entry: Element,
  detail: Element | undefined,
  { amountPaise, ordinal }: { amountPaise: bigint; ordinal: number },
): Movement {
  const at = (path: string): string | null => (detail && textAt(detail, path)) ?? null;
  const side = (at("CdtDbtInd") ?? textAt(entry, "CdtDbtInd")) === "DBIT" ? "debit" : "credit";
  // NtryRef is no id: many banks number the entries of each statement from one.
  const id = textAt(entry, "AcctSvcrRef") ?? null;
  const reference = at("Refs/EndToEndId");
  const code = at("BkTxCd/Domn/Fmly/SubFmlyCd") ?? textAt(entry, "BkTxCd/Domn/Fmly/SubFmlyCd");
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "");
  const isReturn = detail !== undefined && elementAt(detail, "RtrInf") !== undefined;
  const when = firstText(entry, ["BookgDt/DtTm", "BookgDt/Dt", "ValDt/DtTm", "ValDt/Dt"]);
  return {
    id: id === null || ordinal === 0 ? id : `${id}/${ordinal}`,
    side,
    amountPaise,
    booked: textAt(entry, "Sts/Cd") === "BOOK",
    bookedAt: momentOf(when),
    back: isReturn || code === "RRTN" ? "return" : isReversal ? "reversal" : null,
    returnCode: at("RtrInf/Rsn/Cd") ?? at("RtrInf/Rsn/Prtry") ?? "",
    isCharge: CHARGES.has(code ?? ""),
    reference: reference === "NOTPROVIDED" ? null : reference,
    utr: (detail && firstText(detail, UTR_PATHS)) ?? null,
    narration: narrationOf(entry, detail),
    other: otherSideOf(detail, side),
  };
}

const UTR_PATHS = ["Refs/ClrSysRef", "Refs/TxId", "Refs/AcctSvcrRef"];
/** Sub-families of bank transaction codes: charges, commission, fees. */
const CHARGES: ReadonlySet<string> = new Set(["CHRG", "COMM", "FEES"]);

/** A date alone is midnight in India. */
function momentOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const zoned = /T/.test(text)
    ? /(?:Z|[+-]\d\d:\d\d)$/.test(text)
      ? text
      : `${text}+05:30`
    : `${text}T00:00:00+05:30`;
  const moment = new Date(zoned);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function narrationOf(entry: Element, detail: Element | undefined): string {
  const remittance = detail && elementAt(detail, "RmtInf");
  const parts = [
    ...(remittance === undefined ? [] : elementsOf(remittance, "Ustrd").map(({ text }) => text)),
    (detail && textAt(detail, "AddtlTxInf")) ?? "",
    textAt(entry, "AddtlNtryInf") ?? "",
  ];
  return parts
    .join(" ")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}

/** Of a debit whom was paid, of a credit who paid. */
function otherSideOf(detail: Element | undefined, side: Movement["side"]): Movement["other"] {
  if (detail === undefined) return { name: null, accountNumber: null, ifsc: null };
  const who = side === "debit" ? "Cdtr" : "Dbtr";
  return {
    name: firstText(detail, [`RltdPties/${who}/Pty/Nm`]) ?? null,
    accountNumber: accountAt(detail, `RltdPties/${who}Acct`) ?? null,
    ifsc: firstText(detail, [`RltdAgts/${who}Agt/FinInstnId/ClrSysMmbId/MmbId`]) ?? null,
  };
}
