/** Earlier transfers to the destinations of a set, for rules that compare. The set adds its own transfers. */
import type { Tx } from "#lib/db";
import { kindOf, KNOWN_MAX } from "./kinds.ts";
import { MINUTE_MS, type Counts, type Need } from "./kind.ts";
import type { ActiveRule } from "./stored-rules.ts";

/** A transfer that becomes a precedent. */
interface Precedent extends Asking {
  readonly transferId: string;
  readonly referenceId: bigint;
  /** The destination as it is stored. */
  readonly kept: Buffer;
}

interface Asking {
  /** A text that is equal for the same account, UPI ID, phone number or card. */
  readonly destination: string;
  readonly amountPaise: bigint;
}

/** A destination and an amount to compare with earlier transfers. */
export interface Compared extends Asking {
  /** All forms in which stored rows have the destination. */
  readonly stored: readonly Buffer[];
}

export interface Precedents extends Pick<Counts, "lastSame" | "wasPaid" | "newestAmounts"> {
  /** Counts a transfer that is released. */
  count(transfer: Asking): void;
  /** Keeps a new transfer, which may still have to wait for approvers. */
  remember(transfer: Precedent): void;
  write(): Promise<void>;
}

/** The destinations and amounts of a set, and the time of its first order. */
interface Asked {
  readonly compared: readonly Compared[];
  readonly since: Date;
}

/** The times when an amount was last ordered for a destination: at all, and by an order that has been released. */
interface LastSame {
  readonly at: Date;
  readonly releasedAt: Date | null;
}

/** Reads the earlier transfers that rules compare with, in one statement for each kind of rule in force. */
export async function readPrecedents(
  tx: Tx,
  rules: readonly ActiveRule[],
  { compared, since }: Asked,
): Promise<Precedents> {
  const needing = (need: Need): ActiveRule[] => rules.filter(({ kind }) => kindOf(kind).need === need);
  const [same, paid, newest] = [needing("same"), needing("paid"), needing("newest")];
  const isKept = same.length + paid.length + newest.length > 0;
  const [lastSame, paidOnes, known] = await Promise.all([
    readLastSame(tx, same, { compared, since }),
    readPaid(tx, paid, compared),
    readNewest(tx, newest, compared),
  ]);
  const added: Precedent[] = [];
  return {
    lastSame(destination, amountPaise, blocks) {
      const last = lastSame.get(sameName({ destination, amountPaise }));
      return (blocks ? last?.releasedAt : last?.at) ?? null;
    },
    wasPaid: (destination) => paidOnes.has(destination),
    newestAmounts: (destination) => known.get(destination) ?? [],
    count(transfer) {
      if (!isKept) return;
      const { destination, amountPaise } = transfer;
      lastSame.set(sameName(transfer), { at: tx.now, releasedAt: tx.now });
      const before = known.get(destination) ?? [];
      known.set(destination, [amountPaise, ...before].slice(0, KNOWN_MAX));
    },
    remember(transfer) {
      if (!isKept) return;
      added.push(transfer);
      const releasedAt = lastSame.get(sameName(transfer))?.releasedAt ?? null;
      lastSame.set(sameName(transfer), { at: tx.now, releasedAt });
    },
    write: () => writePrecedents(tx, added),
  };
}

const sameName = ({ destination, amountPaise }: Asking): string => `${amountPaise} ${destination}`;

/** Arrays of arrays cannot be parameters, so each inner array is passed as its text. */
const arraysOf = (compared: readonly Compared[]): string[] =>
  compared.map(({ stored }) => `{${stored.map((one) => `"\\\\x${one.toString("hex")}"`).join(",")}}`);

/** Returns each destination once, with its largest amount. */
function distinct(compared: readonly Compared[]): Compared[] {
  const largest = new Map<string, Compared>();
  for (const one of compared) {
    const known = largest.get(one.destination);
    if (known === undefined || known.amountPaise < one.amountPaise) largest.set(one.destination, one);
  }
  return [...largest.values()];
}

async function readLastSame(
  tx: Tx,
  rules: readonly ActiveRule[],
  { compared, since }: Asked,
): Promise<Map<string, LastSame>> {
  if (rules.length === 0) return new Map();
  const minutes = Math.max(...rules.map((rule) => Number(rule.parameters.periodMinutes)));
  const wanted = [...new Map(compared.map((one) => [sameName(one), one])).values()];
  const rows = await tx.query<LastSame & { place: bigint }>(SELECT_LAST_SAME, [
    tx.merchantId,
    new Date(since.getTime() - minutes * MINUTE_MS),
    arraysOf(wanted),
    wanted.map(({ amountPaise }) => amountPaise),
  ]);
  return new Map(rows.map(({ place, ...last }) => [sameName(wanted[Number(place) - 1]!), last]));
}

