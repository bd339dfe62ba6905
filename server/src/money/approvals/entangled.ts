/**
 * Finds the members who may not decide because of rights that were given in the last day: no one may make their own
 * second person.
 */
import { readInfluence, type Influence } from "#access";
import type { Tx } from "#lib/db";
import { GUARDS, type SubjectKind } from "./policy.ts";
import type { Request } from "./request.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Reads the rights that members gave each other, keys and policies in the last 24 hours, if duties are separated:
 * always in live, and in a sandbox that asks another person about rights or policies. Null if they are not.
 */
export async function readRecentInfluence(tx: Tx): Promise<Influence[] | null> {
  const [found] = await tx.query<{ separated: boolean }>(IS_SEPARATED, [tx.merchantId, GUARDS]);
  if (found?.separated !== true) return null;
  return readInfluence(tx, new Date(tx.now.getTime() - DAY_MS));
}

/** Names the policies of one kind as something that a member can have influenced. */
export const policiesOf = (merchantId: string, subjectKind: SubjectKind): `policies:${string}` =>
  `policies:${merchantId}:${subjectKind}`;

export interface Ties {
  readonly merchantId: string;
  readonly influence: readonly Influence[];
  /** A member who could have ordered this by the API, whatever the age of the secret. */
  readonly knows?: string | undefined;
}

/**
 * Returns the members who may not decide about a request. They gave its makers what they can do, or have it from them,
 * directly or through others (otherwise a member could invite two, and let one ask and the other agree); or they made
 * or changed the key pair that asks or the policies that apply; or they know its secret (`knows`); or they are tied in
 * these ways to such a member. Pure.
 */
export function entangledWith(
  { makerIds, maker, subjectKind }: Pick<Request, "makerIds" | "maker" | "subjectKind">,
  { merchantId, influence, knows }: Ties,
): ReadonlySet<string> {
  const things = new Set<string>([maker, policiesOf(merchantId, subjectKind)]);
  const bound = new Set([
    ...makerIds,
    ...(knows === undefined ? [] : [knows]),
    ...influence.filter(({ over }) => things.has(over)).map(({ memberId }) => memberId),
  ]);
  const among = influence.flatMap(({ memberId, over }) =>
    over.startsWith("member:") ? [[memberId, over.slice("member:".length)] as const] : [],
  );
  for (let before = -1; before < bound.size;) {
    before = bound.size;
    for (const pair of among) if (pair.some((one) => bound.has(one))) pair.forEach((one) => bound.add(one));
  }
  return bound;
}

const IS_SEPARATED = `
  select merchant.mode = 'live' or exists (
    select from approvals.policy_set
    where policy_set.merchant_id = merchant.merchant_id
      and policy_set.subject_kind = any ($2::text[])
      and policy_set.subject_kind not in ('key_reset', 'limit')
      and policy_set.in_force
  ) as separated
  from access.merchant
  where merchant.merchant_id = $1`;
