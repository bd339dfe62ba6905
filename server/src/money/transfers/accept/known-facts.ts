/**
 * Keeps the facts of a merchant in this process, so that an order can be decided without asking, and proves them.
 *
 * The last set that asked leaves its facts here. A set that decides on them supposes that they still hold, and the
 * function that writes it proves that: the settings by their version, which every change of one of their tables raises
 * (`transfers.note_changed_fact`), the money by the constraint of its account, and the rest by looking. If anything is
 * different, nothing is written, and the set asks. Another process that writes for the same merchant therefore costs a
 * question, never a wrong decision.
 */
import { isDeepStrictEqual } from "node:util";
import type { FoundToken } from "#access";
import type { Context } from "#lib/context";
import type { Home, Tx } from "#lib/db";
import { amountsTaken, relativeTo } from "#ledger";
import type { Gathering, Proof } from "#lib/phases";
import { DECISIONS } from "#routing";
import {
  accountsOf,
  type AskedFacts,
  type CountedPayments,
  type Locked,
  type KnownSettings,
} from "./ask-acceptance.ts";
import type { AcceptanceFacts } from "./read-acceptance-facts.ts";
import type { TransferOrder } from "./order.ts";

interface KnownFacts extends Omit<AskedFacts, "listed" | "locked"> {
  readonly version: bigint;
  readonly rules: Locked["rules"];
  readonly counted: Omit<CountedPayments, "firstReferenceId">;
  /** The merchant's time, less this process's monotonic clock, in ms. */
  clockMs: number;
  /** The tokens that callers of orders had, by their hash in hexadecimal, as they were confirmed. */
  readonly tokens: Map<string, FoundToken>;
  /** The routing decisions that are stored; those of other orders are mostly the same. */
  readonly decisions: Set<string>;
  /** The amount that each account of a fund source could give at most when it was last seen, in paise. */
  readonly availablePaise: Map<number, bigint>;
}

/** The most merchants of a process whose facts are kept, and of each merchant the most payees, tokens and decisions. */
const MERCHANTS_MAX = 250;
const EACH_MAX = 200;

/** Facts of a merchant that has moved are of no use: its rows were written by other transactions there. */
const knownAt = new WeakMap<Home, Map<string, KnownFacts>>();

function merchantsOf(ctx: Context, merchantId: string): Map<string, KnownFacts> {
  const home = ctx.db.homes.known(merchantId);
  if (home === null) return new Map();
  const known = knownAt.get(home) ?? new Map<string, KnownFacts>();
  knownAt.set(home, known);
  return known;
}

/** Returns the settings that the merchant's last set knew, if any. */
export const recallSettings = (ctx: Context, merchantId: string): KnownSettings | null =>
  merchantsOf(ctx, merchantId).get(merchantId) ?? null;

/** Keeps what a committed set had asked. Facts of an earlier version are forgotten. */
export function keepFacts(
  ctx: Context,
  { merchantId, now }: Pick<Tx, "merchantId" | "now">,
  { orders, asked }: { orders: readonly TransferOrder[]; asked: AcceptanceFacts["asked"] },
): void {
  const merchants = merchantsOf(ctx, merchantId);
  const { locked, version, listed: _, ...facts } = asked;
  const former = merchants.get(merchantId);
  if (version === null || !isPlain(locked)) {
    merchants.delete(merchantId);
    return;
  }
  const { firstReferenceId: __, ...counted } = locked.counted;
  const unchanged = former?.version === version ? former : null;
  const known: KnownFacts = {
    ...facts,
    version,
    rules: locked.rules,
    counted,
    clockMs: now.getTime() - performance.now(),
    payees: unchanged?.payees ?? { listed: new Map(), unlisted: new Map() },
    tokens: unchanged?.tokens ?? new Map(),
    decisions: former?.decisions ?? new Set(),
    availablePaise: new Map(
      [...locked.accounts].map(([no, { balancePaise, overdraftLimitPaise }]) => [
        no,
        balancePaise + overdraftLimitPaise!,
      ]),
    ),
  };
  for (const kind of ["listed", "unlisted"] as const)
    for (const [key, payee] of asked.payees[kind]) keepOne(known.payees[kind], EACH_MAX, [key, payee]);
  for (const { presumed } of orders)
    if (presumed?.holds === true)
      keepOne(known.tokens, EACH_MAX, [presumed.tokenHash.toString("hex"), presumed.found]);
  keepOne(merchants, MERCHANTS_MAX, [merchantId, known]);
}

