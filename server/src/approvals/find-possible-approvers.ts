import { listMembers } from "#access";
import type { Tx } from "#lib/db";
import type { Requirement } from "./policy.ts";
import { mayFill } from "./progress.ts";

const MEMBERS_MAX = 500;

/** One level of a requirement, with the names of those who may agree now. */
export interface LevelToFill {
  readonly approvers: number;
  readonly names: readonly string[];
}

/** Who could agree to something that this member asks for: nobody agrees to their own. In the order of the levels. */
export async function findPossibleApprovers(
  tx: Tx,
  { levels }: Pick<Requirement, "levels">,
  makerId: string | null,
): Promise<LevelToFill[]> {
  const members = await listMembers(tx, { limit: MEMBERS_MAX });
  const others = members.filter(({ memberId, active }) => active && memberId !== makerId);
  return levels.map((level) => ({
    approvers: level.approvers,
    names: others
      .filter((one) => mayFill(level, { ...one, permissions: new Set(one.permissions) }))
      .map(({ name }) => name),
  }));
}
