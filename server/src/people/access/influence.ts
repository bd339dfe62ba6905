/**
 * Records which member gave a member, a key pair or a policy what it can do. It is read when that member wants to
 * approve what follows from it.
 */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { MerchantMode } from "./credentials.ts";
import { MODE_OF_TX, ORGANIZATION_OF_TX, SANDBOX_PERMISSIONS } from "./member.ts";
import { powersOf, type Permission } from "./permissions.ts";
import { memberOf, readPermissions } from "./require-permission.ts";

/** A member, a key pair or the policies of one kind, which a member has changed. */
type Influenced = `member:${string}` | `api-key:${string}` | `policies:${string}`;

export interface Influence {
  readonly memberId: string;
  readonly over: Influenced;
}

interface Hand {
  /** `gave` unless said otherwise. */
  readonly what?: "gave" | "took";
  /** The environment of the power; both unless said otherwise. */
  readonly mode?: MerchantMode;
  /** The powers that were held before some of them were taken. */
  readonly former?: readonly Permission[];
  /** True if the member only widened it, and so has no part in what it does later. */
  readonly once?: boolean;
}

/**
 * Notes that a member gave these what they can do, or took it from them, in the caller's transaction. Nothing is noted
 * for the system, because the operator is no member.
 */
export async function noteInfluence(
  tx: Tx,
  by: Actor,
  over: readonly Influenced[],
  { what = "gave", mode, former, once = false }: Hand = {},
): Promise<void> {
  const memberId = memberOf(by);
  const others = over.filter((one) => one !== by);
  if (memberId === null || others.length === 0) return;
  await tx.directory.execute(NOTE, [
    tx.merchantId,
    memberId,
    others,
    what,
    mode ?? null,
    former ?? null,
    once,
  ]);
}

/** Ends the control of all members over a key pair, because its secret is replaced. */
export async function endControl(tx: Tx, over: `api-key:${string}`): Promise<void> {
  await tx.directory.execute(END_HANDS, [tx.merchantId, over]);
}

/**
 * Records that the members who had a member's second factors removed the last time have influenced that member. After
 * the removal, anyone with the password can act as the member, and in live once a new factor is set up.
 */
export async function noteFactorReset(tx: Tx, memberId: string): Promise<void> {
  await tx.directory.execute(NOTE_RESET, [memberId]);
}

/**
 * Ends an Owner's right to give these members back what was taken from them until now, because an Owner has given some
 * of it back, or the operator or several people have set their rights anew.
 */
export async function settleTaken(
  tx: Tx,
  over: readonly `member:${string}`[],
  { mode }: { readonly mode: MerchantMode },
): Promise<void> {
  if (over.length > 0) await tx.directory.execute(SETTLE, [tx.merchantId, over, mode]);
}

/**
 * Reads the powers that members of the transaction's organization have given each other, key pairs and policies since
 * a moment, in the environment of the transaction.
 */
export function readInfluence(tx: Tx, since: Date): Promise<Influence[]> {
  return tx.query<Influence>(READ, [tx.merchantId, since]);
}

/**
 * Returns true if a member has, in the environment of the transaction, taken powers since the given moment from a
 * member who held one of these permissions, or, unless `onlySince`, at any time from an Owner who is not one any more.
 */
export async function werePowersTaken(
  tx: Tx,
  since: Date,
  { held, onlySince = false }: { held: readonly Permission[]; onlySince?: boolean },
): Promise<boolean> {
  const [found] = await tx.query(FIND_TAKEN, [tx.merchantId, since, held, onlySince]);
  return found !== undefined;
}

/** The permissions that a member is to get in one environment. */
export interface Gift {
  readonly memberId: string;
  readonly mode: MerchantMode;
  readonly permissions: readonly Permission[];
}

/**
 * Returns those gifts with which an Owner gives back no more than what another member took in the last seven days,
 * since the environment was opened and since the Owner last took something itself. Powers that were held before do not
 * count as new.
 */
