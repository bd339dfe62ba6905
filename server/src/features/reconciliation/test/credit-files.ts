/** Notices and statements that a bank leaves in its folder, and what was booked by them, for tests. */
import { istDate } from "#lib/ist";
import type { FaultWorld, Payer } from "#test/faults/fault-world";
import type { FileBanks, FileMerchant } from "./file-merchant.ts";
import { makeLooks } from "./make-looks.ts";

interface CreditFiles {
  /** Tells how often the money of one payment was booked: as a recharge, and as its return. */
  bookingsOf(merchant: Pick<Payer, "merchantId">): Promise<string>;
  notice(merchant: FileMerchant, entry: string): Promise<void>;
  /** The statement of the whole day. */
  statement(merchant: FileMerchant, entries: string, closing?: string): Promise<void>;
}

/** Returns an entry of 1,000 rupees that names a payment. */
export const entryOf = (reference: string, side: "CRDT" | "DBIT", number: string): string => {
  const refs = `<EndToEndId>${reference}</EndToEndId><ClrSysRef>${number}</ClrSysRef>`;
  return (
    `<Ntry><Amt Ccy="INR">1000.00</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts>` +
    `<NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls></Ntry>`
  );
};

/** Replaces the end of the entry's numbers: the bank calls it a return. */
export const RETURNED = "</Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";

/** A return of the payment that the bank tells without a UTR. */
export const returnOf = ({ transferId }: { readonly transferId: string }) => {
  const reason = "RETURNED_FROM_BENEFICIARY";
  const outcome = { kind: "returned", code: "", text: "", utr: "", reason } as const;
  return { transferId, attempt: 1, outcome };
};

export function makeCreditFiles(world: FaultWorld, banks: FileBanks): CreditFiles {
  const { work } = makeLooks(world);
  async function bookingsOf({ merchantId }: Pick<Payer, "merchantId">): Promise<string> {
    const [row] = await world.look<{ text: string }>(
      `select format(
         '%s recharged, %s returned',
         (select count(*) from fund_sources.top_up where merchant_id = $1 and utr not like 'OPENING%'),
         (select count(*) from transfers.transfer where merchant_id = $1 and status = 'reversed')
       ) as text`,
      [merchantId],
    );
    return row!.text;
  }

  async function leave(merchant: FileMerchant, kind: string, root: string, inside: string): Promise<void> {
    const account = `<Acct><Id><Othr><Id>${merchant.debitAccount}</Id></Othr></Id></Acct>`;
    const text =
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}"><${root}>` +
      `${inside.replace("@@", account)}</${root}></Document>`;
    await banks.leave(merchant, `${kind}-${Math.random()}.xml`, text);
    await work(merchant);
  }

  function notice(merchant: FileMerchant, entry: string): Promise<void> {
    const inside = `<GrpHdr><MsgId>${Math.random()}</MsgId></GrpHdr><Ntfctn><Id>N</Id>@@${entry}</Ntfctn>`;
    return leave(merchant, "camt.054.001.08", "BkToCstmrDbtCdtNtfctn", inside);
  }

  function statement(merchant: FileMerchant, entries: string, closing = "100000.00"): Promise<void> {
    const day = istDate(new Date());
    const balance = (code: string, amount: string): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${amount}</Amt>` +
      `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const inside = `<Stmt><Id>S</Id>@@${balance("OPBD", "100000.00")}${balance("CLBD", closing)}${entries}</Stmt>`;
    return leave(merchant, "camt.053.001.08", "BkToCstmrStmt", inside);
  }

  return { bookingsOf, notice, statement };
}
