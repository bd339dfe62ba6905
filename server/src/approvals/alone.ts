/** Where an organization has one person only: what waits for another one is done after a day, and announced. */
import { memberOf, werePowersTaken } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Level, Requirement } from "./policy.ts";
import { mayFill } from "./progress.ts";
import { readCandidates } from "./read-candidates.ts";

const HOUR_MS = 3_600_000;
const ALONE_HOURS = 24;
/** Where a member took what another could do, no one is alone until that is as old as this. */
const TOOK_DAYS = 7;

/** When a change that its maker is alone to decide about may be done; null: another person may decide about it. */
export async function aloneFrom(tx: Tx, maker: Actor, requirement: Requirement | null): Promise<Date | null> {
  if (requirement === null || !(await isAlone(tx, maker, requirement.levels))) return null;
  return new Date(tx.now.getTime() + ALONE_HOURS * HOUR_MS);
}

/**
 * Whether the maker is an Owner and no other member could agree at any level, of those who have joined. Where
 * powers were taken from someone in the last seven days no one is alone: a member who does as the Owner says may have
 * taken them.
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
  return !(await werePowersTaken(tx, new Date(tx.now.getTime() - TOOK_DAYS * 24 * HOUR_MS)));
}
