import assert from "node:assert/strict";
import { postEntries, settlementAccount, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import type { Vault } from "#lib/vault";
import { publishEvents } from "#webhooks";
import { claimCredits } from "./claim-credits.ts";
import { FundSourceError } from "./errors.ts";
import { TRANSIT_NO } from "./fund-source.ts";
import { applyOverdraftLimit } from "./overdrafts.ts";
import { type MoneyArrival, readArrivals, type TopUpCredit } from "./read-arrivals.ts";
import { readSourceBalances } from "./read-source-balances.ts";
import { SENDER_PURPOSE } from "./seal-account.ts";

/**
 * Credits arrived money to a fund source and notifies the merchant (CREDIT_CONFIRMATION), in one transaction
 * and once per bank and UTR: a repeat changes nothing and returns `repeated`. Throws
 * FundSourceError.top_up_contradiction if the UTR was credited with another amount or fund source, or is that
 * of a payment that came back, and not_found, bank_not_connected, amount_invalid or utr_invalid. Money for the
 * wallet from another account than the registered one is `suspended`: it does not count, is not notified, and
 * will be sent back.
 */
export async function topUp(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  credit: TopUpCredit,
): Promise<{ topUpId: string; repeated: boolean; suspended: boolean }> {
  const [outcome] = await ctx.db.inMerchant(merchantId, (tx) => bookTopUps(tx, ctx.vault, [credit]));
  if (outcome!.kind !== "booked" && outcome!.kind !== "known")
    throw FundSourceError.top_up_contradiction({ utr: credit.utr });
  const { topUpId, kind, suspended } = outcome!;
  return { topUpId, repeated: kind === "known", suspended };
}

/** Money that arrived, and its sender as far as the bank reported it. The amount is in paise. */
interface TopUp {
  readonly topUpId: string;
  readonly fundSourceId: string;
  readonly bankId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly arrivedAt: Date;
  readonly fromName: string | null;
  readonly fromAccountLast4: string | null;
  readonly fromIfsc: string | null;
}

/** Reads top-ups by their ids; those that do not exist are left out. */
export async function readTopUps(tx: Tx, topUpIds: readonly string[]): Promise<ReadonlyMap<string, TopUp>> {
  const rows = await tx.query<TopUp>(
    `select top_up_id as "topUpId", fund_source_id as "fundSourceId", bank_id as "bankId", utr,
       amount_paise as "amountPaise", arrived_at as "arrivedAt", from_name as "fromName",
       from_account_last4 as "fromAccountLast4", from_ifsc as "fromIfsc"
     from fund_sources.top_up
     where merchant_id = $1
       and top_up_id = any ($2::uuid[])`,
    [tx.merchantId, topUpIds],
  );
  return new Map(rows.map((row) => [row.topUpId, row]));
}

/**
 * `known`: already credited, nothing was done. `contradiction`: the UTR was credited with other details. `returned`: it
 * is booked as a payment of ours that came back. `doubtful`: it names one that did, or has the UTR of one of another
 * amount, and may be that money.
 */
interface TopUpOutcome {
  readonly kind: "booked" | "known" | "contradiction" | "returned" | "doubtful";
  readonly topUpId: string;
  /** True if it came from an account other than the registered one: it is in transit, to be sent back. */
  readonly suspended: boolean;
}

/**
 * Credits a set of arrivals in the caller's transaction, each UTR of a bank only once. Returns outcomes in
 * the given order. Throws like `topUp`, except that a contradiction is an outcome.
 */
export async function bookTopUps(
  tx: Tx,
  vault: Vault,
  credits: readonly TopUpCredit[],
): Promise<TopUpOutcome[]> {
  if (credits.length === 0) return [];
  const arrivals = await readArrivals(tx, vault, credits);
  const before = await readKnown(tx, arrivals);
  const claiming = arrivals.filter((arrival) => !isRepeat(arrival, before.get(keyOf(arrival))));
  const taken = await claimCredits(tx, "top_up", claiming);
  const takenBy = new Map(claiming.map((arrival, index) => [arrival, taken[index]!]));
  const free = claiming.filter((_, index) => taken[index] === null);
  const fresh = await insertTopUps(tx, vault, free);
  const known = fresh.length === free.length ? before : await readKnown(tx, arrivals);
  if (fresh.length > 0) await creditArrivals(tx, fresh);
  const booked = new Set(fresh);
  return arrivals.map((arrival) => {
    const { topUpId, suspended } = arrival;
    const by = takenBy.get(arrival) ?? null;
    if (by !== null) return { kind: by === "utr" ? "returned" : "doubtful", topUpId, suspended };
    if (booked.has(arrival)) {
      return { kind: "booked", topUpId, suspended };
    }
    const one = known.get(keyOf(arrival));
    assert(one !== undefined, "a top-up that could not be inserted is there");
    const same = one.amountPaise === arrival.amountPaise && one.fundSourceId === arrival.fundSourceId;
    return { kind: same ? "known" : "contradiction", topUpId: one.topUpId, suspended: one.suspended };
  });
}

type KnownTopUp = Pick<
  MoneyArrival,
  "topUpId" | "bankId" | "utr" | "amountPaise" | "fundSourceId" | "suspended" | "reference"
>;

/** A repeat claims nothing: what was booked with its names since, as another credit's return, does not concern it. */
function isRepeat({ reference }: MoneyArrival, known: KnownTopUp | undefined): boolean {
  return known !== undefined && (reference === null || reference === known.reference);
}

const keyOf = ({ bankId, utr }: Pick<MoneyArrival, "bankId" | "utr">): string =>
  JSON.stringify([bankId, utr]);

/** Stores and returns arrivals with a new UTR. Another transaction with the same UTR waits here. */
async function insertTopUps(
  tx: Tx,
  vault: Vault,
  arrivals: readonly MoneyArrival[],
): Promise<MoneyArrival[]> {
  // A fixed order prevents deadlocks between two sets with the same UTRs.
  const ordered = arrivals.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const owner = { merchantId: tx.merchantId, purpose: SENDER_PURPOSE };
  const accounts = ordered.map(({ from }) => from.accountNumber ?? null);
  const rows = await tx.query<{ top_up_id: string }>(INSERT, [
    tx.merchantId,
    tx.now,
    ordered.map((arrival) => arrival.topUpId),
    ordered.map((arrival) => arrival.bankId),
    ordered.map((arrival) => arrival.utr),
    ordered.map((arrival) => arrival.fundSourceId),
    ordered.map((arrival) => arrival.amountPaise),
    ordered.map((arrival) => arrival.from.name ?? null),
    ordered.map((arrival) => arrival.from.ifsc ?? null),
    accounts.map((account) => (account === null ? null : vault.seal(owner, account))),
    accounts.map((account) => account?.slice(-4) ?? null),
    ordered.map((arrival) => arrival.suspended),
    ordered.map((arrival) => arrival.reference),
  ]);
  const inserted = new Set(rows.map((row) => row.top_up_id));
  return arrivals.filter((arrival) => inserted.has(arrival.topUpId));
}

async function readKnown(tx: Tx, arrivals: readonly MoneyArrival[]): Promise<Map<string, KnownTopUp>> {
  const rows = await tx.query<KnownTopUp>(READ_KNOWN, [
    tx.merchantId,
    arrivals.map((arrival) => arrival.bankId),
    arrivals.map((arrival) => arrival.utr),
  ]);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Books the money. Money that counts is noted on its fund source, and the merchant is notified. */
async function creditArrivals(tx: Tx, all: readonly MoneyArrival[]): Promise<void> {
  await postEntries(
    tx,
    all.map(({ topUpId, bankNo, sourceNo, amountPaise, suspended }) => {
      const { available } = sourceAccounts(suspended ? TRANSIT_NO : sourceNo);
      const line = { debit: settlementAccount(bankNo), credit: available, amountPaise };
      return { causeId: topUpId, kind: "top_up" as const, lines: [line] };
    }),
  );
  const arrivals = all.filter(({ suspended }) => !suspended);
  if (arrivals.length === 0) return;
  await noteArrivals(tx, arrivals);
  await confirmCredits(tx, arrivals);
}

async function noteArrivals(tx: Tx, arrivals: readonly MoneyArrival[]): Promise<void> {
  const latest = [...new Map(arrivals.map((arrival) => [arrival.fundSourceId, arrival])).values()];
  const sources = await tx.query<{ source_no: number; overdraft_target_paise: bigint | null }>(NOTE_LAST, [
    tx.merchantId,
    latest.map((arrival) => arrival.fundSourceId),
    latest.map((arrival) => arrival.amountPaise),
  ]);
  for (const { source_no, overdraft_target_paise } of sources) {
    if (overdraft_target_paise !== null) await applyOverdraftLimit(tx, source_no, overdraft_target_paise);
  }
}

/** Each confirmation shows the balance right after its own credit, so a set reads like single credits. */
async function confirmCredits(
  tx: Tx,
  arrivals: readonly Pick<MoneyArrival, "topUpId" | "fundSourceId" | "amountPaise" | "utr">[],
): Promise<void> {
  const balances = await readSourceBalances(tx, [
    ...new Set(arrivals.map((arrival) => arrival.fundSourceId)),
  ]);
  const after = new Map(
    [...balances].map(([fundSourceId, { balancePaise }]) => [fundSourceId, balancePaise]),
  );
  const events = arrivals.toReversed().map(({ topUpId, fundSourceId, amountPaise, utr }) => {
    const ledgerBalance = after.get(fundSourceId);
    assert(ledgerBalance !== undefined, "a credited fund source has a balance");
    after.set(fundSourceId, ledgerBalance - amountPaise);
    return {
      type: "CREDIT_CONFIRMATION" as const,
      subjectId: topUpId,
      seq: 1,
      at: tx.now,
      data: { ledgerBalance: formatRupees(ledgerBalance), amount: formatRupees(amountPaise), utr },
    };
  });
  await publishEvents(tx, events.toReversed());
}

const INSERT = `
  insert into fund_sources.top_up (
    merchant_id, arrived_at, top_up_id, bank_id, utr, fund_source_id, amount_paise, from_name, from_ifsc,
    sealed_from_account, from_account_last4, suspended, reference
  )
  select $1, $2, arrived.*
  from unnest(
    $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::bytea[],
    $11::text[], $12::boolean[], $13::text[]
  ) as arrived
  on conflict (merchant_id, bank_id, utr) do nothing
  returning top_up_id`;

const READ_KNOWN = `
  select top_up_id as "topUpId", bank_id as "bankId", utr, amount_paise as "amountPaise",
    fund_source_id as "fundSourceId", suspended, reference
  from fund_sources.top_up
  where merchant_id = $1
    and (bank_id, utr) in (select * from unnest($2::text[], $3::text[]))`;

const NOTE_LAST = `
  update fund_sources.fund_source as source
  set last_top_up_paise = latest.amount_paise
  from unnest($2::text[], $3::bigint[]) as latest (fund_source_id, amount_paise)
  where source.merchant_id = $1
    and source.fund_source_id = latest.fund_source_id
  returning source.source_no, source.overdraft_target_paise`;

interface Suspended {
  readonly topUpId: string;
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly fundSourceId: string;
  readonly sourceNo: number;
}

/**
 * Counts money that was suspended, in the caller's transaction, and notifies the merchant
 * (CREDIT_CONFIRMATION). It can only be booked once. Throws FundSourceError.top_up_not_suspended.
 */
export async function countSuspended(tx: Tx, topUpId: string): Promise<void> {
  const [found] = await tx.query<Suspended>(READ, [tx.merchantId, topUpId]);
  if (found === undefined) throw FundSourceError.top_up_not_suspended({ topUpId });
  const { sourceNo, amountPaise, fundSourceId } = found;
  const line = {
    debit: sourceAccounts(TRANSIT_NO).available,
    credit: sourceAccounts(sourceNo).available,
    amountPaise,
  };
  // The arrival itself was line 1 of the same phase.
  await postEntries(tx, [{ causeId: topUpId, kind: "top_up", firstLine: 2, lines: [line] }]);
  await tx.execute(
    `update fund_sources.fund_source
     set last_top_up_paise = $3
     where merchant_id = $1
       and fund_source_id = $2`,
    [tx.merchantId, fundSourceId, amountPaise],
  );
  await confirmCredits(tx, [found]);
}

const READ = `
  select top_up.top_up_id as "topUpId", top_up.utr, top_up.amount_paise as "amountPaise",
    top_up.fund_source_id as "fundSourceId", source.source_no as "sourceNo"
  from fund_sources.top_up
  join fund_sources.fund_source as source
    on source.merchant_id = top_up.merchant_id
   and source.fund_source_id = top_up.fund_source_id
  where top_up.merchant_id = $1
    and top_up.top_up_id = $2
    and top_up.suspended`;
