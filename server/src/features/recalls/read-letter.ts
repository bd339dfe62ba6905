import { readMerchant } from "#access";
import { listBankConnections, readBankAddress, type BankAddress } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { istDate, istText } from "#lib/ist";
import { lookUpIfsc, withPaidOnly } from "#rails";
import { readLateSuccesses, readTransfers, type TransferDetails } from "#transfers";
import { RecallError, readRecall } from "./recall.ts";
import { writeLetterPage, writeLetterText, type LetterFacts } from "./write-letter.ts";

/** A recall's letter to the bank, in both forms. */
export interface Letter {
  /**
   * Our reference for the bank's answer: the transfer's number and the place of the recall among the transfer's
   * recalls.
   */
  readonly number: string;
  readonly text: string;
  readonly page: string;
}

/**
 * Reads the letter of a recall. It is composed at each request from facts that no longer change, so it is always the
 * same. Throws RecallError.not_found.
 */
export async function readLetter(
  ctx: Context,
  merchantId: string,
  { recallId }: { readonly recallId: string },
): Promise<Letter> {
  const recall = await readRecall(ctx, merchantId, { recallId });
  if (recall === undefined) throw RecallError.not_found({ recallId });
  const { referenceId, place, askedAt, reason, remarks } = recall;
  const [transfer] = await readTransfers(ctx, merchantId, { referenceIds: [referenceId] });
  const { merchantName, bank, utr, references, account } = await readRest(ctx, merchantId, transfer!);
  const facts: LetterFacts = {
    number: `${referenceId}-${place}`,
    date: istDate(askedAt),
    merchantName,
    bankName: bank.name,
    bankAddress: bank.address,
    reason,
    remarks,
    payment: [
      ["UTR", utr],
      ...paymentOf(transfer!),
      ["Instructed under", references],
      ["Debited account", account],
      ...payeeOf(transfer!),
    ],
  };
  return { number: facts.number, text: writeLetterText(facts), page: writeLetterPage(facts) };
}

interface Rest {
  readonly merchantName: string;
  readonly bank: BankAddress;
  readonly utr: string;
  readonly references: string;
  readonly account: string;
}

function readRest(ctx: Context, merchantId: string, transfer: TransferDetails): Promise<Rest> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const { name } = await readMerchant(tx);
    const connections = await listBankConnections(ctx, tx);
    const { bankId, utr, reference } = await readPaidAttempt(tx, transfer);
    const account = connections.find((connection) => connection.bankId === bankId)?.debitAccount;
    return {
      merchantName: name,
      bank: await readBankAddress(tx, bankId),
      utr,
      references: reference,
      // The last digits are enough for the bank, and others may see a letter.
      account: account === undefined ? "" : `ending in ${account.slice(-4)}`,
    };
  });
}

/** Finds the attempt that was paid: the last one, or one that had been given up and was paid after all. */
async function readPaidAttempt(
  tx: Tx,
  { transferId, attempt, utr }: TransferDetails,
): Promise<{ bankId: string; utr: string; reference: string }> {
  const late = (await readLateSuccesses(tx, [transferId], { returned: true, beside: true })).get(transferId);
  const [found] = await tx.query<{ bankId: string; reference: string }>(
    `select bank_id as "bankId", reference
     from transfers.attempt
     where merchant_id = $1
       and transfer_id = $2
       and attempt = $3`,
    [tx.merchantId, transferId, late?.attempt ?? attempt],
  );
  return { bankId: "", reference: "", ...found, utr: late?.utr ?? utr ?? "" };
}

const grouped = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 });

function paymentOf({ rail, amountPaise, sentAt }: TransferDetails): LetterFacts["payment"] {
  return [
    ["Amount", `INR ${grouped.format(formatRupees(amountPaise) as `${number}`)}`],
    ["Paid by", rail.toUpperCase()],
    ["Sent on", sentAt === null ? "" : `${istText(sentAt)} (IST)`],
  ];
}

function payeeOf({ mode, beneficiary }: TransferDetails): LetterFacts["payment"] {
  const { name, bankAccount, ifsc, vpa } = withPaidOnly(mode, beneficiary);
  return [
    ["Beneficiary", name],
    ["Account", bankAccount ?? ""],
    ["IFSC", ifsc ?? ""],
    ["Bank", ifsc === null ? "" : (lookUpIfsc(ifsc)?.bankName ?? "")],
    ["VPA", vpa ?? ""],
  ];
}
