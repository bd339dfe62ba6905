/** Takes transfers that are ready, or whose wait is over, routes them, and commits the intent to send. */
import { setTimeout as sleep } from "node:timers/promises";
import { readPayees } from "#beneficiaries";
import { listBankConnections, readFundSources } from "#fund-sources";
import { openPlaces } from "#health";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { CommitUnknownError, type Home, type Tx } from "#lib/db";
import { openDispatchRisk, readRules } from "#risk";
import { type NoRoute, readRouting, recordDecisions, type Route } from "#routing";
import { type PaidBefore, readPaidBefore } from "../accept/paid.ts";
import { askAboutOrphans } from "../admit/ask-about-orphans.ts";
import { insertAttempts } from "../attempt.ts";
import { tellWaiters } from "../await-outcome.ts";
import { UNSTOPPED } from "../origins.ts";
import { matchStrayNews } from "../record/keep-stray-news.ts";
import { runtimeOf } from "../runtime.ts";
import { type Transfer, transferColumns } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";
import { decideDispatch, type ToDispatch, WAITS_FOR_BLOCK } from "./decide-dispatch.ts";
import { payAttempts, SEND_WITHIN_MS, type Sending } from "./pay-attempts.ts";
import { bankFactsOf, downWhileOff } from "./route-transfers.ts";
import { readTriedBanks } from "./tried-banks.ts";

const SET_MAX = 500;

/**
 * Dispatches one set of a merchant's due transfers and returns how many were taken. Rows that another worker
 * has locked are skipped. The intent is committed together with the claim, so no lease is needed. While
 * payouts are disabled, only withdrawals and refunds are sent; the others stay as they are.
 */
export async function dispatchTransfers(ctx: Context, merchantId: string): Promise<number> {
  const runtime = runtimeOf(ctx);
  const places = runtime.stopping ? 0 : runtime.payers.take(merchantId, SET_MAX);
  if (places === 0) return 0;
  const startedAt = performance.now();
  const plan: Plan = { claimed: 0, sendings: [], ended: [], paidBefore: false, transaction: null };
  try {
    await ctx.db.atHome(merchantId, (home) =>
      home
        .inMerchant(merchantId, (tx) => dispatchInTransaction(ctx, tx, { places, startedAt, plan }))
        .catch(async (error: unknown) => {
          if (!(error instanceof CommitUnknownError)) throw error;
          const { transaction } = plan;
          if (transaction !== null && (await awaitCommit(home, transaction))) return;
          Object.assign(plan, { sendings: [], ended: [] });
        }),
    );
  } catch (error) {
    runtime.payers.free(merchantId, places);
    throw error;
  }
  crashPoint("transfers.dispatch.committed");
  runtime.payers.free(merchantId, places - plan.sendings.length);
  payAttempts(ctx, plan.sendings);
  tellWaiters(runtime, plan.ended);
  if (plan.paidBefore) runtime.background("paid before", matchStrayNews(ctx, merchantId));
  return plan.claimed;
}

/** The decisions of the transaction, kept outside of it in case the answer to COMMIT is lost. */
interface Plan {
  claimed: number;
  sendings: Sending[];
  ended: Transfer[];
  /** True if a bank reported a payment of some of them before we knew of it; nothing is sent for those. */
  paidBefore: boolean;
  /** PostgreSQL's number of the transaction. */
  transaction: string | null;
}

async function dispatchInTransaction(
  ctx: Context,
  tx: Tx,
  { places, startedAt, plan }: { places: number; startedAt: number; plan: Plan },
): Promise<void> {
  const due = await claimDue(tx, places);
  plan.claimed = due.length;
  plan.sendings = [];
  if (due.length === 0) return;
  crashPoint("transfers.dispatch.claimed");
  const beneficiaryIds = [...new Set(due.map((transfer) => transfer.beneficiaryId))];
  const [connections, routing, sources, payees, tried, waits, rules, paidBefore] = await Promise.all([
    listBankConnections(ctx, tx),
    readRouting(ctx, tx),
    readFundSources(tx),
    readPayees(tx, { beneficiaryIds }),
    readTriedBanks(tx, due),
    readWaits(tx, due),
    readRules(tx),
    readPaidBefore(ctx, tx, due),
  ]);
  const unpaid = due.filter(({ transferKey }) => !paidBefore.has(transferKey));
  const [bankPlaces, risk, asked] = await Promise.all([
    openPlaces(tx, routing),
    openDispatchRisk(tx, rules, payees),
    askAboutOrphans(tx, unpaid),
  ]);
  const payeeOf = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  const banks = bankFactsOf(connections).map(downWhileOff);
  const shared = { connections, banks, routing, bankPlaces, sources, tried, ...waits, risk, now: tx.now };
  const released = due.filter(({ transferId }) => !asked.has(transferId));
  const dispatched = released.map((transfer) => {
    const one = { ...shared, transfer, payee: payeeOf.get(transfer.beneficiaryId)! };
    return decideDispatch(ctx, takeUpPaid(one, paidBefore.get(transfer.transferKey)));
  });
  crashPoint("transfers.dispatch.decided");
  await writeChanges(tx, [...asked.values(), ...dispatched.map(({ change }) => change)]);
  const sent = dispatched.flatMap(({ sending, route }) => (sending === null ? [] : [{ sending, route }]));
  const [transaction] = await Promise.all([
    readTransactionNumber(tx),
    writeIntents(tx, sent),
    risk.write(),
    bankPlaces.write(),
  ]);
  crashPoint("transfers.dispatch.written");
  plan.transaction = transaction;
  plan.sendings = sent
    .filter(({ sending }) => !paidBefore.has(sending.transfer.transferKey))
    .map(({ sending }) => ({ ...sending, sendBy: startedAt + SEND_WITHIN_MS }));
  plan.paidBefore = paidBefore.size > 0;
  const unsent = dispatched.flatMap(({ sending, change }) => (sending === null ? [change] : []));
  plan.ended = [...asked.values(), ...unsent].map(({ after }) => after);
}

