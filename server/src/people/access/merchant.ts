/** Creates, reads and changes merchants. */
import { type Actor, recordAudit } from "#audit";
import { measureBehind } from "#lib/catch-up";
import type { Context } from "#lib/context";
import { type Home, type Tx, violates } from "#lib/db";
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
  /** The name of the merchant's home. Default: the one with the fewest merchants. */
  readonly home?: string | undefined;
}

/**
 * Opens an environment of an organization, sandbox or live, which never changes. Also returns the members whose live
 * powers wait for another person from now on. Throws `organization_not_found`, `bad_name`, `home_not_found`.
 */
export async function createMerchant(
  ctx: Context,
  input: NewMerchant,
): Promise<{ merchantId: string; withheld: readonly WithheldAtOpening[] }> {
  const merchantId = newId();
  const home = await chooseHome(ctx, input.home);
  ctx.db.homes.put(merchantId, home);
  try {
    const withheld = await ctx.db.inMerchant(merchantId, (tx) => insertMerchant(tx, input, home));
    return { merchantId, withheld };
  } catch (error) {
    if (!violates(error, "merchant_organization_id_fkey")) throw error;
    throw AccessError.organization_not_found({ organizationId: input.organizationId });
  }
}

async function insertMerchant(tx: Tx, input: NewMerchant, home: Home): Promise<WithheldAtOpening[]> {
  const name = cleanName(input.name);
  // Only one environment is opened at a time in an organization, so that rights are given completely before live opens,
  // or after it.
  await tx.directory.query(LOCK_ORGANIZATION, [input.organizationId]);
  await tx.directory.execute(
    `insert into access.merchant (merchant_id, organization_id, name, mode, home, created_at)
     values ($1, $2, $3, $4, $5, clock_timestamp())`,
    [tx.merchantId, input.organizationId, name, input.mode, home.name],
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

/** Returns the home of that name, or the one with the fewest merchants that answers. */
async function chooseHome({ db }: Pick<Context, "db">, name: string | undefined): Promise<Home> {
  const all = db.homes.all();
  const named = all.find((home) => home.name === name);
  if (named !== undefined) return named;
  if (name !== undefined) throw AccessError.home_not_found({ home: name });
  if (all.length === 1) return all[0]!;
  const counts = await db.directory((tx) => tx.query<{ home: string; merchants: number }>(COUNT_AT_HOMES));
  const countAt = (home: Home): number => counts.find((one) => one.home === home.name)?.merchants ?? 0;
  for (const home of all.toSorted((a, b) => countAt(a) - countAt(b)))
    if (await isFollowing(db.homes.directory(), home)) return home;
  return db.homes.directory();
}

/** Returns how many merchants live at a home, as the directory says. */
export async function countMerchantsAt({ db }: Pick<Context, "db">, name: string): Promise<number> {
  const counts = await db.directory((tx) => tx.query<{ home: string; merchants: number }>(COUNT_AT_HOMES));
  return counts.find((one) => one.home === name)?.merchants ?? 0;
}

/** A home that is away, or whose copies have ended, gets no merchants. */
const isFollowing = async (directory: Home, home: Home): Promise<boolean> =>
  home.name === directory.name ||
  measureBehind(directory, home).then(
    () => true,
    () => false,
  );

const COUNT_AT_HOMES = `
  select home, count(*)::int as merchants
  from access.merchant
  group by home`;

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
  const home = await chooseHome(ctx, input.home);
  ctx.db.homes.put(fresh, home);
  return ctx.db.inMerchant(fresh, async (tx) => {
    await lockName(tx.directory, "merchant", `${input.organizationId}/${input.mode}/${input.name}`);
    const [found] = await tx.directory.query<{ merchant_id: string }>(
      `select merchant_id
       from access.merchant
       where organization_id = $1 and mode = $2 and name = $3
       order by merchant_id
       limit 1`,
      [input.organizationId, input.mode, input.name],
    );
    if (found !== undefined) return { merchantId: found.merchant_id };
    await insertMerchant(tx, input, home);
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

/** The ids of the merchants that live at the homes of `ctx`, which for a single database may be a part of all. */
export async function listLivingMerchantIds(ctx: Pick<Context, "db">): Promise<string[]> {
  const rows = await ctx.db.sweep((read) =>
    read.query<{ merchantId: string }>(
      `select merchant_id as "merchantId"
       from access.merchant
       join lib.home on home.name = merchant.home
       order by merchant_id`,
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
