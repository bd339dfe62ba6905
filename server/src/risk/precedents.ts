/** Earlier transfers to the destinations of a set, for rules that compare; added to by the set, written with it. */
import type { Tx } from "#lib/db";
import { KNOWN_MAX } from "./kinds/unusual-amount.ts";
import { MINUTE_MS, type Counts, type Need } from "./kinds/kind.ts";
import type { ActiveRule } from "./read-rules.ts";
import { kindOf } from "./table-of-kinds.ts";

/** A transfer that becomes a precedent. */
export interface Precedent extends Compared {
  readonly transferId: string;
  readonly referenceId: bigint;
}

/** What is asked about the set. */
export interface Compared {
  readonly destination: Buffer;
  /** The same as in rows from before it was sealed. */
  readonly former: Buffer;
  readonly amountPaise: bigint;
}

export interface Precedents extends Pick<Counts, "lastSame" | "wasPaid" | "newestAmounts"> {
  count(transfer: Precedent): void;
  write(): Promise<void>;
}

/** Reads what the rules compare with: one statement for each kind of rule that there is. */
export async function readPrecedents(
  tx: Tx,
  rules: readonly ActiveRule[],
  compared: readonly Compared[],
): Promise<Precedents> {
  const needing = (need: Need): ActiveRule[] => rules.filter(({ kind }) => kindOf(kind).need === need);
  const [same, paid, newest] = [needing("same"), needing("paid"), needing("newest")];
  const isKept = same.length + paid.length + newest.length > 0;
  const [lastSame, paidOnes, known] = await Promise.all([
    readLastSame(tx, same, compared),
    readPaid(tx, paid, compared),
    readNewest(tx, newest, compared),
  ]);
  const added: Precedent[] = [];
  return {
    lastSame: (destination, amountPaise) => lastSame.get(sameName({ destination, amountPaise })) ?? null,
    wasPaid: (destination) => paidOnes.has(nameOf(destination)),
    newestAmounts: (destination) =>
      (known.get(nameOf(destination)) ?? []).filter((one) => !one.unpaid).map((one) => one.amountPaise),
    count(transfer) {
      if (!isKept) return;
      added.push(transfer);
      const { destination, amountPaise } = transfer;
      lastSame.set(sameName(transfer), tx.now);
      const before = known.get(nameOf(destination)) ?? [];
      known.set(nameOf(destination), [{ amountPaise, unpaid: false }, ...before].slice(0, KNOWN_MAX));
    },
    write: () => writePrecedents(tx, added),
  };
}

interface Known {
  readonly amountPaise: bigint;
  /** It ended without the payee having the money. */
  readonly unpaid: boolean;
}

const nameOf = (destination: Buffer): string => destination.toString("latin1");
const sameName = ({ destination, amountPaise }: Omit<Compared, "former">): string =>
  `${amountPaise} ${nameOf(destination)}`;

/** Each destination once, with the largest amount that is asked about. */
function distinct(compared: readonly Compared[]): Compared[] {
  const largest = new Map<string, Compared>();
  for (const one of compared) {
    const known = largest.get(nameOf(one.destination));
    if (known === undefined || known.amountPaise < one.amountPaise) largest.set(nameOf(one.destination), one);
  }
  return [...largest.values()];
}

async function readLastSame(
  tx: Tx,
  rules: readonly ActiveRule[],
  compared: readonly Compared[],
): Promise<Map<string, Date>> {
  if (rules.length === 0) return new Map();
  const minutes = Math.max(...rules.map((rule) => Number(rule.parameters.periodMinutes)));
  const wanted = [...new Map(compared.map((one) => [sameName(one), one])).values()];
  const rows = await tx.query<{ place: bigint; at: Date }>(SELECT_LAST_SAME, [
    tx.merchantId,
    new Date(tx.now.getTime() - minutes * MINUTE_MS),
    wanted.map(({ destination }) => destination),
    wanted.map(({ amountPaise }) => amountPaise),
    wanted.map(({ former }) => former),
  ]);
  return new Map(rows.map(({ place, at }) => [sameName(wanted[Number(place) - 1]!), at]));
}

