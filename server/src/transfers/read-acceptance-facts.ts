/** Everything that deciding about a set of orders needs, read in two round trips; the second one locks. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Permitted } from "#access";
import { policiesInForce, readAgreements, readPolicies, type PolicySet } from "#approvals";
import { ensurePayees, readPayees, type PayeeFacts, type PayeeInput } from "#beneficiaries";
import { listBankConnections, readFundSources, type BankConnection, type FundSource } from "#fund-sources";
import { openPlaces, type BankPlaces } from "#health";
import { openBooks, sourceAccounts, type Books } from "#ledger";
import { readRiskFacts, type RiskFacts } from "#risk";
import { readRouting, type Routing } from "#routing";
import { contentHash, type TransferOrder } from "./order.ts";
import { readPaidBefore, type PaidBefore } from "./read-paid-before.ts";
import { transferColumns, type Transfer } from "./transfer.ts";

export interface AcceptanceFacts {
  /** In the order of the orders; undefined: no such beneficiary. */
  payees: (PayeeFacts | undefined)[];
  contentHashes: Buffer[];
  fundSources: readonly FundSource[];
  connections: readonly BankConnection[];
  routing: Routing;
  /** The places of banks that recover, held. */
  bankPlaces: BankPlaces;
  /** Transfers that have one of the orders' ids already. */
  known: ReadonlyMap<string, Transfer>;
  /** The books of all fund sources, locked. */
  books: Books;
  risk: RiskFacts;
  /** The first of as many fresh reference ids as there are orders. */
  firstReferenceId: bigint;
  queue: QueueFacts;
  /** Whether the merchant's payouts are switched on. */
  paysNow: boolean;
  /** Orders, by the merchant's own id, that a bank has spoken of already: they are not sent as they are accepted. */
  paidBefore: ReadonlyMap<string, PaidBefore>;
  /** Which approvals are needed; null where none is. */
  policies: PolicySet | null;
  /** Who has agreed to the batches that orders come from, where there are policies. */
  agreements: ReadonlyMap<string, readonly Permitted[]>;
}

/** Whether and how long a merchant's orders wait for money. */
export interface QueueFacts {
  /** Null: they do not wait, they are rejected. */
  readonly seconds: number | null;
  /** Fund sources for whose money others wait already: no order overtakes them. */
  readonly sources: readonly number[];
}

/** Reads and locks. After it no other set of the same fund sources can be accepted until this one ends. */
export async function readAcceptanceFacts(
  ctx: Context,
  tx: Tx,
  orders: readonly TransferOrder[],
): Promise<AcceptanceFacts> {
  const [fundSources, connections, routing, payees] = await Promise.all([
    readFundSources(tx),
    listBankConnections(ctx, tx),
    readRouting(ctx, tx),
    payeesOf(ctx, tx, orders),
  ]);
  const accounts = fundSources.flatMap(({ sourceNo }) => {
    const { available, heldIn } = sourceAccounts(sourceNo);
    return [available, heldIn];
  });
  const [bankPlaces, books, known, { hasPolicies, hasStrays, ...counted }, risk] = await Promise.all([
    // Before the books, as dispatching does: two that hold the one and want the other would never end.
    openPlaces(tx, routing),
    openBooks(tx, accounts),
    readKnown(tx, orders),
    takeReferenceIds(tx, orders.length),
    // After the statement that takes the numbers: a change of the rules waits there, or this set waits for it.
    readRiskFacts(tx, {
      fundSourceIds: fundSources.map(({ fundSourceId }) => fundSourceId),
      orders: orders.flatMap(({ mode, amountPaise }, index) => {
        const payee = payees[index];
        return payee === undefined ? [] : [{ payee, mode, amountPaise }];
      }),
    }),
  ]);
  const contentHashes = orders.map((order) => contentHash(ctx.vault, order));
  const [policies, agreements] = hasPolicies
    ? await Promise.all([readPolicies(tx, "transfer"), readAgreements(tx, "batch", batchesOf(orders))])
    : [null, new Map<string, readonly Permitted[]>()];
  const toSend = hasStrays ? orders.map(({ transferKey }) => ({ transferKey, attempt: 0 })) : [];
  const paidBefore = await readPaidBefore(ctx, tx, toSend);
  return {
    payees,
    contentHashes,
    fundSources,
    connections,
    routing,
    bankPlaces,
    known,
    books,
    risk,
    ...counted,
    paidBefore,
    policies,
    agreements,
  };
}

