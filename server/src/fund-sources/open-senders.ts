import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import type { Sender } from "./read-arrivals.ts";
import { SENDER_PURPOSE } from "./seal-account.ts";

/** Returns the senders of some top-ups with clear account numbers, as far as the bank reported them. */
export async function openSenders(
  tx: Tx,
  vault: Vault,
  topUpIds: readonly string[],
): Promise<Map<string, Sender>> {
  const rows = await tx.query<Row>(
    `select top_up_id, from_name, from_ifsc, sealed_from_account
     from fund_sources.top_up
     where merchant_id = $1
       and top_up_id = any ($2::uuid[])`,
    [tx.merchantId, topUpIds],
  );
  const owner = { merchantId: tx.merchantId, purpose: SENDER_PURPOSE };
  return new Map(
    rows.map((row) => [
      row.top_up_id,
      {
        ...(row.from_name === null ? {} : { name: row.from_name }),
        ...(row.from_ifsc === null ? {} : { ifsc: row.from_ifsc }),
        ...(row.sealed_from_account === null
          ? {}
          : { accountNumber: vault.open(owner, row.sealed_from_account).toString() }),
      },
    ]),
  );
}

interface Row {
  readonly top_up_id: string;
  readonly from_name: string | null;
  readonly from_ifsc: string | null;
  readonly sealed_from_account: Buffer | null;
}