/** Only for amounts that are large by some rule: about the others no one asks. */
async function readPaid(
  tx: Tx,
  rules: readonly ActiveRule[],
  compared: readonly Compared[],
): Promise<Set<string>> {
  const wanted = distinct(compared).filter(({ amountPaise }) =>
    rules.some(({ parameters }) => amountPaise > BigInt(parameters.abovePaise!)),
  );
  if (wanted.length === 0) return new Set();
  const rows = await tx.query<{ place: bigint }>(SELECT_PAID, [
    tx.merchantId,
    wanted.map(({ destination }) => destination),
    wanted.map(({ former }) => former),
  ]);
  return new Set(rows.map(({ place }) => nameOf(wanted[Number(place) - 1]!.destination)));
}

async function readNewest(
  tx: Tx,
  rules: readonly ActiveRule[],
  compared: readonly Compared[],
): Promise<Map<string, Known[]>> {
  if (rules.length === 0) return new Map();
  const wanted = distinct(compared);
  const rows = await tx.query<{ place: bigint; amounts: bigint[]; unpaid: boolean[] }>(SELECT_NEWEST, [
    tx.merchantId,
    wanted.map(({ destination }) => destination),
    wanted.map(({ former }) => former),
  ]);
  return new Map(
    rows.map(({ place, amounts, unpaid }) => [
      nameOf(wanted[Number(place) - 1]!.destination),
      amounts.map((amountPaise, index) => ({ amountPaise, unpaid: unpaid[index]! })),
    ]),
  );
}

async function writePrecedents(tx: Tx, added: readonly Precedent[]): Promise<void> {
  if (added.length === 0) return;
  await tx.execute(INSERT, [
    tx.merchantId,
    tx.now,
    added.map(({ transferId }) => transferId),
    added.map(({ referenceId }) => referenceId),
    // The version before compares with what it knows.
    added.map(({ destination, former }) => (tx.sealsDetails ? destination : former)),
    added.map(({ amountPaise }) => amountPaise),
  ]);
}

const SELECT_LAST_SAME = `
  select wanted.place, last.accepted_at as at
  from unnest($3::bytea[], $4::bigint[], $5::bytea[]) with ordinality
    as wanted (destination, amount_paise, former, place)
  cross join lateral (
    select precedent.accepted_at
    from risk.precedent
    join risk.past_transfer as transfer
      on transfer.merchant_id = $1
     and transfer.transfer_id = precedent.transfer_id
    where precedent.merchant_id = $1
      and precedent.destination in (wanted.destination, wanted.former)
      and precedent.amount_paise = wanted.amount_paise
      and precedent.accepted_at > $2
      and transfer.unpaid_at is null
    order by precedent.accepted_at desc
    limit 1
  ) as last`;

const SELECT_PAID = `
  select wanted.place
  from unnest($2::bytea[], $3::bytea[]) with ordinality as wanted (destination, former, place)
  where exists (
    select from risk.precedent
    join risk.past_transfer as transfer
      on transfer.merchant_id = $1
     and transfer.transfer_id = precedent.transfer_id
    where precedent.merchant_id = $1
      and precedent.destination in (wanted.destination, wanted.former)
      and transfer.paid_at is not null
  )`;

const SELECT_NEWEST = `
  select wanted.place, known.amounts, known.unpaid
  from unnest($2::bytea[], $3::bytea[]) with ordinality as wanted (destination, former, place)
  cross join lateral (
    select array_agg(newest.amount_paise order by newest.reference_id desc) as amounts,
      array_agg(transfer.unpaid_at is not null order by newest.reference_id desc) as unpaid
    from (
      select transfer_id, reference_id, amount_paise
      from risk.precedent
      where merchant_id = $1
        and destination in (wanted.destination, wanted.former)
      order by reference_id desc
      limit ${KNOWN_MAX}
    ) as newest
    join risk.past_transfer as transfer
      on transfer.merchant_id = $1
     and transfer.transfer_id = newest.transfer_id
  ) as known
  where known.amounts is not null`;

const INSERT = `
  insert into risk.precedent (
    merchant_id, accepted_at, transfer_id, reference_id, destination, amount_paise
  )
  select $1, $2, added.*
  from unnest($3::uuid[], $4::bigint[], $5::bytea[], $6::bigint[]) as added`;
