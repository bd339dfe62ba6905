/** Who decides about a change of the guards whose policy asks its own maker alone; no one: it is done after a day. */
import { memberOf, readHolders, werePowersTaken, type Permission } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { permissionsIn, type Level, type Requirement } from "./policy.ts";
import { mayFill } from "./progress.ts";

const HOUR_MS = 3_600_000;
const ALONE_HOURS = 24;
/** Where a member took what another could do, no one is alone until that is as old as this. */
const TOOK_DAYS = 7;

/** One other member who may do any of these is a second person; the first that someone holds is asked for. */
export const SECOND: readonly Permission[] = [
  "approve_changes",
  "approve_quick_transfer",
  "approve_bulk_transfer",
  "own_organization",
];

export interface Deciding {
  readonly requirement: Requirement;
  /** When it is done although no one else has agreed, because there is no one else; null: another person decides. */
  readonly aloneUntil: Date | null;
}

/** Who decides about a change of the guards that this policy asks others about. */
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

/** Whether the maker is an Owner and no other member could agree. */
export async function isAlone(tx: Tx, maker: Actor, levels: readonly Level[]): Promise<boolean> {
  return (await levelsForOthers(tx, maker, levels)) === null;
}

/**
 * The levels themselves where another member, of those who have joined, could fill any of them, or where their maker is
 * no Owner. A policy that names an Owner alone makes no one alone, though: of the others one who approves anything, or
 * owns the organization too, is asked instead. Null: there is no such member, and the Owner is alone. Where powers were
 * taken in the last seven days from someone who could have decided, no one is: a member who does as the Owner says may
 * have taken them. Nor is
 * anyone, at any time, where an Owner is one no more because of another member.
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
  if (await werePowersTakenLately(tx, deciding)) return levels;
  const held = SECOND.find((permission) => others.some(({ permissions }) => permissions.has(permission)));
  return held === undefined ? null : oneOf(held);
}

/** Tells whether members who could decide lost powers so lately that the members who are left prove nothing. */
export const werePowersTakenLately = (tx: Tx, deciding: readonly Permission[]): Promise<boolean> =>
  werePowersTaken(tx, new Date(tx.now.getTime() - TOOK_DAYS * 24 * HOUR_MS), deciding);

/** One level, of one member with a permission. */
const oneOf = (permission: Permission): Level[] => [{ approvers: 1, permission, memberIds: null }];
