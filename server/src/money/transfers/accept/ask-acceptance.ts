/** Reads what deciding about a set of orders needs, together with BEGIN where possible. */
import { confirmPresumed, keyLimitsInForce, type KeyLimited } from "#access";
import type { Context } from "#lib/context";
import type { UntimedTx } from "#lib/db";
import { policiesInForce } from "#approvals";
import { askForPayees, type PayeeFacts, type PayeeRow } from "#beneficiaries";
import { listBankConnections, readFundSources, type BankConnection, type FundSource } from "#fund-sources";
import { lockAccounts, sourceAccounts, type LockedAccount } from "#ledger";
import { readRules, type RulesInForce } from "#risk";
import { readRouting, type Routing } from "#routing";
import type { TransferOrder } from "./order.ts";
import type { QueueFacts } from "./read-acceptance-facts.ts";
import { runtimeOf } from "../runtime.ts";
import { transferColumns, type Transfer } from "../transfer.ts";

export interface AskedFacts extends Versions {
  readonly fundSources: readonly FundSource[];
  readonly connections: readonly BankConnection[];
  readonly routing: Routing;
  /** The beneficiaries that orders name by the merchant's own ID, as far as they were asked about. */
  readonly listed: readonly PayeeRow[];
  readonly payees: PayeesByName;
  /** Null if nothing is locked yet. */
  readonly locked: Locked | null;
}

/** Facts that stay true only while the fund sources are locked. */
export interface Locked {
  readonly accounts: ReadonlyMap<number, LockedAccount>;
  /** Existing transfers with the transfer key of one of the orders. */
  readonly known: ReadonlyMap<string, Transfer>;
  readonly counted: CountedPayments;
  readonly rules: RulesInForce;
}

export interface CountedPayments extends Versions {
  /** The first of the new reference IDs: one for each order. */
  readonly firstReferenceId: bigint;
  readonly queue: QueueFacts;
  /** True if payouts are enabled for the merchant. */
  readonly paysNow: boolean;
  readonly hasPolicies: boolean;
  readonly hasStrays: boolean;
  /** The rights of the merchant's API keys. Null means that they can do everything. */
  readonly key: KeyLimited | null;
}

/** KnownSettings as they were at a version of the facts. */
export type KnownSettings = Pick<
  AskedFacts,
  "version" | "sharedVersion" | "fundSources" | "connections" | "routing"
> &
  Pick<Locked, "rules">;

/**
 * Reads everything that needs no earlier answer. The accounts that the merchant's last set locked are locked
 * in the same round trip. The exceptions: that set had to wait for places of banks, which are taken first, or
 * beneficiaries may have to be added, which others do without holding a fund source. KnownSettings that are `known` are
 * not read again, unless they turn out to be of an earlier version.
 */
export async function askAcceptance(
  ctx: Context,
  ask: UntimedTx,
  orders: readonly TransferOrder[],
  known: KnownSettings | null,
): Promise<AskedFacts> {
  const last = runtimeOf(ctx).perMerchant(ask.merchantId, "accounts of the last set", () => ({
    accounts: [] as readonly number[],
  }));
  const { accounts } = last;
  const beneIds = new Set(orders.flatMap(({ payee }) => ("beneId" in payee ? [payee.beneId] : [])));
  const presumed = orders.flatMap((order) => order.presumed ?? []);
  const mayLock = accounts.length > 0 && orders.every(({ payee }) => "beneId" in payee);
  const lock = (rules?: RulesInForce): Promise<Locked> =>
    askAndLock(ask, { accountNos: accounts, orders, rules });
  const isKnown = mayLock && known !== null;
  const [asked, listed, first] = await Promise.all([
    isKnown ? known : askSettings(ctx, ask),
    beneIds.size === 0 ? [] : askForPayees(ask, { beneIds: [...beneIds] }),
    mayLock ? lock(isKnown ? known.rules : undefined) : null,
    // This comes last, so that it is read after the wait for the locks, if accounts are locked.
    presumed.length === 0 ? null : confirmPresumed(ask, presumed),
  ]);
  // With the counter locked, no setting of the merchant can change any more.
  const isOld = isKnown && first !== null && !isOfVersion(known, first.counted);
  const [settings, locked] = isOld ? await Promise.all([askSettings(ctx, ask), lock()]) : [asked, first];
  const wanted = accountsOf(settings.fundSources);
  last.accounts = settings.routing.snapshot.entries.length === 0 ? wanted : [];
  const isWhole = wanted.every((account) => accounts.includes(account));
  const payees = { listed: new Map(), unlisted: new Map() };
  return { ...settings, listed, payees, locked: isWhole ? locked : null };
}

