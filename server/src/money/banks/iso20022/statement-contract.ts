/** Banks' statements as messages, for tests. */

export const HEAD = "<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-22T23:00:00+05:30</CreDtTm></GrpHdr>";
export const ACCOUNT = "<Acct><Id><Othr><Id>50100000000001</Id></Othr></Id><Ccy>INR</Ccy></Acct>";

export function balance(code: string, amount: string, sign = "CRDT"): string {
  const type = `<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>`;
  return `<Bal>${type}<Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-11-22</Dt></Dt></Bal>`;
}

interface EntryText {
  amount?: string;
  side?: string;
  reversal?: string;
  status?: string;
  code?: string;
  details?: string;
  id?: string;
}

export function entry({
  amount = "100.00",
  side = "DBIT",
  reversal = "",
  status = "BOOK",
  code,
  details = "",
  id,
}: EntryText) {
  const bankId = id === undefined ? "" : `<AcctSvcrRef>${id}</AcctSvcrRef>`;
  const booked = `<BookgDt><DtTm>2026-11-22T10:00:00+05:30</DtTm></BookgDt>${bankId}`;
  const family = `<Fmly><Cd>ICDT</Cd><SubFmlyCd>${code ?? "DMCT"}</SubFmlyCd></Fmly>`;
  return (
    `<Ntry><NtryRef>N1</NtryRef><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${reversal}` +
    `<Sts><Cd>${status}</Cd></Sts>${booked}<BkTxCd><Domn><Cd>PMNT</Cd>${family}</Domn></BkTxCd>` +
    `<NtryDtls>${details}</NtryDtls></Ntry>`
  );
}

export const refs = (reference: string, utr: string): string =>
  `<Refs><EndToEndId>${reference}</EndToEndId><ClrSysRef>${utr}</ClrSysRef></Refs>`;
export const BACK = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
export const PAYEE = "<RltdPties><Cdtr><Pty><Nm>Asha Rao</Nm></Pty></Cdtr></RltdPties>";

export function statement(
  entries: string,
  balances = balance("OPBD", "1000.00") + balance("CLBD", "12.5", "DBIT"),
): string {
  const body = `<Id>S-1</Id><ElctrncSeqNb>7</ElctrncSeqNb>${ACCOUNT}${balances}${entries}`;
  return document("053", `<BkToCstmrStmt>${HEAD}<Stmt>${body}</Stmt></BkToCstmrStmt>`);
}

export function document(kind: string, body: string): string {
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08">${body}</Document>`;
}
