/** Who gave a member, a key pair or a policy what it can do: asked when that person wants to approve what follows. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { ORGANIZATION_OF_TX } from "./member.ts";
import { memberOf } from "./require-permission.ts";

/** What a member had a hand in: another member, a key pair, or the policies of one kind. */
export type Influenced = `member:${string}` | `api-key:${string}` | `policies:${string}`;

export interface Influence {
  readonly memberId: string;
  readonly over: Influenced;
}

/**
 * Notes that a member gave these what they can do, or took it from them, in the caller's transaction. What the system
 * does is not noted: the operator is no member.
 */
export async function noteInfluence(
  tx: Tx,
  by: Actor,
  over: readonly Influenced[],
  what: "gave" | "took" = "gave",
): Promise<void> {
  const memberId = memberOf(by);
  const others = over.filter((one) => one !== by);
  if (memberId === null || others.length === 0) return;
  await tx.execute(NOTE, [tx.merchantId, memberId, others, what]);
}

/** What the members of the transaction's organization gave each other, their key pairs and policies since a moment. */
export function readInfluence(tx: Tx, since: Date): Promise<Influence[]> {
  return tx.query<Influence>(READ, [tx.merchantId, since]);
}

/** Tells whether any member of the organization has taken powers from another one since the given moment. */
export async function werePowersTaken(tx: Tx, since: Date): Promise<boolean> {
  const [found] = await tx.query(FIND_TAKEN, [tx.merchantId, since]);
  return found !== undefined;
}

const NOTE = `
  insert into access.influence (organization_id, member_id, over, what)
  select ${ORGANIZATION_OF_TX}, $2, over, $4
  from unnest($3::text[]) as given (over)`;

const READ = `
  select distinct member_id as "memberId", over
  from access.influence
  where organization_id = ${ORGANIZATION_OF_TX} and at > $2 and what = 'gave'`;

const FIND_TAKEN = `
  select
  from access.influence
  where organization_id = ${ORGANIZATION_OF_TX} and at > $2 and what = 'took'
  limit 1`;
