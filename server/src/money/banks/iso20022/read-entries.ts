/**
 * Reads the entries of statements, reports and notifications, which all have the same form. Each is one movement of the
 * account.
 */
import type { BatchOf, Side } from "#banks";
import { amountOf, chargesWithin, divide, magnitude, type EntryPart } from "./entry-amounts.ts";
import { type Element, elementAt, elementsOf, firstText, paiseOf, textAt } from "./read-message.ts";
import { accountAt } from "./read-status.ts";

/** One movement of the account. An entry has one for each of its details, and one more for its charges. */
export interface Movement {
  /** The bank's own number of the entry; null if there is none. Other entries may have the same number. */
  readonly id: string | null;
  readonly side: Side;
  readonly amountPaise: bigint;
  readonly bookedAt: Date | null;
  /**
   * Set if our money came back: after a settlement (`return`), or because the bank reverses its own entry (`reversal`).
   */
  readonly back: "return" | "reversal" | null;
  readonly returnCode: string;
  readonly isCharge: boolean;
  /** The EndToEndId, as the sender of the payment gave it. */
  readonly reference: string | null;
  readonly utr: string | null;
  /** Several payments that were booked as one sum. */
  readonly batch: BatchOf | null;
  /** Charges that the amount may include besides the payment; the ordered amount shows which. */
  readonly chargesWithin: readonly bigint[];
  readonly narration: string;
  readonly other: {
    readonly name: string | null;
    readonly accountNumber: string | null;
    readonly ifsc: string | null;
  };
}

/** Returns the booked movements of an entry, or a sentence that says what is wrong with it. */
export function readEntry(entry: Element): readonly Movement[] | string {
  const status = firstText(entry, ["Sts/Cd", "Sts/Prtry", "Sts"]) ?? "";
  if (status === "") return "an entry without a status";
  if (!/^BOOK(?:ED)?$/i.test(status)) return [];
  const side = sideOf(entry);
  if (side === null) return "an entry that is neither debit nor credit";
  const total = totalOf(entry);
  if (typeof total === "string") return total;
  if (total === 0n) return [];
  const parts = partsOf(entry, side);
  const signed = side === "debit" ? -total : total;
  const division = parts.length === 0 ? null : divide(entry, signed, parts);
  if (division === null)
    return [undivided(entry, parts, { side, amountPaise: total, within: withinAll(entry, signed, parts) })];
  const { amounts, chargesPaise, restPaise, within } = division;
  const movements = parts.flatMap((part, index) => {
    const about = {
      side: part.side,
      amountPaise: amounts[index]!,
      ordinal: parts.length > 1 ? index + 1 : 0,
      within,
    };
    return about.amountPaise === 0n ? [] : [readMovement(entry, part.element, about)];
  });
  const charges = extra(entry, chargesPaise, { mark: "c", words: "charges of the entry", isCharge: true });
  const rest = extra(entry, restPaise, { mark: "r", words: "not explained by the details of the entry" });
  return [...movements, ...charges, ...rest];
}

function sideOf(element: Element): Side | null {
  const said = textAt(element, "CdtDbtInd");
  return said === "DBIT" ? "debit" : said === "CRDT" ? "credit" : null;
}

/** Returns the total in rupees, even if the entry itself is in another currency. */
function totalOf(entry: Element): bigint | string {
  const written = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/CntrValAmt/Amt"].map((path) =>
    elementAt(entry, path),
  );
  for (const amount of written) {
    const paise = amount === undefined ? null : paiseOf(amount);
    if (paise !== null) return paise;
  }
  const [amount] = written;
  if (amount === undefined) return "an entry without an amount";
  const said = `${amount.attributes.get("Ccy") ?? ""} ${amount.text}`.trim().slice(0, 40);
  return `an entry of ${said}, which is not an amount in rupees and paise`;
}

/** Returns the payments of an entry; a group without details counts as one. */
function partsOf(entry: Element, side: Side): EntryPart[] {
  const groups = elementsOf(entry, "NtryDtls").map((group) => {
    const details = elementsOf(group, "TxDtls");
    const batch = elementAt(group, "Btch");
    return details.length > 0 || batch === undefined ? details : [batch];
  });
  return groups.flat().map((element) => ({ element, side: sideOf(element) ?? side }));
}

interface About {
  readonly side: Side;
  readonly amountPaise: bigint;
  readonly ordinal: number;
  readonly within?: readonly bigint[];
}

function readMovement(entry: Element, detail: Element | undefined, about: About): Movement {
  const { side, amountPaise, ordinal, within = [] } = about;
  const at = (path: string): string | null => (detail && textAt(detail, path)) ?? null;
  // NtryRef is not an ID: many banks number the entries of each statement from one.
  const id = textAt(entry, "AcctSvcrRef") ?? null;
  const code = at("BkTxCd/Domn/Fmly/SubFmlyCd") ?? textAt(entry, "BkTxCd/Domn/Fmly/SubFmlyCd");
  const isReversal = /^(true|1)$/.test(textAt(entry, "RvslInd") ?? "");
  const isReturn = detail !== undefined && elementAt(detail, "RtrInf") !== undefined;
  const reference = detail === undefined ? null : referenceOf(detail);
  return {
    id: id === null || ordinal === 0 ? id : `${id}/${ordinal}`,
    side,
    amountPaise,
    bookedAt: momentOf(entry, detail),
    back: isReturn || code === "RRTN" ? "return" : isReversal ? "reversal" : null,
    returnCode: at("RtrInf/Rsn/Cd") ?? at("RtrInf/Rsn/Prtry") ?? "",
    isCharge: CHARGES.has(code ?? ""),
    reference,
    utr: detail === undefined ? null : namedAt(detail, UTR_PATHS),
    batch: side === "debit" && reference === null && detail !== undefined ? batchOf(entry, detail) : null,
    chargesWithin: within,
    narration: narrationOf(entry, detail),
    other: otherSideOf(detail, side),
  };
}

