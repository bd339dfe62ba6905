/** Where an organization has one person only: what waits for another one is done after a day, and announced. */
import { memberOf, tookFromOthers } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Level, Requirement } from "./policy.ts";
import { mayFill } from "./progress.ts";
import { readCandidates } from "./read-candidates.ts";

const HOUR_MS = 3_600_000;
const ALONE_HOURS = 24;
/** An Owner who took what others could do must wait until that is as old as this. */
const TOOK_DAYS = 7;

/** When a change that its maker is alone to decide about may be done; null: another person may decide about it. */
export async function aloneFrom(tx: Tx, maker: Actor, requirement: Requirement | null): Promise<Date | null> {
  if (requirement === null || !(await isAlone(tx, maker, requirement.levels))) return null;
  return new Date(tx.now.getTime() + ALONE_HOURS * HOUR_MS);
}

/**
 * Whether the maker is an Owner and no other member could agree at any level, of those who have joined. An Owner who
 * has taken powers from others in the last seven days does not count as alone.
 */
export async function isAlone(tx: Tx, maker: Actor, levels: readonly Level[]): Promise<boolean> {
  const makerId = memberOf(maker);
  if (makerId === null) return false;
  const members = await readCandidates(tx);
  const own = members.find(({ memberId }) => memberId === makerId);
  if (own?.permissions.has("own_organization") !== true) return false;
  const others = members.filter(({ memberId }) => memberId !== makerId);
  const isOtherOwner = others.some(({ permissions }) => permissions.has("own_organization"));
  if (isOtherOwner || others.some((one) => levels.some((level) => mayFill(level, one)))) return false;
  return !(await tookFromOthers(tx, makerId, new Date(tx.now.getTime() - TOOK_DAYS * 24 * HOUR_MS)));
}
