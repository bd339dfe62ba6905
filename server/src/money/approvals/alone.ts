/**
 * Finds the people who decide about a change of the guards whose policy would ask its own maker alone. If there is no
 * one, the change is made after a day.
 */
import { memberOf, readHolders, werePowersTaken, type Permission } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { permissionsIn, type Level, type Requirement } from "./policy.ts";
import { mayFill } from "./progress.ts";

const HOUR_MS = 3_600_000;
const ALONE_HOURS = 24;
/** If a member took what another could do, no Owner counts as alone for this many days. */
const TOOK_DAYS = 7;

/**
 * A member with any of these permissions counts as a second person. The first of them that another member holds is then
 * required.
 */
export const SECOND: readonly Permission[] = [
  "approve_changes",
  "approve_quick_transfer",
  "approve_bulk_transfer",
  "own_organization",
];

export interface Deciding {
  readonly requirement: Requirement;
  /**
   * The time when the change is made without approval, because there is no one else; null if another person decides.
   */
  readonly aloneUntil: Date | null;
}

/** Finds the people who decide about a change of the guards that this policy asks others about. */
export async function whoDecides(tx: Tx, maker: Actor, requirement: Requirement): Promise<Deciding> {
  const levels = await levelsForOthers(tx, maker, requirement.levels);
  if (levels === requirement.levels) return { requirement, aloneUntil: null };
  const aloneUntil = levels === null ? new Date(tx.now.getTime() + ALONE_HOURS * HOUR_MS) : null;
  const anyOther = {
    ...requirement,
    policyName: "Another person agrees",
    levels: levels ?? oneOf(SECOND[0]!),
  };
  return { requirement: anyOther, aloneUntil };
}

/** True if the maker is an Owner and no other member could agree. */
export async function isAlone(tx: Tx, maker: Actor, levels: readonly Level[]): Promise<boolean> {
  return (await levelsForOthers(tx, maker, levels)) === null;
}

/** True if no other member owns the organization, and no one was made to stop owning it in the last seven days. */
export async function isOnlyOwner(tx: Tx, by: Actor): Promise<boolean> {
  const owners = await readHolders(tx, ["own_organization"]);
  const memberId = memberOf(by);
  if (owners.some((owner) => owner.memberId !== memberId)) return false;
  return !(await werePowersTakenLately(tx, { held: ["own_organization"], onlySince: true }));
}

/**
 * Returns the levels that must agree. They stay the same if their maker is no Owner, or if another member who has
 * joined could fill any of them. If only the Owner could fill them, another member who approves anything or owns the
 * organization is asked instead. Null if there is no such member: the Owner is alone. No Owner counts as alone if
 * powers were taken in the last seven days from someone who could have decided, because a member who obeys the Owner
 * may have taken them; nor, at any later time, if another member's change made an Owner lose that role.
 */
async function levelsForOthers(
  tx: Tx,
  maker: Actor,
  levels: readonly Level[],
): Promise<readonly Level[] | null> {
  const makerId = memberOf(maker);
  if (makerId === null) return levels;
  const deciding = [...permissionsIn(levels), ...SECOND];
  const members = await readHolders(tx, deciding);
  const own = members.find(({ memberId }) => memberId === makerId);
  if (own?.permissions.has("own_organization") !== true) return levels;
  const others = members.filter(({ memberId }) => memberId !== makerId);
  if (others.some((one) => levels.some((level) => mayFill(level, one)))) return levels;
  if (await werePowersTakenLately(tx, { held: deciding })) return levels;
  const held = SECOND.find((permission) => others.some(({ permissions }) => permissions.has(permission)));
  return held === undefined ? null : oneOf(held);
}

/** True if members who could decide lost powers so lately that the members who are left prove nothing. */
export const werePowersTakenLately = (
  tx: Tx,
  deciding: { readonly held: readonly Permission[]; readonly onlySince?: boolean },
): Promise<boolean> => werePowersTaken(tx, new Date(tx.now.getTime() - TOOK_DAYS * 24 * HOUR_MS), deciding);

/** A single level that asks one member with a permission. */
const oneOf = (permission: Permission): Level[] => [{ approvers: 1, permission, memberIds: null }];
