import { hash } from "node:crypto";
import type { Tx } from "#lib/db";

/** A bank's credit, by what it is known by: its UTR, and our reference of a payment that may have come back. */
interface NamedCredit {
  readonly bankId: string;
  readonly utr: string | null;
  readonly reference: string | null;
  readonly amountPaise: bigint;
  /** Only returns have these. */
  readonly besides?: Besides | undefined;
}

/**
 * The UTRs of recharges that are other money than a return, although they named its payment. `all`: whatever named it
 * is other money, because a person knows, or because the return is booked already.
 */
export type Besides = readonly string[] | "all";

/** `top_up`: money from elsewhere. `return`: a payment of ours that came back. */
type CreditUse = "top_up" | "return";

/**
 * Claims credits for one use before they are booked, so that nothing that a bank reports, in whatever order, books
 * one credit as both. Returns for each credit the name under which it has the other use; null if it may be booked. The
 * other name of a credit that may not be booked stays free. Another transaction that claims the same credit waits here.
 */
export async function claimCredits(
  tx: Tx,
  use: CreditUse,
  credits: readonly NamedCredit[],
): Promise<TakenBy[]> {
  if (credits.every(({ utr, reference }) => utr === null && reference === null))
    return credits.map(() => null);
  const claimed = await tx.part(async () => {
    const taken = await claimNames(tx, use, credits);
    if (taken.some((by) => by !== null)) throw new SomeAreTaken(taken);
    return taken;
  });
  if ("value" in claimed) return claimed.value;
  if (!(claimed.fault instanceof SomeAreTaken)) throw claimed.fault;
  const { taken } = claimed.fault;
  const left = credits.filter((_, index) => taken[index] === null);
  const others = (await claimCredits(tx, use, left)).values();
  return taken.map((by) => by ?? others.next().value ?? null);
}

/** The name under which a credit has the other use; `amount`: its UTR has, and is of no return of that amount. */
type TakenBy = "utr" | "amount" | "reference" | null;

/** Undoes the claim of a set in which some credits have the other use. */
class SomeAreTaken extends Error {
  readonly taken: readonly TakenBy[];

  constructor(taken: readonly TakenBy[]) {
    super("some of the credits have the other use");
    this.taken = taken;
  }
}

async function claimNames(tx: Tx, use: CreditUse, credits: readonly NamedCredit[]): Promise<TakenBy[]> {
  const names = credits.flatMap(({ bankId, utr, reference, besides = [] }) => [
    ...(utr === null ? [] : [{ bankId, named: nameOf("utr", utr) }]),
    ...(reference === null
      ? []
      : [{ bankId, named: nameOf(besides.length === 0 ? "reference" : "return", reference) }]),
  ]);
  const others = credits.flatMap((credit) => [
    ...(credit.utr === null ? [] : [{ bankId: credit.bankId, named: nameOfAmount(credit) }]),
    ...(use === "return" || credit.reference === null
      ? []
      : [{ bankId: credit.bankId, named: nameOf("return", credit.reference) }]),
  ]);
  const parametersOf = (all: typeof names) => [
    ...[tx.merchantId, use],
    ...[all.map(({ bankId }) => bankId), all.map(({ named }) => named)],
  ];
  const both = parametersOf([...names, ...others]);
  const naming = await lockNaming(tx, use, credits);
  // Only a return claims its amount: recharges have theirs in their own table.
  await tx.execute(CLAIM, use === "return" ? both : parametersOf(names));
  const rows = await tx.query<{ bankId: string; named: string }>(READ_OTHERS, both);
  const taken = new Set(rows.map(({ bankId, named }) => keyOf(bankId, named)));
  return credits.map((credit) => {
    const { bankId, utr, reference, besides = [] } = credit;
    const isTaken = (by: NameKind, number: string | null): boolean =>
      number !== null && taken.has(keyOf(bankId, nameOf(by, number)));
    if (isTaken("utr", utr)) return taken.has(keyOf(bankId, nameOfAmount(credit))) ? "utr" : "amount";
    if (besides.length === 0)
      return isTaken("reference", reference) || isTaken("return", reference) ? "reference" : null;
    const isNamed = (naming.get(keyOf(bankId, reference)) ?? []).some((other) => !besides.includes(other));
    return besides !== "all" && isNamed ? "reference" : null;
  });
}

/**
 * Locks the references of returns that are other money than the recharges that have named their payments, and of
 * recharges, so that no recharge of the same name is booked meanwhile. Returns the UTRs of the recharges by reference.
 */
async function lockNaming(
  tx: Tx,
  use: CreditUse,
  credits: readonly NamedCredit[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const meant = credits.filter(
    ({ reference, besides = [] }) => reference !== null && (use === "top_up" || besides.length > 0),
  );
  if (meant.length === 0) return new Map();
  await tx.query(LOCK_NAMING, [tx.merchantId, meant.map(({ reference }) => reference).toSorted()]);
  if (use === "top_up") return new Map();
  const rows = await tx.query<{ bankId: string; reference: string; utrs: string[] }>(READ_NAMING, [
    tx.merchantId,
    meant.map(({ bankId }) => bankId),
    meant.map(({ reference }) => reference),
  ]);
  return new Map(rows.map(({ bankId, reference, utrs }) => [keyOf(bankId, reference), utrs]));
}

/** `return`: the reference of a payment that came back after a recharge had named it. */
type NameKind = "utr" | "reference" | "return";

const nameOf = (by: NameKind, number: string): string => shorten(`${by} ${number}`);

const nameOfAmount = ({ utr, amountPaise }: NamedCredit): string => shorten(`amount ${amountPaise} ${utr}`);

const shorten = (name: string): string => (name.length <= 100 ? name : hash("sha256", name));

const keyOf = (bankId: string, named: string | null): string => JSON.stringify([bankId, named]);

const LOCK_NAMING = `
  select pg_advisory_xact_lock(hashtextextended('fund_sources.naming:' || $1::text || ':' || reference, 0))
  from unnest($2::text[]) as reference`;

const READ_NAMING = `
  select bank_id as "bankId", reference, array_agg(utr) as utrs
  from fund_sources.top_up
  where merchant_id = $1
    and (bank_id, reference) in (select * from unnest($2::text[], $3::text[]))
  group by bank_id, reference`;

/** The fixed order prevents deadlocks between two sets. */
const CLAIM = `
  insert into fund_sources.credit_use (merchant_id, bank_id, named, use)
  select distinct $1::uuid, bank_id, named, $2
  from unnest($3::text[], $4::text[]) as credit (bank_id, named)
  order by bank_id, named
  on conflict do nothing`;

/** A recharge that a process of the version before this table books meanwhile has no row here. */
const READ_OTHERS = `
  with credit as materialized (
    select * from unnest($3::text[], $4::text[]) as credit (bank_id, named)
  )
  select bank_id as "bankId", named
  from fund_sources.credit_use
  where merchant_id = $1
    and use <> $2
    and (bank_id, named) in (select * from credit)
  union
  select bank_id, 'utr ' || utr
  from fund_sources.top_up
  where merchant_id = $1
    and $2 = 'return'
    and (bank_id, utr) in (select bank_id, substr(named, 5) from credit where starts_with(named, 'utr '))`;
