import { askForApprovals, creatorOf } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { readContents, type ChangeOfList } from "./approval-content.ts";

export interface ChangesToAsk {
  readonly beneficiaryIds: readonly string[];
  readonly by: Actor;
}

/**
 * Asks for approval of a change of listed beneficiaries, each by itself; answers the ids of those that must wait for
 * it. Throws ApprovalError.already_open when one is asked for already.
 */
export async function askToChange(
  tx: Tx,
  change: ChangeOfList,
  { beneficiaryIds, by }: ChangesToAsk,
): Promise<ReadonlySet<string>> {
  const contents = [...(await readContents(tx, change, beneficiaryIds)).values()];
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const answers = await askForApprovals(
    tx,
    "beneficiary",
    contents.map(({ beneficiaryId, contentHash, proposal }) => {
      return { subjectId: beneficiaryId, contentHash, proposal, maker: by, facts };
    }),
  );
  const waiting = contents.filter((_, index) => answers[index]!.kind === "pending");
  return new Set(waiting.map(({ beneficiaryId }) => beneficiaryId));
}
