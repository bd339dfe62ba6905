/** The whole life of one transfer, for people who want to follow it. */
import type { Caller } from "#access";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { mayBeTold, readStory as read, StoryError, type Story } from "#stories";
import { publicStatus } from "#transfers";
import { SandboxError } from "./errors.ts";

/**
 * Returns the steps, verdicts with their rule, attempts, bank responses, ledger postings and events of one
 * transfer, each in order. Amounts of a rule are in paise.
 */
export async function readStory(
  ctx: Context,
  caller: Pick<Caller, "merchantId" | "fundSourceIds">,
  transferKey: string,
): Promise<object> {
  try {
    const story = await read(ctx, caller.merchantId, { transferKey });
    if (!(await mayBeTold(ctx, caller, story.transfer))) throw StoryError.not_found({ transferKey });
    return tellStory(story);
  } catch (error) {
    if (StoryError.is(error, "not_found")) throw SandboxError.transfer_not_found({ transferId: transferKey });
    throw error;
  }
}

function tellStory({ transfer, history, verdicts, routes, postings, events }: Story): object {
  const { amountPaise, feePaise, taxPaise } = transfer;
  return {
    transferId: transfer.transferKey,
    referenceId: String(transfer.referenceId),
    status: publicStatus[transfer.status],
    amount: formatRupees(amountPaise),
    fee: formatRupees(feePaise),
    tax: formatRupees(taxPaise),
    utr: transfer.utr,
    reason: transfer.reason,
    acknowledged: transfer.acknowledged ? 1 : 0,
    steps: history.steps,
    verdicts: verdicts.map(({ transferId: _transferId, ...verdict }) => verdict),
    attempts: history.attempts.map(({ attempt, bankId, rail, reference, live, evidence, decisionId }) => ({
      attempt,
      bankId,
      rail,
      reference,
      live,
      evidence,
      route: routes.get(decisionId) ?? null,
    })),
    bankMessages: history.messages.map(({ attempt, source, evidence, code, detail, utr, credited, at }) => ({
      attempt,
      source,
      evidence,
      code,
      detail,
      utr,
      credited,
      at,
    })),
    ledger: postings.map(({ kind, debit, credit, amountPaise: paise, at }) => ({
      kind,
      debit,
      credit,
      at,
      amount: formatRupees(paise),
    })),
    events: events.map(({ seq, type, at }) => ({ seq, type, at })),
  };
}