function referenceOf(detail: Element): string | null {
  return namedAt(detail, ["Refs/EndToEndId", "Refs/InstrId"]);
}

/** Returns the first number there; null if there is none but words that say so. */
function namedAt(detail: Element, paths: readonly string[]): string | null {
  const named = paths.map((path) => textAt(detail, path));
  return named.find((text) => text !== undefined && !/^(?:NONREF|NOTPROVIDED)$/.test(text)) ?? null;
}

/** A batch booked as one sum: what the entry says about it, or the block that its only detail names. */
function batchOf(entry: Element, detail: Element): BatchOf | null {
  const isGroup = detail.name === "Btch";
  const blockId = textAt(detail, isGroup ? "PmtInfId" : "Refs/PmtInfId") ?? null;
  const messageId = textAt(detail, isGroup ? "MsgId" : "Refs/MsgId") ?? null;
  const count = Number(
    textAt(isGroup ? detail : entry, isGroup ? "NbOfTxs" : "NtryDtls/Btch/NbOfTxs") ?? Number.NaN,
  );
  if (!isGroup && blockId === null) return null;
  return { blockId, messageId, count: Number.isInteger(count) ? count : null, parts: [] };
}

/** Returns the whole entry as one movement, because it does not list its payments or its details contradict it. */
function undivided(entry: Element, parts: readonly EntryPart[], about: Omit<About, "ordinal">): Movement {
  const movement = readMovement(entry, undefined, { ...about, ordinal: 0 });
  if (parts.length === 0) return movement;
  const words = "the details of the entry do not make its amount";
  return {
    ...movement,
    batch: about.side === "debit" ? batchOfParts(entry, parts) : null,
    narration: `${words} ${movement.narration}`.trim().slice(0, 500),
  };
}

/** The charges are only in doubt if the parts do not state their amounts. */
function withinAll(entry: Element, signed: bigint, parts: readonly EntryPart[]): bigint[] {
  return parts.every((part) => amountOf(part) !== null) && parts.length > 0
    ? []
    : chargesWithin(entry, signed, parts);
}

/** If amounts are missing and nothing contradicts the sum, the block or the named payments identify the batch. */
function batchOfParts(entry: Element, parts: readonly EntryPart[]): BatchOf {
  const nothing = { blockId: null, messageId: null, count: parts.length, parts: [] };
  const isSilent = parts.some((part) => amountOf(part) === null);
  if (!isSilent || parts.some(({ side }) => side !== "debit")) return nothing;
  const groups = elementsOf(entry, "NtryDtls");
  const [batch] = groups.length === 1 ? elementsOf(groups[0]!, "Btch") : [];
  const named = parts.map((part) => ({
    reference: referenceOf(part.element),
    utr: namedAt(part.element, UTR_PATHS),
    amountPaise: amountOf(part),
  }));
  return { ...nothing, ...(batch === undefined ? {} : batchOf(entry, batch)), parts: named };
}

/** Returns the rest of an entry, apart from its payments, as a movement of its own. */
function extra(
  entry: Element,
  paise: bigint,
  { mark, words, isCharge = false }: { mark: string; words: string; isCharge?: boolean },
): Movement[] {
  if (paise === 0n) return [];
  const side = paise < 0n ? "debit" : "credit";
  const movement = readMovement(entry, undefined, { side, amountPaise: magnitude(paise), ordinal: 0 });
  const narration = `${words} ${movement.narration}`.trim().slice(0, 500);
  const id = movement.id === null ? null : `${movement.id}/${mark}`;
  return [{ ...movement, id, isCharge, back: null, narration }];
}

const UTR_PATHS = ["Refs/ClrSysRef", "Refs/TxId", "Refs/AcctSvcrRef"];
/** Sub-families of bank transaction codes: charges, commission, fees. */
const CHARGES: ReadonlySet<string> = new Set(["CHRG", "COMM", "FEES"]);

/** Returns the time of booking; a date alone means midnight in India. Null if the entry has no valid date. */
function momentOf(entry: Element, detail: Element | undefined): Date | null {
  const own = detail && firstText(detail, ["RltdDts/TxDtTm", "RltdDts/IntrBkSttlmDt"]);
  const written = [...WHEN_PATHS.map((path) => textAt(entry, path)), own];
  return written.map(dateOf).find((date) => date !== null) ?? null;
}

const WHEN_PATHS = ["BookgDt/DtTm", "BookgDt/Dt", "ValDt/DtTm", "ValDt/Dt"];

function dateOf(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const zoned = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = new Date(
    zoned ? text : text.includes("T") ? `${text}+05:30` : `${text.slice(0, 10)}T00:00:00+05:30`,
  );
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

/** For a debit this is the payee, for a credit the payer. */
function otherSideOf(detail: Element | undefined, side: Movement["side"]): Movement["other"] {
  if (detail === undefined || detail.name === "Btch") return { name: null, accountNumber: null, ifsc: null };
  const who = side === "debit" ? "Cdtr" : "Dbtr";
  return {
    name: firstText(detail, [`RltdPties/${who}/Pty/Nm`, `RltdPties/${who}/Nm`]) ?? null,
    accountNumber: accountAt(detail, `RltdPties/${who}Acct`) ?? null,
    ifsc: firstText(detail, [`RltdAgts/${who}Agt/FinInstnId/ClrSysMmbId/MmbId`]) ?? null,
  };
}