function claimDue(tx: Tx, limit: number): Promise<Transfer[]> {
  return tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and due_at <= $2
       and status in ('ready', 'waiting')
       and (waiting_for is null or waiting_for in ('window', 'downtime'))
       and ((select payouts_enabled from access.merchant where merchant_id = $1) or origin_kind = any ($4))
     order by due_at, transfer_id
     limit $3
     for update skip locked`,
    [tx.merchantId, tx.now, limit, UNSTOPPED],
  );
}

/** Makes the attempt that the bank paid before the database was restored, at that bank and no other. */
function takeUpPaid(one: ToDispatch, paid: PaidBefore | undefined): ToDispatch {
  if (paid === undefined) return one;
  const { banks, transfer } = one;
  const only = banks
    .filter(({ bankId }) => bankId === paid.bankId)
    .map((bank) => ({
      bankId: bank.bankId,
      rails: bank.rails.filter((rail) => (rail === "upi") === paid.isUpi),
      enabled: true,
    }));
  return { ...one, banks: only, tried: new Map(), transfer: { ...transfer, attempt: paid.attempt - 1 } };
}

/** Returns since when transfers have waited for a bank that works, or for the end of a block. */
async function readWaits(
  tx: Tx,
  due: readonly Transfer[],
): Promise<Pick<ToDispatch, "downSince" | "blockedSince">> {
  const down = due.filter(({ waitingFor }) => waitingFor === "downtime").map(({ transferId }) => transferId);
  if (down.length === 0) return { downSince: new Map(), blockedSince: new Map() };
  const rows = await tx.query<{ transferId: string; since: Date; because: string }>(
    `select distinct on (transfer_id) transfer_id as "transferId", at as since, because
     from transfers.step
     where merchant_id = $1
       and transfer_id = any ($2::uuid[])
       and to_status = 'waiting'
     order by transfer_id, step desc`,
    [tx.merchantId, down],
  );
  const sinceOf = (isBlocked: boolean): Map<string, Date> =>
    new Map(
      rows
        .filter(({ because }) => (because === WAITS_FOR_BLOCK) === isBlocked)
        .map(({ transferId, since }) => [transferId, since]),
    );
  return { downSince: sinceOf(false), blockedSince: sinceOf(true) };
}

async function writeIntents(
  tx: Tx,
  sent: readonly { sending: Omit<Sending, "sendBy">; route: Route | NoRoute }[],
): Promise<void> {
  const decisionIds = await recordDecisions(
    tx,
    sent.map(({ route }) => route),
  );
  const sendBy = new Date(tx.now.getTime() + SEND_WITHIN_MS);
  await insertAttempts(
    tx,
    sent.map(({ sending }, index) => ({
      transferId: sending.transfer.transferId,
      attempt: sending.attempt,
      bankId: sending.connection.bankId,
      bankNo: sending.connection.bankNo,
      rail: sending.transfer.rail,
      reference: sending.reference,
      decisionId: decisionIds[index]!,
      sendBy,
    })),
  );
}

/** Together longer than PostgreSQL keeps an idle transaction open: by then a lost one has ended. */
const ASK_TIMES = 60;
const ASK_EVERY_MS = 200;

/** Reads PostgreSQL's number of the transaction, to look up its end if the answer to COMMIT is lost. */
async function readTransactionNumber(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ number: string }>("select pg_current_xact_id()::text as number");
  return row!.number;
}

/**
 * Returns true if that very transaction was committed. Its rows would not show it, because another worker may
 * have written the same rows since. A transaction that does not end in time counts as not committed.
 */
async function awaitCommit(home: Home, number: string): Promise<boolean> {
  for (let times = 0; times < ASK_TIMES; times += 1) {
    const [row] = await home.transact((tx) =>
      tx.query<{ status: string | null }>("select pg_xact_status($1::text::xid8) as status", [number]),
    );
    if (row?.status !== "in progress") return row?.status === "committed";
    await sleep(ASK_EVERY_MS);
  }
  return false;
}
