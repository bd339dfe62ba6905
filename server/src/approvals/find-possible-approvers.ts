import { readHolders } from "#access";
import type { Tx } from "#lib/db";
import { permissionsIn, type Level } from "./policy.ts";
import { mayFill } from "./progress.ts";

/** One level of a requirement, with the names of those who may agree now. */
export interface LevelToFill {
  readonly approvers: number;
  readonly names: readonly string[];
}

/** Who could approve what this member asks for, which the member cannot. In the order of the levels. */
export async function findPossibleApprovers(
  tx: Tx,
  levels: readonly Level[],
  makerId: string | null,
): Promise<LevelToFill[]> {
  const able = await readHolders(tx, permissionsIn(levels));
  const others = able.filter(({ memberId }) => memberId !== makerId);
  return levels.map((level) => ({
    approvers: level.approvers,
    names: others.filter((one) => mayFill(level, one)).map(({ name }) => name),
  }));
}

/** Whether there are members who could approve what no member asks for. */
export async function canBeApproved(tx: Tx, levels: readonly Level[]): Promise<boolean> {
  const filled = await findPossibleApprovers(tx, levels, null);
  return filled.every(({ approvers, names }) => names.length >= approvers);
}
