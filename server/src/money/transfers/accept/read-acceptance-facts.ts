/** Reads everything that deciding about a set of orders needs, beyond what was read together with BEGIN. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { mustDraft, type Permitted } from "#access";
import { readAgreements, readPolicies, type PolicySet } from "#approvals";
import { ensurePayees, type OrderedPayee, payeeFactsOf, type PayeeFacts } from "#beneficiaries";
import type { BankConnection, FundSource } from "#fund-sources";
import { openPlaces, type BankPlaces } from "#health";
import { openBooks, type Books } from "#ledger";
import { readRiskFacts, type RiskFacts } from "#risk";
import type { Routing } from "#routing";
import { findOrphanedOrigins } from "../admit/ask-about-orphans.ts";
import { accountsOf, askAndLock, type AskedFacts, type Locked } from "./ask-acceptance.ts";
import { readDaySums, type Sums } from "./day-sums.ts";
import { readKeyLimits, type KeyLimits } from "./key-limits.ts";
import { contentHash, type TransferOrder } from "./order.ts";
import { readPaidBefore, type PaidBefore } from "./paid.ts";
import type { Transfer } from "../transfer.ts";

export interface AcceptanceFacts {
  /** The facts from which these were made, with what is locked. */
  asked: AskedFacts & { readonly locked: Locked };
  /** In the order of the orders; undefined if there is no such beneficiary, or one too many of the maker. */
  payees: (PayeeFacts | undefined)[];
  contentHashes: Buffer[];
  fundSources: readonly FundSource[];
  connections: readonly BankConnection[];
  routing: Routing;
  /** The places of recovering banks, held by this transaction. */
  bankPlaces: BankPlaces;
  /** Existing transfers with the transfer key of one of the orders. */
  known: ReadonlyMap<string, Transfer>;
  /** The books of all fund sources, locked. */
  books: Books;
  risk: RiskFacts;
  /** The first of the new reference IDs: one for each order. */
  firstReferenceId: bigint;
  queue: QueueFacts;
  /** True if payouts are enabled for the merchant. */
  paysNow: boolean;
  /** Orders, by transfer key, that a bank has already reported about: they are not sent at once. */
  paidBefore: ReadonlyMap<string, PaidBefore>;
  /** The approval policies; null if there are none. */
  policies: PolicySet | null;
  /** Sums of the last 24 hours by payee and maker, if policies count them. */
  sums: Sums;
  keyLimits: KeyLimits;
  /** The approvers of the batches that orders come from, if there are policies. */
  agreements: ReadonlyMap<string, readonly Permitted[]>;
  /** The reason for which an approver is asked, by batch, link or withdrawal, if its maker may no longer pay. */
  orphans: ReadonlyMap<string, string>;
}

/** The queue for money of a merchant. */
export interface QueueFacts {
  /** Null means that they do not wait; without money they fail. */
  readonly seconds: number | null;
  /** Fund sources for whose money others wait already: no order overtakes them. */
  readonly sources: readonly number[];
}

/** Reads and locks. Until the transaction ends, no other set of the same fund sources is accepted. */
export async function readAcceptanceFacts(
  ctx: Context,
  tx: Tx,
  { orders, asked }: { orders: readonly TransferOrder[]; asked: AskedFacts },
): Promise<AcceptanceFacts> {
  const { fundSources, connections, routing } = asked;
  const payees = await payeesOf(ctx, tx, { orders, asked });
  const [bankPlaces, locked] = await Promise.all([
    // Before the books, as in dispatching: otherwise two transactions could deadlock.
    openPlaces(tx, routing),
    asked.locked ?? askAndLock(tx, { accountNos: accountsOf(fundSources), orders }),
  ]);
  const { hasPolicies, hasStrays, key, ...counted } = locked.counted;
  const books = await openBooks(tx, accountsOf(fundSources), locked.accounts);
  const fundSourceIds = fundSources.map(({ fundSourceId }) => fundSourceId);
  const risk = await readRiskFacts(
    tx,
    {
      fundSourceIds,
      orders: orders.flatMap(({ mode, amountPaise }, index) => {
        const payee = payees[index];
        return payee === undefined ? [] : [{ payee, mode, amountPaise }];
      }),
    },
    locked.rules,
  );
  const contentHashes = orders.map((order) => contentHash(ctx.vault, order));
  const mayBeAgreed = hasPolicies || orders.some(({ createdBy }) => mustDraft(key, createdBy?.maker));
  const [policies, agreements, orphans] = await Promise.all([
    hasPolicies ? readPolicies(tx, "transfer") : null,
    mayBeAgreed ? readAgreements(tx, "batch", batchesOf(orders)) : new Map<string, readonly Permitted[]>(),
    findOrphanedOrigins(tx, orders),
  ]);
  const sums = await readDaySums(ctx, tx, { orders, payees, policies });
  const keyLimits = await readKeyLimits(tx, { key, orders });
  const toSend = hasStrays ? orders.map(({ transferKey }) => ({ transferKey, attempt: 0 })) : [];
  const paidBefore = await readPaidBefore(ctx, tx, toSend);
  return {
    asked: { ...asked, locked },
    payees,
    contentHashes,
    fundSources,
    connections,
    routing,
    bankPlaces,
    known: locked.known,
    books,
    risk,
    ...counted,
    paidBefore,
    policies,
    sums,
    keyLimits,
    agreements,
    orphans,
  };
}

function batchesOf(orders: readonly TransferOrder[]): string[] {
  return [...new Set(orders.flatMap(({ origin }) => (origin?.kind === "batch" ? [origin.id] : [])))];
}

async function payeesOf(
  ctx: Context,
  tx: Tx,
  { orders, asked }: { orders: readonly TransferOrder[]; asked: AskedFacts },
): Promise<(PayeeFacts | undefined)[]> {
  const inline = orders.flatMap(({ payee, transferKey, createdBy }): OrderedPayee[] =>
    "beneId" in payee ? [] : [{ ...payee.inline, onlyFor: transferKey, by: createdBy?.maker ?? "system" }],
  );
  const { listed, unlisted: known } = asked.payees;
  for (const row of asked.listed) listed.set(row.bene_id!, payeeFactsOf(tx, row));
  const unlisted = await ensurePayees(tx, ctx.vault, inline, known);
  let nextInline = 0;
  return orders.map(({ payee }) => {
    if (!("beneId" in payee)) return unlisted[nextInline++];
    const found = listed.get(payee.beneId);
    const { beneficiaryId = found?.beneficiaryId } = payee;
    return beneficiaryId === found?.beneficiaryId ? found : undefined;
  });
}