export async function findGivenBack(tx: Tx, by: Actor, gifts: readonly Gift[]): Promise<Gift[]> {
  const memberId = memberOf(by);
  if (memberId === null || gifts.length === 0) return [];
  const rights = (await readPermissions(tx, [memberId])).get(memberId)?.rights;
  const owned = gifts.filter(({ mode }) => rights?.[mode].has("own_organization") === true);
  const given = owned.map((gift, place) => ({ ...gift, place, powers: powersOf(gift.permissions) }));
  const rows = await tx.query<{ place: number }>(FIND_FORMER, [
    tx.merchantId,
    memberId,
    JSON.stringify(given),
  ]);
  return rows.map(({ place }) => owned[place]!);
}

const NOTE = `
  insert into access.influence (organization_id, member_id, over, what, mode, former, ended_at)
  select ${ORGANIZATION_OF_TX}, $2, over, $4, $5, $6, case when $7 then clock_timestamp() end
  from unnest($3::text[]) as given (over)`;

const END_HANDS = `
  update access.influence
  set ended_at = clock_timestamp()
  where organization_id = ${ORGANIZATION_OF_TX}
    and over = $2
    and what = 'gave'
    and ended_at is null`;

const NOTE_RESET = `
  insert into access.influence (organization_id, member_id, over, what)
  select last.organization_id, hand.member_id, 'member:' || last.member_id, 'gave'
  from (
    select organization_id, member_id, asked_by, coalesce(agreed_by, decided_by) as agreed_by
    from access.factor_reset
    where member_id = $1 and outcome = 'done'
    order by decided_at desc
    limit 1
  ) as last
  cross join unnest(array[last.asked_by, last.agreed_by]) as hand (member_id)`;

const SETTLE = `
  update access.influence
  set settled = true
  where organization_id = ${ORGANIZATION_OF_TX}
    and over = any ($2)
    and what = 'took'
    and mode = $3
    and not settled`;

const IN_ENVIRONMENT = `(influence.mode is null or influence.mode = ${MODE_OF_TX})`;

const READ = `
  select distinct member_id as "memberId", over
  from access.influence
  where organization_id = ${ORGANIZATION_OF_TX} and at > $2 and what = 'gave'
    and ${IN_ENVIRONMENT}`;

// If the former permissions were not recorded, the row of a disabled member still has them.
const HELD = `case influence.mode when 'sandbox' then ${SANDBOX_PERMISSIONS} else member.permissions end`;

const FIND_TAKEN = `
  select
  from access.influence
  join access.member on influence.over = 'member:' || member.member_id
  where influence.organization_id = ${ORGANIZATION_OF_TX}
    and influence.what = 'took'
    and 'own_organization' = any (coalesce(influence.former, ${HELD}))
    and ${IN_ENVIRONMENT}
    and (not member.active or 'own_organization' <> all (${HELD}))
    and not $4
  union all
  select
  from access.influence
  where organization_id = ${ORGANIZATION_OF_TX} and at > $2 and what = 'took'
    and (former is null or former && $3)
    and ${IN_ENVIRONMENT}
  limit 1`;

const FIND_FORMER = `
  select given.place
  from jsonb_to_recordset($3::jsonb) as given (place integer, "memberId" text, mode text, powers text[])
  where exists (
    select
    from access.influence
    where organization_id = ${ORGANIZATION_OF_TX}
      and over = 'member:' || given."memberId"
      and what = 'took'
      and influence.mode = given.mode
      and member_id <> $2
      and not settled
      and given.powers <@ former
      and not exists (
        select
        from access.influence as own
        where own.organization_id = influence.organization_id
          and own.over = influence.over
          and own.what = 'took'
          and own.mode = influence.mode
          and own.member_id = $2
          and own.influence_id > influence.influence_id
      )
      and at > now() - interval '7 days'
      and at > coalesce(
        (
          select min(merchant.created_at)
          from access.merchant
          where merchant.organization_id = ${ORGANIZATION_OF_TX} and merchant.mode = given.mode
        ),
        '-infinity'
      )
  )`;
