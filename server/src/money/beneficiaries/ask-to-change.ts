import { askForApprovals, creatorOf } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { readContents, type ChangeOfList } from "./approval-content.ts";

export interface ChangesToAsk {
  readonly beneficiaryIds: readonly string[];
  readonly by: Actor;
  /** Those about which another person is asked even where no policy fits; absent: none. */
  readonly guarded?: ReadonlySet<string>;
}

/**
 * Requests approval of changes of listed beneficiaries, each separately. Returns the ids of those that must
 * wait for it. Throws ApprovalError.already_open if a request is already open.
 */
export async function askToChange(
  tx: Tx,
  change: ChangeOfList,
  { beneficiaryIds, by, guarded }: ChangesToAsk,
): Promise<ReadonlySet<string>> {
  const contents = [...(await readContents(tx, change, beneficiaryIds)).values()];
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const answers = await askForApprovals(
    tx,
    "beneficiary",
    contents.map(({ beneficiaryId, contentHash, proposal }) => {
      const isGuarded = guarded?.has(beneficiaryId) === true;
      return { subjectId: beneficiaryId, contentHash, proposal, maker: by, facts, isGuarded };
    }),
  );
  const waiting = contents.filter((_, index) => answers[index]!.kind === "pending");
  return new Set(waiting.map(({ beneficiaryId }) => beneficiaryId));
}