function batchesOf(orders: readonly TransferOrder[]): string[] {
  return [...new Set(orders.flatMap(({ origin }) => (origin?.kind === "batch" ? [origin.id] : [])))];
}

async function payeesOf(
  ctx: Context,
  tx: Tx,
  orders: readonly TransferOrder[],
): Promise<(PayeeFacts | undefined)[]> {
  const beneIds = new Set<string>();
  const inline: PayeeInput[] = [];
  for (const { payee, transferKey } of orders) {
    if ("beneId" in payee) beneIds.add(payee.beneId);
    else inline.push({ ...payee.inline, onlyFor: transferKey });
  }
  const [listed, unlisted] = await Promise.all([
    beneIds.size === 0 ? [] : readPayees(tx, { beneIds: [...beneIds] }),
    ensurePayees(tx, ctx.vault, inline),
  ]);
  const byBeneId = new Map(listed.map((payee) => [payee.beneId, payee]));
  let nextInline = 0;
  return orders.map(({ payee }) => {
    if (!("beneId" in payee)) return unlisted[nextInline++];
    const found = byBeneId.get(payee.beneId);
    const { beneficiaryId = found?.beneficiaryId } = payee;
    return beneficiaryId === found?.beneficiaryId ? found : undefined;
  });
}

async function readKnown(tx: Tx, orders: readonly TransferOrder[]): Promise<Map<string, Transfer>> {
  const rows = await tx.query<Transfer>(
    `select ${transferColumns}
     from unnest($2::text[]) as wanted (key)
     join transfers.transfer
       on merchant_id = $1
      and transfer_key = wanted.key`,
    [tx.merchantId, orders.map((order) => order.transferKey)],
  );
  return new Map(rows.map((row) => [row.transferKey, row]));
}

type Counted = Pick<AcceptanceFacts, "firstReferenceId" | "queue" | "paysNow">;

/** Numbers that are not used leave a gap; they are never given twice. */
async function takeReferenceIds(
  tx: Tx,
  count: number,
): Promise<Counted & Pick<Counter, "hasPolicies" | "hasStrays">> {
  const [counter] = await tx.query<Counter>(
    `insert into transfers.counter as counter (merchant_id, last_reference_id)
     values ($1, 10000 + $2::int)
     on conflict (merchant_id) do update
     set last_reference_id = counter.last_reference_id + $2::int
     returning last_reference_id as last,
       queue_seconds as seconds,
       (select payouts_enabled from access.merchant where merchant.merchant_id = $1) as "paysNow",
       ${policiesInForce("$1", "transfer")} as "hasPolicies",
       exists (
         select from transfers.stray_news where stray_news.merchant_id = $1 and matched_at is null
       ) as "hasStrays",
       case
         when queue_seconds is not null then array(
           select source_no
           from fund_sources.fund_source as source
           where source.merchant_id = $1
             and exists (
               select from transfers.transfer
               where transfer.merchant_id = $1
                 and transfer.source_no = source.source_no
                 and transfer.waiting_for = 'funds'
             )
         )
         else '{}'
       end as sources`,
    [tx.merchantId, count],
  );
  const { last, seconds, sources, ...rest } = counter!;
  return { firstReferenceId: last - BigInt(count) + 1n, queue: { seconds, sources }, ...rest };
}

interface Counter {
  last: bigint;
  seconds: number | null;
  sources: number[];
  paysNow: boolean;
  hasPolicies: boolean;
  hasStrays: boolean;
}
