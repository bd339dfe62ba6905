import type { Tx } from "#lib/db";
import { SETTINGS_COLUMNS, toSettings, type MerchantSettings, type SettingsRow } from "./caller.ts";
import type { Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";

export interface Merchant {
  readonly merchantId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly mode: Mode;
  readonly settings: MerchantSettings;
}

/** The merchant of the transaction with its settings, for work that no caller started. */
export async function readMerchant(tx: Tx): Promise<Merchant> {
  const [row] = await tx.query<SettingsRow & { organization_id: string; name: string; mode: Mode }>(
    `select merchant.organization_id, merchant.name, merchant.mode, ${SETTINGS_COLUMNS}
     from access.merchant
     where merchant.merchant_id = $1`,
    [tx.merchantId],
  );
  if (row === undefined) throw AccessError.merchant_not_found({ merchantId: tx.merchantId });
  return {
    merchantId: tx.merchantId,
    organizationId: row.organization_id,
    name: row.name,
    mode: row.mode,
    settings: toSettings(row),
  };
}
