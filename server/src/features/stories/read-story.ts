import { memberOf, nameMembers } from "#access";
import { readCourse, showRequest } from "#approvals";
import { nameBatches } from "#batches";
import { accountsOf, readPayees } from "#beneficiaries";
import { listBankConnections, readFundSources, readSourceBalances } from "#fund-sources";
import { readPostings } from "#ledger";
import type { Context } from "#lib/context";
import { maskWords } from "#lib/mask-account";
import type { Tx } from "#lib/db";
import { nameLinks } from "#links";
import { CALENDARS } from "#rails";
import { readRecallsOf } from "#recalls";
import { readVerdicts } from "#risk";
import { readDecisions } from "#routing";
import {
  findTransfer,
  readHistory,
  readLateSuccesses,
  readQueuePlaces,
  type Transfer,
  type TransferChoice,
  WAITS_FOR_BLOCK,
} from "#transfers";
import { readSubject } from "#webhooks";
import { StoryError, type Story, type StoryParts } from "./story.ts";
import { explainTransfer, type TransferExplanation } from "./explain-transfer.ts";
import { describeEvents } from "./describe-events.ts";

/** Reads all that is known about one transfer, and what follows from it. Throws StoryError.not_found. */
export async function readStory(ctx: Context, merchantId: string, choice: TransferChoice): Promise<Story> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const transfer = await findTransfer(tx, choice);
    if (transfer === undefined) throw StoryError.not_found(choice);
    const parts = maskParts(ctx, await readParts(tx, transfer));
    return {
      ...parts,
      explanation: await explain(ctx, tx, parts),
      timeline: describeEvents(parts),
    };
  });
}

async function readParts(tx: Tx, transfer: Transfer): Promise<StoryParts> {
  const { transferId, beneficiaryId, originKind, originId, fundSourceId } = transfer;
  const originOf = (kind: string): string[] => (originKind === kind && originId !== null ? [originId] : []);
  const [payees, history, late, verdicts, postings, approvals, webhooks, recalls, batches, links, sources] =
    await Promise.all([
      readPayees(tx, { beneficiaryIds: [beneficiaryId] }),
      readHistory(tx, transferId),
      readLateSuccesses(tx, [transferId]),
      readVerdicts(tx, [transferId]),
      readPostings(tx, transferId),
      readCourse(tx, "transfer", transferId),
      readSubject(tx, transferId),
      readRecallsOf(tx, transferId),
      nameBatches(tx, originOf("batch")),
      nameLinks(tx, originOf("link")),
      readFundSources(tx),
    ]);
  const batch = batches.get(originId ?? "") ?? null;
  const source = sources.find((one) => one.fundSourceId === fundSourceId);
  const makerId = history.makerId ?? (batch === null ? null : memberOf(batch.createdBy));
  return {
    transfer,
    payee: payees[0]!,
    history,
    paidLate: late.get(transferId) ?? null,
    verdicts,
    routes: await readDecisions(
      tx,
      history.attempts.map(({ decisionId }) => decisionId),
    ),
    postings,
    places: await readQueuePlaces(tx, [transfer]),
    approvals,
    ...webhooks,
    recalls,
    batch,
    linkKey: links.get(originId ?? "")?.linkKey ?? null,
    makerName: makerId === null ? null : ((await nameMembers(tx, [makerId])).get(makerId) ?? null),
    fundSourceName: source?.name ?? fundSourceId,
    sourceBankId: source?.bankId ?? null,
  };
}

/** Masks what may be an account number in what banks said and people wrote; its references find a payment. */
function maskParts(ctx: Context, parts: StoryParts): StoryParts {
  const { transfer, payee, history, recalls } = parts;
  const { transferKey, referenceId, utr } = transfer;
  const { steps, messages, contradictions, attempts } = history;
  const known = {
    accounts: accountsOf(ctx, transfer.merchantId, payee),
    references: [
      ...[transferKey, `${referenceId}`, utr, payee.beneId, ...recalls.map((one) => one.bankReference)],
      ...messages.map((one) => one.utr),
      ...attempts.map(({ reference }) => reference),
    ],
  };
  const mask = (words: string): string => maskWords(words, known);
  return {
    ...parts,
    history: {
      ...history,
      steps: steps.map((step) => ({ ...step, because: mask(step.because) })),
      messages: messages.map((one) => ({ ...one, code: mask(one.code), detail: mask(one.detail) })),
      contradictions: contradictions.map((one) => ({ ...one, detail: mask(one.detail) })),
    },
    recalls: recalls.map((recall) => ({
      ...recall,
      history: recall.history.map((step) => ({ ...step, because: mask(step.because) })),
    })),
  };
}

async function explain(ctx: Context, tx: Tx, parts: StoryParts): Promise<TransferExplanation> {
  const { transfer, fundSourceName, sourceBankId, approvals, history, paidLate } = parts;
  const balances = await readSourceBalances(tx, [transfer.fundSourceId]);
  const banks = transfer.waitingFor === "downtime" ? await listBankConnections(ctx, tx) : [];
  const own = banks.filter(({ bankId }) => sourceBankId === null || bankId === sourceBankId);
  const open = approvals.find(({ status }) => status === "pending");
  const asked = open && (await showRequest(tx, { requestId: open.requestId, by: "system" }));
  const names = await nameMembers(tx, asked?.approvers ?? []);
  const waits = history.steps.findLast(({ to }) => to === "waiting");
  return explainTransfer({
    transfer,
    paidLate,
    now: tx.now,
    calendar: CALENDARS[ctx.config.railCalendar],
    fundSourceName,
    spendablePaise: balances.get(transfer.fundSourceId)?.spendablePaise ?? 0n,
    first: parts.places.get(transfer.transferId)?.behind ?? null,
    approval: asked ? { approvers: [...names.values()], expiresAt: asked.expiresAt } : null,
    waitingSince: waits?.at ?? null,
    isBlocked: waits?.because === WAITS_FOR_BLOCK,
    bankIsStopped: own.some(({ stopped }) => stopped) && !own.some(({ enabled }) => enabled),
  });
}
