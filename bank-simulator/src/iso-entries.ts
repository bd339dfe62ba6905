/** Describes entries of an account in the words of camt.052, camt.053 and camt.054. */
import type { PaymentWords } from "./reply.ts";
import { ISO_REASONS } from "./iso-words.ts";
import { tag } from "./xml-tree.ts";

export interface EntryWords {
  readonly id: string | undefined;
  readonly side: "DEBIT" | "CREDIT";
  readonly amount: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string | undefined;
  readonly reference: string | undefined;
  readonly utr: string | undefined;
  readonly code: string | undefined;
  readonly narration: string;
  readonly party: Partial<Readonly<Record<"name" | "accountNumber" | "ifsc", string>>>;
}

/** The sub-families of payments in the list of bank transaction codes. */
const FAMILIES: Readonly<Record<string, readonly [string, string]>> = {
  PAYMENT: ["ICDT", "DMCT"],
  REVERSAL: ["ICDT", "OTHR"],
  RETURN: ["ICDT", "RRTN"],
  CHARGE: ["MDOP", "CHRG"],
  CREDIT: ["RCDT", "DMCT"],
};

/** Writes one booked entry. */
export function writeEntry(entry: EntryWords): string {
  const { id, side, amount, at, kind = "", reference, utr, code, narration } = entry;
  const [family, subFamily] = FAMILIES[kind] ?? ["NTAV", "NTAV"];
  const codes = `<Fmly>${tag("Cd", family)}${tag("SubFmlyCd", subFamily)}</Fmly>`;
  const refs = `${tag("EndToEndId", reference)}${tag("ClrSysRef", utr)}`;
  const back =
    kind === "RETURN" ? `<RtrInf><Rsn>${tag("Cd", ISO_REASONS[code ?? ""] ?? "MS03")}</Rsn></RtrInf>` : "";
  const remittance = narration === "" ? "" : `<RmtInf>${tag("Ustrd", narration)}</RmtInf>`;
  const details = `${refs === "" ? "" : `<Refs>${refs}</Refs>`}${partiesOf(entry)}${remittance}${back}`;
  return (
    `<Ntry>${tag("NtryRef", id)}<Amt Ccy="INR">${amount}</Amt>${tag("CdtDbtInd", side === "DEBIT" ? "DBIT" : "CRDT")}` +
    `${kind === "REVERSAL" ? tag("RvslInd", "true") : ""}<Sts>${tag("Cd", "BOOK")}</Sts>` +
    `<BookgDt>${tag("DtTm", at)}</BookgDt>${tag("AcctSvcrRef", id)}` +
    `<BkTxCd><Domn>${tag("Cd", "PMNT")}${codes}</Domn></BkTxCd>` +
    `<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
  );
}

/** For a debit this is the payee; for a credit, the payer, or the payee from whom the money came back. */
function partiesOf({ side, party }: EntryWords): string {
  const who = side === "DEBIT" ? "Cdtr" : "Dbtr";
  const { name, accountNumber, ifsc } = party;
  const named = name ? `<${who}><Pty>${tag("Nm", name)}</Pty></${who}>` : "";
  const account = accountNumber
    ? `<${who}Acct><Id><Othr>${tag("Id", accountNumber)}</Othr></Id></${who}Acct>`
    : "";
  const member = `<ClrSysMmbId><ClrSysId>${tag("Cd", "INFSC")}</ClrSysId>${tag("MmbId", ifsc)}</ClrSysMmbId>`;
  const agent = ifsc ? `<RltdAgts><${who}Agt><FinInstnId>${member}</FinInstnId></${who}Agt></RltdAgts>` : "";
  const parties = named + account;
  return (parties === "" ? "" : `<RltdPties>${parties}</RltdPties>`) + agent;
}

/** Returns the entry of a payment's debit, or of its return. */
export function entryOfPayment(
  words: PaymentWords,
  { id, at, payee }: { id: string; at: number; payee: string },
): string {
  const returned = words.status === "RETURNED";
  return writeEntry({
    id,
    side: returned ? "CREDIT" : "DEBIT",
    amount: words.amount,
    at: new Date(at).toISOString(),
    kind: returned ? "RETURN" : "PAYMENT",
    reference: words.reference,
    utr: words.utr,
    code: words.code,
    narration: "",
    party: { accountNumber: payee },
  });
}