/** Orders of merchants with policies, rules, blocks, limited keys, waiting payments or unmatched news always ask. */
const isPlain = ({ counted, rules }: Locked): boolean =>
  !counted.hasPolicies &&
  !counted.hasStrays &&
  counted.key === null &&
  counted.queue.sources.length === 0 &&
  !rules.hasBlocks &&
  rules.rules.length === 0;

/** Keeps one more, in place of the one that was kept first. */
function keepOne<T>(all: Map<string, T>, max: number, [key, one]: readonly [string, T]): void {
  all.delete(key);
  if (all.size >= max) all.delete(all.keys().next().value!);
  all.set(key, one);
}

/** The misses that concern all orders of the merchant, and not only those of the set. */
const OUTDATED: ReadonlySet<string> = new Set(["version", "shared", "decisions"]);

/** Facts that are supposed to hold, with the transaction in which they are. */
export interface Supposed {
  readonly tx: Tx;
  readonly asked: AskedFacts;
  /** Returns the facts that the function has to prove before it writes the gathered rows. */
  proofOf(payees: AcceptanceFacts["payees"], gathering: Gathering): object;
  /** Forgets the merchant's facts if they were what did not hold, or if it is not known what was: null. */
  noteMissed(missed: string | null): void;
  /**
   * Notes that the set was written at this time of the merchant, so that everything supposed was true. Returns that
   * time, less this process's monotonic clock, in ms.
   */
  noteWritten(at: Date): number;
}

/** Returns what deciding about the orders needs, if all of it is known. Only payees without an ID may be missing. */
export function supposeFacts(
  ctx: Context,
  merchantId: string,
  orders: readonly TransferOrder[],
): Supposed | null {
  const known = merchantsOf(ctx, merchantId).get(merchantId);
  const tokens = known === undefined ? null : findTokens(known, orders);
  const keys = orders.map(({ transferKey }) => transferKey);
  if (known === undefined || tokens === null || new Set(keys).size < keys.length) return null;
  const { version, sharedVersion, fundSources, rules, counted, clockMs } = known;
  const now = new Date(Math.floor(performance.now() + clockMs));
  const supposed = ctx.db.suppose(merchantId, now);
  if (supposed === null) return null;
  let written: Gathering["rowsOf"] = () => [];
  const repeated: string[] = [];
  const areStored = (name: string, rows: readonly object[]): boolean => {
    if (name !== DECISIONS.name || !idsOf(rows).every((id) => known.decisions.has(id))) return false;
    repeated.push(...idsOf(rows));
    return true;
  };
  const accounts = accountsOf(fundSources);
  const relative = accounts.map((no) => [no, relativeTo(known.availablePaise.get(no) ?? 0n)] as const);
  const locked: Locked = {
    accounts: new Map(relative),
    known: new Map(),
    counted: { ...counted, firstReferenceId: 1n },
    rules,
  };
  return {
    tx: { ...supposed, gather: areStored },
    asked: { ...known, listed: [], locked },
    proofOf(payees, { rowsOf }) {
      written = rowsOf;
      return {
        now,
        version: String(version),
        shared: String(sharedVersion),
        queues: counted.queue.seconds,
        count: orders.length,
        keys,
        tokens,
        decisions: repeated,
        payees: Object.fromEntries(payees.map((payee) => [payee!.beneficiaryId, payee!.rowVersion])),
      };
    },
    noteMissed(missed) {
      if (missed === null || OUTDATED.has(missed)) merchantsOf(ctx, merchantId).delete(merchantId);
    },
    noteWritten(at) {
      // The result came a little after its time, so this is never too much.
      known.clockMs = Math.max(known.clockMs, at.getTime() - performance.now());
      for (const { presumed } of orders) if (presumed != null) presumed.holds = true;
      for (const id of idsOf(written(DECISIONS.name)))
        if (known.decisions.size < EACH_MAX) known.decisions.add(id);
      for (const [no, paise] of amountsTaken({ rowsOf: written }))
        known.availablePaise.set(no, (known.availablePaise.get(no) ?? 0n) - paise);
      return known.clockMs;
    },
  };
}