async function askSettings(ctx: Context, ask: UntimedTx): Promise<Omit<KnownSettings, "rules">> {
  const [versions, fundSources, connections, routing] = await Promise.all([
    // The version comes first: a fact that changes after it was read makes it an older one.
    readVersions(ask),
    readFundSources(ask),
    listBankConnections(ctx, ask),
    readRouting(ctx, ask),
  ]);
  return { ...versions, fundSources, connections, routing };
}

const isOfVersion = (one: Versions, other: Versions): boolean =>
  one.version === other.version && one.sharedVersion === other.sharedVersion;

/**
 * The payees that are known: listed ones by the merchant's own ID, others by the fingerprint of their details. Those
 * that are asked about are added.
 */
interface PayeesByName {
  readonly listed: Map<string, PayeeFacts>;
  readonly unlisted: Map<string, PayeeFacts>;
}

interface Versions {
  /** Raised by each change of a fact on which deciding rests. Null if the merchant has no order and no change yet. */
  readonly version: bigint | null;
  /** Raised by each change of what live merchants share: banks' health, and banks that operators have added. */
  readonly sharedVersion: bigint;
}

async function readVersions(ask: UntimedTx): Promise<Versions> {
  const [versions] = await ask.query<Versions>(READ_VERSIONS, [ask.merchantId]);
  return versions!;
}

const READ_VERSIONS = `
  select
    (select facts_version from transfers.counter where merchant_id = $1) as version,
    (select version from transfers.shared_facts) as "sharedVersion"`;

/** The ledger accounts that accepting locks: of each fund source, the available and the held amount. */
export function accountsOf(fundSources: readonly FundSource[]): number[] {
  return fundSources.flatMap(({ sourceNo }) => {
    const { available, heldIn } = sourceAccounts(sourceNo);
    return [available, heldIn];
  });
}

/** Takes the reference IDs and locks the accounts, and then reads what another set may have changed until then. */
export async function askAndLock(
  ask: UntimedTx,
  {
    accountNos,
    orders,
    rules: knownRules,
  }: {
    accountNos: readonly number[];
    orders: readonly TransferOrder[];
    rules?: RulesInForce | undefined;
  },
): Promise<Locked> {
  const [counted, accounts, known, rules] = await Promise.all([
    takeReferenceIds(ask, orders.length),
    lockAccounts(ask, accountNos),
    readKnown(ask, orders),
    // The reference IDs are taken before the rules are read: taking them makes this set and a change of the rules wait
    // for each other.
    knownRules ?? readRules(ask),
  ]);
  return { accounts, known, counted, rules };
}

async function readKnown(ask: UntimedTx, orders: readonly TransferOrder[]): Promise<Map<string, Transfer>> {
  const keys = orders.map((order) => order.transferKey);
  const rows = await ask.query<Transfer>(READ_KNOWN, [ask.merchantId, keys]);
  return new Map(rows.map((row) => [row.transferKey, row]));
}

/** Takes new reference IDs. Numbers that are not used leave a gap; they are never assigned twice. */
async function takeReferenceIds(ask: UntimedTx, count: number): Promise<CountedPayments> {
  const [counter] = await ask.query<Counter>(TAKE_IDS, [ask.merchantId, count]);
  const { last, seconds, sources, ...rest } = counter!;
  return { firstReferenceId: last - BigInt(count) + 1n, queue: { seconds, sources }, ...rest };
}

interface Counter extends Versions {
  last: bigint;
  seconds: number | null;
  sources: number[];
  paysNow: boolean;
  hasPolicies: boolean;
  hasStrays: boolean;
  key: KeyLimited | null;
}

/**
 * Each ID is looked up by itself. Otherwise, a query plan made when there were few transfers would scan all of them.
 */
const READ_KNOWN = `
  select known.*
  from unnest($2::text[]) as wanted (key)
  cross join lateral (
    select ${transferColumns}
    from transfers.transfer
    where merchant_id = $1
      and transfer_key = wanted.key
    limit 1
  ) as known`;

const TAKE_IDS = `
  insert into transfers.counter as counter (merchant_id, last_reference_id)
  values ($1, 10000 + $2::int)
  on conflict (merchant_id) do update
  set last_reference_id = counter.last_reference_id + $2::int
  returning last_reference_id as last,
    facts_version as version,
    (select version from transfers.shared_facts) as "sharedVersion",
    queue_seconds as seconds,
    (select payouts_enabled from access.merchant where merchant.merchant_id = $1) as "paysNow",
    ${policiesInForce("$1", "transfer")} as "hasPolicies",
    ${keyLimitsInForce("$1")} as key,
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
    end as sources`;
