/** The addresses for letters to a merchant's banks. */
import { partnerBank } from "#banks";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";

/** The name and address of a bank in a letter. */
export interface BankAddress {
  readonly name: string;
  /** On one line; empty if it is not known. */
  readonly address: string;
}

interface BankAddressToSet extends BankAddress {
  readonly bankId: string;
  readonly by: Actor;
}

const NAME_LENGTH_MAX = 100;
const ADDRESS_LENGTH_MAX = 300;

const fits = (text: string, lengthMax: number): boolean =>
  text.trim() !== "" && text.length <= lengthMax && !/\p{Cc}/u.test(text);

/**
 * Sets the address for letters to one of the merchant's banks: a name of at most 100 characters, an address
 * of at most 300, each on one line. Throws FundSourceError.bank_not_connected and address_invalid.
 */
export async function setBankAddress(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { bankId, name, address, by }: BankAddressToSet,
): Promise<BankAddress> {
  if (!fits(name, NAME_LENGTH_MAX)) throw FundSourceError.address_invalid({ field: "name" });
  if (!fits(address, ADDRESS_LENGTH_MAX)) throw FundSourceError.address_invalid({ field: "address" });
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const count = await tx.execute(
      `update fund_sources.bank_connection
       set letter_name = $3, letter_address = $4
       where merchant_id = $1
         and bank_id = $2`,
      [merchantId, bankId, name, address],
    );
    if (count === 0) throw FundSourceError.bank_not_connected({ bankId });
    const action = "fund-sources.bank_address_set";
    await recordAudit(tx, [{ actor: by, action, subject: `bank:${bankId}`, detail: { name, address } }]);
  });
  return { name, address };
}

/** Reads the address for letters to a bank: the operator's, otherwise the one that we know. */
export async function readBankAddress(tx: Tx, bankId: string): Promise<BankAddress> {
  const [set] = await tx.query<{ name: string | null; address: string | null }>(
    `select letter_name as name, letter_address as address
     from fund_sources.bank_connection
     where merchant_id = $1
       and bank_id = $2`,
    [tx.merchantId, bankId],
  );
  const known = partnerBank(bankId);
  return { name: set?.name ?? known?.name ?? bankId, address: set?.address ?? known?.address ?? "" };
}
