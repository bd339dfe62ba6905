/** Creates, reads and changes merchants. */
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { newId } from "#lib/ids";
import { endPracticeApprovers } from "./add-member.ts";
import { type MerchantSettings, SETTINGS_COLUMNS, type SettingsRow, toSettings } from "./caller.ts";
import { type MerchantMode, merchantOfClientId, merchantOfToken } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import { type WithheldAtOpening, withholdAtOpening } from "./grants.ts";
import { cleanName, lockName } from "./names.ts";

/** Returns the merchant that a token or a client id names, whether or not they are valid; null if neither names one. */
export function namedMerchant({ token, clientId }: { token: string; clientId: string }): string | null {
  return merchantOfToken(token) ?? merchantOfClientId(clientId);
}

interface NewMerchant {
  readonly organizationId: string;
  readonly name: string;
  readonly mode: MerchantMode;
  readonly by?: Actor;
}

/**
 * Opens an environment of an organization, sandbox or live, which never changes. Also returns the members whose live
 * powers wait for another person from now on. Throws `organization_not_found`, `bad_name`.
 */
export async function createMerchant(
  ctx: Context,
  input: NewMerchant,
): Promise<{ merchantId: string; withheld: readonly WithheldAtOpening[] }> {
  const merchantId = newId();
  try {
    const withheld = await ctx.db.inMerchant(merchantId, (tx) => insertMerchant(tx, input));
    return { merchantId, withheld };
  } catch (error) {
    if (!violates(error, "merchant_organization_id_fkey")) throw error;
    throw AccessError.organization_not_found({ organizationId: input.organizationId });
  }
}

async function insertMerchant(tx: Tx, input: NewMerchant): Promise<WithheldAtOpening[]> {
  const name = cleanName(input.name);
  // Only one environment is opened at a time in an organization, so that rights are given completely before live opens,
  // or after it.
  await tx.query(LOCK_ORGANIZATION, [input.organizationId]);
  await tx.execute(
    `insert into access.merchant (merchant_id, organization_id, name, mode, created_at)
     values ($1, $2, $3, $4, clock_timestamp())`,
    [tx.merchantId, input.organizationId, name, input.mode],
  );
  // A live merchant has real money, so every member who can approve must be a real person.
  if (input.mode === "live") await endPracticeApprovers(tx, input.organizationId);
  await recordAudit(tx, [
    {
      actor: input.by ?? "system",
      action: "access.merchant_created",
      subject: `merchant:${tx.merchantId}`,
      detail: { name, mode: input.mode },
    },
  ]);
  return input.mode === "live" ? withholdAtOpening(tx) : [];
}

const LOCK_ORGANIZATION = `
  select
  from access.organization
  where organization_id = $1
  for no key update`;

/** Returns the organization's oldest merchant of that name and mode, or creates one. For seeds. */
export async function findOrCreateMerchant(
  ctx: Context,
  input: NewMerchant,
): Promise<{ merchantId: string }> {
  const fresh = newId();
  return ctx.db.inMerchant(fresh, async (tx) => {
    await lockName(tx, "merchant", `${input.organizationId}/${input.mode}/${input.name}`);
    const [found] = await tx.query<{ merchant_id: string }>(
      `select merchant_id
       from access.merchant
       where organization_id = $1 and mode = $2 and name = $3
       order by merchant_id
       limit 1`,
      [input.organizationId, input.mode, input.name],
    );
    if (found !== undefined) return { merchantId: found.merchant_id };
    await insertMerchant(tx, input);
    return { merchantId: fresh };
  });
}

export interface Merchant {
  readonly merchantId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly mode: MerchantMode;
  readonly settings: MerchantSettings;
}

/** The merchant of the transaction with its settings, for work that no caller started. */
export async function readMerchant(tx: Tx): Promise<Merchant> {
  const [row] = await tx.query<SettingsRow & { organization_id: string; name: string; mode: MerchantMode }>(
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

/** The ids of all merchants, or of those made before a moment, for work that is done for each. */
export async function listMerchantIds(
  ctx: Pick<Context, "db">,
  { madeBefore = null }: { madeBefore?: Date | null } = {},
): Promise<string[]> {
  const rows = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(
      `select merchant_id as "merchantId"
       from access.merchant
       where $1::timestamptz is null or created_at < $1
       order by merchant_id`,
      [madeBefore],
    ),
  );
  return rows.map(({ merchantId }) => merchantId);
}

/**
 * Refuses members while the merchant's payouts are switched off. Other callers are refused when they authenticate.
 * A caller who has read the merchant passes it on. Throws `payouts_disabled`.
 */
export async function requirePayouts(tx: Tx, by: Actor, merchant?: Merchant): Promise<void> {
  if (!by.startsWith("member:")) return;
  const { settings } = merchant ?? (await readMerchant(tx));
  if (!settings.payoutsEnabled) throw AccessError.payouts_disabled({ merchantId: tx.merchantId });
}
