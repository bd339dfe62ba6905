/** A member who was shown the secret of a key pair could act as its program, as long as the secret is valid. */
import { readHolders } from "#access";
import type { Tx } from "#lib/db";
import { SECOND, werePowersTakenLately } from "./alone.ts";
import { approversOf, permissionsIn, type Level } from "./policy.ts";
import { progressOf, type Approver } from "./progress.ts";
import type { Request } from "./request.ts";

type Asked = Pick<Request, "requestId" | "makerIds" | "secretShownTo"> & {
  /** The levels of each policy that applies. */
  readonly asks: readonly (readonly Level[])[];
};

/**
 * Returns the members who may not decide because they were shown the secret that a request was ordered with, by the
 * request's id. If a decision is impossible without such a member, the member may decide as others do: together with
 * others if several must approve and the others are too few, and alone if no other member owns or approves anything.
 * This exception does not hold if powers were taken in the last seven days from someone who could have decided.
 */
export async function findBoundBySecret(
  tx: Tx,
  requests: readonly Asked[],
): Promise<ReadonlyMap<string, string>> {
  const shown = requests.filter(({ secretShownTo }) => secretShownTo !== null);
  if (shown.length === 0) return new Map();
  const levels = shown.flatMap(({ asks }) => asks).flat();
  const deciding = [...permissionsIn(levels), ...SECOND];
  const able = await readHolders(tx, deciding);
  const wereTaken = await werePowersTakenLately(tx, { held: deciding });
  return new Map(
    shown
      .filter((one) => wereTaken || canDoWithout(one, able))
      .map(({ requestId, secretShownTo }) => [requestId, secretShownTo!]),
  );
}

/** True if others can decide a request, or if there is at least one other person where one approval is enough. */
function canDoWithout({ asks, makerIds, secretShownTo }: Asked, able: readonly Approver[]): boolean {
  const bound = new Set([secretShownTo, ...makerIds]);
  const others = able.filter(({ memberId }) => !bound.has(memberId));
  if (asks.every((levels) => progressOf(levels, others).complete)) return true;
  return others.length > 0 && asks.every((levels) => approversOf(levels) === 1);
}