/** Reads only destinations of amounts above the limit of some rule, since rules do not ask about the others. */
async function readPaid(
  tx: Tx,
  rules: readonly ActiveRule[],
  compared: readonly Compared[],
): Promise<Set<string>> {
  const wanted = distinct(compared).filter(({ amountPaise }) =>
    rules.some(({ parameters }) => amountPaise > BigInt(parameters.abovePaise!)),
  );
  if (wanted.length === 0) return new Set();
  const rows = await tx.query<{ place: bigint }>(SELECT_PAID, [tx.merchantId, arraysOf(wanted)]);
  return new Set(rows.map(({ place }) => wanted[Number(place) - 1]!.destination));
}

async function readNewest(
  tx: Tx,
  rules: readonly ActiveRule[],
  compared: readonly Compared[],
): Promise<Map<string, bigint[]>> {
  if (rules.length === 0) return new Map();
  const wanted = distinct(compared);
  const rows = await tx.query<{ place: bigint; amounts: bigint[] }>(SELECT_NEWEST, [
    tx.merchantId,
    arraysOf(wanted),
  ]);
  return new Map(rows.map(({ place, amounts }) => [wanted[Number(place) - 1]!.destination, amounts]));
}

async function writePrecedents(tx: Tx, added: readonly Precedent[]): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(INSERT, [
    tx.merchantId,
    tx.now,
    added.map(({ transferId }) => transferId),
    added.map(({ referenceId }) => referenceId),
    added.map(({ kept }) => kept),
    added.map(({ amountPaise }) => amountPaise),
  ]);
}

const newestSame = (condition: string): string => `(
    select precedent.accepted_at
    from risk.precedent
    join risk.past_transfer as transfer
      on transfer.merchant_id = $1
     and transfer.transfer_id = precedent.transfer_id
    where precedent.merchant_id = $1
      and precedent.destination = any (wanted.stored::bytea[])
      and precedent.amount_paise = wanted.amount_paise
      and precedent.accepted_at > $2
      and transfer.unpaid_at is null
      and ${condition}
    order by precedent.accepted_at desc
    limit 1
  )`;

const SELECT_LAST_SAME = `
  select wanted.place, last.accepted_at as at, released.accepted_at as "releasedAt"
  from unnest($3::text[], $4::bigint[]) with ordinality as wanted (stored, amount_paise, place)
  cross join lateral ${newestSame("true")} as last
  left join lateral ${newestSame("transfer.released")} as released on true`;

const SELECT_PAID = `
  select wanted.place
  from unnest($2::text[]) with ordinality as wanted (stored, place)
  where exists (
    select from risk.precedent
    join risk.past_transfer as transfer
      on transfer.merchant_id = $1
     and transfer.transfer_id = precedent.transfer_id
    where precedent.merchant_id = $1
      and precedent.destination = any (wanted.stored::bytea[])
      and transfer.paid_at is not null
  )`;

// Transfers that were not released, or that came back, do not use up places among the newest.
const SELECT_NEWEST = `
  select wanted.place, known.amounts
  from unnest($2::text[]) with ordinality as wanted (stored, place)
  cross join lateral (
    select array_agg(newest.amount_paise order by newest.reference_id desc) as amounts
    from (
      select precedent.reference_id, precedent.amount_paise
      from risk.precedent
      join risk.past_transfer as transfer
        on transfer.merchant_id = $1
       and transfer.transfer_id = precedent.transfer_id
      where precedent.merchant_id = $1
        and precedent.destination = any (wanted.stored::bytea[])
        and transfer.released
        and transfer.unpaid_at is null
      order by precedent.reference_id desc
      limit ${KNOWN_MAX}
    ) as newest
  ) as known
  where known.amounts is not null`;

const INSERT = `
  insert into risk.precedent (
    merchant_id, accepted_at, transfer_id, reference_id, destination, amount_paise
  )
  select $1, $2, added.*
  from unnest($3::uuid[], $4::bigint[], $5::bytea[], $6::bigint[]) as added`;
