/** Writes statements into files of any length, line by line, as a bank would. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

export interface FileToWrite {
  readonly path: string;
  readonly debitAccount: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Debits of 10.00 with their own references and UTRs; every tenth line is a credit of 100.00. */
  readonly lineCount: number;
}

const EVERY_CREDIT = 10;
const AMOUNTS = { debit: "10.00", credit: "100.00" } as const;

/** Writes a camt.053 of one day that adds up. */
export async function writeCamt053(file: FileToWrite): Promise<void> {
  await pipeline(piecesOf(file), createWriteStream(file.path));
}

function* piecesOf({ debitAccount, day, lineCount }: FileToWrite): Generator<string> {
  const credits = Math.floor(lineCount / EVERY_CREDIT);
  const moved = credits * 100 - (lineCount - credits) * 10;
  const balance = (code: string, rupees: number): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${rupees}.00</Amt>` +
    `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const opening = 100_000_000;
  yield (
    '<?xml version="1.0" encoding="UTF-8"?>' +
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
      `<GrpHdr><MsgId>M-${day}</MsgId><CreDtTm>${day}T23:59:00+05:30</CreDtTm></GrpHdr><Stmt><Id>S-${day}</Id>` +
      `<Acct><Id><Othr><Id>${debitAccount}</Id></Othr></Id><Ccy>INR</Ccy></Acct>` +
      balance("OPBD", opening) +
      balance("CLBD", opening + moved)
  );
  for (let nth = 1; nth <= lineCount; nth += 1) yield entry(day, nth);
  yield "</Stmt></BkToCstmrStmt></Document>\n";
}

function entry(day: string, nth: number): string {
  const side = nth % EVERY_CREDIT === 0 ? "credit" : "debit";
  const number = String(nth).padStart(9, "0");
  const utr = `${day.replaceAll("-", "").slice(2)}${number}`;
  const ours = side === "debit" ? `<EndToEndId>OTHER${number}</EndToEndId>` : "";
  const refs = `<Refs>${ours}<ClrSysRef>${utr}</ClrSysRef></Refs>`;
  const who = side === "debit" ? "Cdtr" : "Dbtr";
  const parties =
    `<RltdPties><${who}><Pty><Nm>Asha Rao ${number}</Nm></Pty></${who}>` +
    `<${who}Acct><Id><Othr><Id>5010${number}</Id></Othr></Id></${who}Acct></RltdPties>`;
  return (
    `<Ntry><NtryRef>LINE${number}</NtryRef><Amt Ccy="INR">${AMOUNTS[side]}</Amt>` +
    `<CdtDbtInd>${side === "debit" ? "DBIT" : "CRDT"}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
    `<BookgDt><DtTm>${day}T12:00:00+05:30</DtTm></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly>` +
    `<Cd>${side === "debit" ? "ICDT" : "RCDT"}</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>` +
    `<NtryDtls><TxDtls>${refs}${parties}` +
    `<RmtInf><Ustrd>IMPS/${utr}/ASHA RAO ${number}/VENDOR PAYMENT</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
  );
}