/** Returns the hashes of the callers' tokens, in hexadecimal; null if a token or a listed payee is not known. */
function findTokens({ tokens, payees }: KnownFacts, orders: readonly TransferOrder[]): string[] | null {
  const hashes = new Set<string>();
  for (const { payee, presumed } of orders) {
    if ("beneId" in payee && !payees.listed.has(payee.beneId)) return null;
    if (presumed == null) continue;
    const hash = presumed.tokenHash.toString("hex");
    if (!isDeepStrictEqual(tokens.get(hash), presumed.found)) return null;
    hashes.add(hash);
  }
  return [...hashes];
}

const idsOf = (decisions: readonly object[]): string[] =>
  (decisions as readonly { decisionId: string }[]).map(({ decisionId }) => decisionId);

/**
 * Proves what `proofOf` says, and takes the reference IDs. Whatever changes a fact holds the counter until it commits.
 */
export const PROOF_OF_FACTS: Proof = {
  misses: {
    keys: `exists (
  select from jsonb_array_elements_text(known -> 'keys') as given (key)
  cross join lateral (
    select from transfers.transfer
    where merchant_id = merchant
      and transfer_key = given.key
    limit 1
  ) as earlier
)`,
    payees: `exists (
  select from jsonb_each_text(known -> 'payees') as given (id, version)
  where given.version is distinct from (
    select xmin::text
    from beneficiaries.beneficiary
    where merchant_id = merchant
      and beneficiary_id = given.id::uuid
  )
)`,
    tokens: `exists (
  select from jsonb_array_elements_text(known -> 'tokens') as given (hash)
  where not exists (
    select from access.token
    where merchant_id = merchant
      and token_hash = decode(given.hash, 'hex')
      and revoked_at is null
      and expires_at > now()
  )
)`,
    decisions: `exists (
  select from jsonb_array_elements_text(known -> 'decisions') as given (id)
  where not exists (
    select from routing.decision
    where merchant_id = merchant
      and decision_id = given.id::uuid
  )
)`,
    strays: `exists (
  select from transfers.stray_news
  where stray_news.merchant_id = merchant
    and matched_at is null
)`,
    shared: "(known ->> 'shared')::bigint <> (select version from transfers.shared_facts)",
  },
  takes: `
update transfers.counter
set last_reference_id = last_reference_id + (known ->> 'count')::int
where merchant_id = merchant
  and facts_version = (known ->> 'version')::bigint
  and queue_seconds is not distinct from (known ->> 'queues')::int
returning last_reference_id - (known ->> 'count')::int, last_reference_id
into last_id, last_reference_id;
if not found then
  missed := 'version';
  return;
end if;
if known ->> 'queues' is not null and exists (
  select from fund_sources.fund_source as source
  where source.merchant_id = merchant
    and exists (
      select from transfers.transfer
      where transfer.merchant_id = merchant
        and transfer.source_no = source.source_no
        and transfer.waiting_for = 'funds'
    )
) then
  missed := 'queue';
  return;
end if;`,
};
