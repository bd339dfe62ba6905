/** Finds the fund source and bank of each credit, and normalises its UTR. */
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { FundSourceError } from "./errors.ts";
import type { FundSourceKind } from "./fund-source.ts";
import { makeSenderTest } from "./registered-account.ts";
import { indexAccount } from "./seal-account.ts";

/** Money that arrived at a bank for a fund source, identified by its id or bank account. */
export type TopUpCredit = {
  readonly bankId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  /** The sender, as far as the bank reports it. */
  readonly from?: Sender;
  /** Our reference of a payment of this amount that the credit names. */
  readonly reference?: string | null;
} & (
  | { readonly fundSourceId: string }
  // Banks identify virtual accounts by the number alone.
  | { readonly account: { readonly accountNumber: string; readonly ifsc?: string } }
);

export interface Sender {
  readonly name?: string;
  readonly accountNumber?: string;
  readonly ifsc?: string;
}

export interface MoneyArrival {
  readonly topUpId: string;
  readonly bankId: string;
  readonly bankNo: number;
  /** In capitals, so that the same reference is the same text. */
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly fundSourceId: string;
  readonly sourceNo: number;
  readonly from: Sender;
  /** The reference of a payment of this amount that it names. */
  readonly reference: string | null;
  /** True if it does not count: it is not from the registered account, and will be sent back. */
  readonly suspended: boolean;
}

/** Throws FundSourceError.amount_invalid, utr_invalid, bank_not_connected or not_found. */
export async function readArrivals(
  tx: Tx,
  vault: Vault,
  credits: readonly TopUpCredit[],
): Promise<MoneyArrival[]> {
  const [sources, banks, mayRecharge] = await Promise.all([
    tx.query<SourceRow>(READ_SOURCES, [tx.merchantId]),
    tx.query<{ bank_id: string; bank_no: number }>(READ_BANKS, [tx.merchantId]),
    makeSenderTest(tx, vault),
  ]);
  return credits.map((credit) => {
    const { bankId, amountPaise, from = {}, reference = null } = credit;
    const utr = credit.utr.trim().toUpperCase();
    if (amountPaise <= 0n) throw FundSourceError.amount_invalid({ utr });
    if (!/^[0-9A-Z/_-]{1,35}$/.test(utr)) throw FundSourceError.utr_invalid();
    const bank = banks.find((one) => one.bank_id === bankId);
    if (bank === undefined) throw FundSourceError.bank_not_connected({ bankId });
    const source = sources.find(sourceTest(tx, vault, credit));
    if (source === undefined) throw FundSourceError.not_found({ utr });
    const { fund_source_id: fundSourceId, source_no: sourceNo } = source;
    // Money that arrives on the merchant's own bank account is the merchant's, whoever sent it.
    const suspended = source.kind === "wallet" && !mayRecharge(from);
    const arrival = { topUpId: newId(), bankId, bankNo: bank.bank_no, utr, amountPaise };
    return { ...arrival, fundSourceId, sourceNo, from, reference, suspended };
  });
}

interface SourceRow {
  fund_source_id: string;
  source_no: number;
  kind: FundSourceKind;
  account_index: Buffer;
  ifsc: string;
}

function sourceTest(tx: Tx, vault: Vault, credit: TopUpCredit): (source: SourceRow) => boolean {
  if ("fundSourceId" in credit) return (source) => source.fund_source_id === credit.fundSourceId;
  const { accountNumber, ifsc } = credit.account;
  return (source) => {
    const index = indexAccount(vault, tx.merchantId, { accountNumber, ifsc: ifsc ?? source.ifsc });
    return source.account_index.equals(index);
  };
}

const READ_SOURCES = `
  select fund_source_id, source_no, kind, account_index, ifsc
  from fund_sources.fund_source
  where merchant_id = $1
    and kind not in ('transit', 'intermediate')`;

const READ_BANKS = `
  select bank_id, bank_no
  from fund_sources.bank_connection
  where merchant_id = $1`;
