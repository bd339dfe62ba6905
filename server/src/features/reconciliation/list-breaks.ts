import { accountsOf, readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { type KnownInWords, maskWords } from "#lib/mask-account";
import { type Break, type BreakAction, BREAK, type BreakKind } from "./break.ts";
import type { DayBalances } from "./check-statement.ts";
import { ReconciliationError } from "./errors.ts";
import { LINE, type Line } from "./line.ts";
import { COUNTERPARTY_PURPOSE } from "./write-lines.ts";

interface KnownDays {
  readonly same: DayBalances | null;
  readonly before: DayBalances | null;
  readonly after: DayBalances | null;
}

/** Reads the whole statement of a day and those before and after it, in a separate transaction. */
export function readKnownBalances(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { bankId, day }: { readonly bankId: string; readonly day: string },
): Promise<KnownDays> {
  return ctx.db.inMerchant(merchantId, (tx) => readNeighbours(tx, bankId, day));
}

export async function readNeighbours(tx: Tx, bankId: string, day: string): Promise<KnownDays> {
  const rows = await tx.query<DayBalances & { place: "same" | "before" | "after" }>(READ, [
    tx.merchantId,
    bankId,
    day,
  ]);
  const at = (place: string) => rows.find((row) => row.place === place) ?? null;
  return { same: at("same"), before: at("before"), after: at("after") };
}

const DAYS = `
  select day::text as day, sequence_no::int as "sequenceNo", opening_paise as "openingPaise",
    closing_paise as "closingPaise"
  from reconciliation.statement
  where merchant_id = $1 and bank_id = $2 and whole and state = 'imported'`;

const READ = `
  (select *, 'same' as place from (${DAYS} and day = $3::date) as one)
  union all
  (select *, 'before' from (${DAYS} and day < $3::date order by statement.day desc limit 1) as one)
  union all
  (select *, 'after' from (${DAYS} and day > $3::date order by statement.day limit 1) as one)`;

interface BreakFilter {
  /** Undefined for both open and ended breaks. */
  readonly open?: boolean | undefined;
  readonly kinds?: readonly BreakKind[] | undefined;
  readonly bankIds?: readonly string[] | undefined;
  readonly ownerId?: string | undefined;
  /** Only breaks that were opened before this one. */
  readonly beforeId?: string | undefined;
  readonly limit: number;
}

/** A break with the names that people use for its parts. */
export interface ListedBreak extends Break {
  readonly ownerName: string | null;
  readonly transferKey: string | null;
  readonly referenceId: bigint | null;
}

/** The people that a break is about. Their details are masked in its words. */
interface About {
  readonly beneficiaryId: string | null;
  readonly sealedCounterparty: Buffer | null;
  readonly named: readonly (string | null)[];
}

const LISTED = `
  select ${BREAK.columns}, member.name as "ownerName", transfer.transfer_key as "transferKey",
    transfer.reference_id as "referenceId", transfer.beneficiary_id as "beneficiaryId",
    line.sealed_counterparty as "sealedCounterparty",
    array(
      select attempt.reference
      from transfers.attempt
      where attempt.merchant_id = break.merchant_id
        and attempt.transfer_id = break.transfer_id
    ) || array[
      line.reference, line.utr, transfer.utr, transfer.transfer_key, transfer.reference_id::text,
      case break.kind when 'stray_news' then split_part(break.source_key, ':', 3) end
    ] as named
  from reconciliation.break
  left join reconciliation.line
    on line.merchant_id = break.merchant_id
   and line.line_id = break.line_id
  left join access.member on member.member_id = break.owner_id
  left join transfers.transfer
    on transfer.merchant_id = break.merchant_id
   and transfer.transfer_id = break.transfer_id
  where break.merchant_id = $1`;

/**
 * Returns breaks with their texts masked. Also returns what is known about each break, so that other texts about it can
 * be masked.
 */
async function maskBreaks(
  { vault }: Pick<Context, "vault">,
  tx: Tx,
  found: readonly (ListedBreak & About)[],
): Promise<{ listed: ListedBreak; known: KnownInWords }[]> {
  const beneficiaryIds = [...new Set(found.flatMap(({ beneficiaryId }) => beneficiaryId ?? []))];
  const payees = beneficiaryIds.length === 0 ? [] : await readPayees(tx, { beneficiaryIds });
  const accountsBy = new Map(
    payees.map((payee) => [payee.beneficiaryId, accountsOf({ vault }, tx.merchantId, payee)]),
  );
  const owner = { merchantId: tx.merchantId, purpose: COUNTERPARTY_PURPOSE };
  return found.map(({ beneficiaryId, sealedCounterparty, named, ...listed }) => {
    const counterparty =
      sealedCounterparty === null ? [] : [vault.open(owner, sealedCounterparty).toString()];
    const known = {
      accounts: [...counterparty, ...(accountsBy.get(beneficiaryId ?? "") ?? [])],
      references: named,
    };
    const { detail, note } = listed;
    const masked = { detail: maskWords(detail, known), note: note && maskWords(note, known) };
    return { listed: { ...listed, ...masked }, known };
  });
}

/** Lists a merchant's breaks, newest first. Account numbers in their words are masked to their ends. */
export function listBreaks(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  filter: BreakFilter,
): Promise<ListedBreak[]> {
  const { open, kinds, bankIds, ownerId, beforeId, limit } = filter;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await tx.query<ListedBreak & About>(LIST, [
      merchantId,
      open ?? null,
      kinds ?? null,
      bankIds ?? null,
      ownerId ?? null,
      beforeId ?? null,
      limit,
    ]);
    return (await maskBreaks(ctx, tx, found)).map(({ listed }) => listed);
  });
}

const LIST = `
  ${LISTED}
    and ($2::boolean is null or (break.closed_at is null) = $2)
    and ($3::text[] is null or break.kind = any ($3))
    and ($4::text[] is null or break.bank_id = any ($4))
    and ($5::uuid is null or break.owner_id = $5)
    and (
      $6::uuid is null
      or (break.opened_at, break.break_id) < (
        select opened_at, break_id from reconciliation.break where merchant_id = $1 and break_id = $6
      )
    )
  order by break.opened_at desc, break.break_id desc
  limit $7`;

interface BreakHistory {
  readonly step: number;
  readonly action: BreakAction;
  readonly note: string;
  readonly by: string;
  readonly at: Date;
}

export interface BreakDetails extends ListedBreak {
  /** The line that caused the break. */
  readonly line: Line | null;
  readonly history: readonly BreakHistory[];
}

/**
 * Reads one break with its line and its history; account numbers in all words are masked to their ends.
 * Throws ReconciliationError.break_not_found.
 */
export function readBreak(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  breakId: string,
): Promise<BreakDetails> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await tx.query<ListedBreak & About>(`${LISTED} and break.break_id = $2`, [
      merchantId,
      breakId,
    ]);
    const [masked] = await maskBreaks(ctx, tx, found);
    if (masked === undefined) throw ReconciliationError.break_not_found({ breakId });
    const { listed, known } = masked;
    const steps = await readSteps(tx, breakId);
    return {
      ...listed,
      line: await readLine(tx, listed.lineId, known),
      history: steps.map((step) => ({ ...step, note: maskWords(step.note, known) })),
    };
  });
}

async function readLine(tx: Tx, lineId: string | null, known: KnownInWords): Promise<Line | null> {
  if (lineId === null) return null;
  const [line] = await tx.query<Line>(
    `select ${LINE.columns} from reconciliation.line where merchant_id = $1 and line_id = $2`,
    [tx.merchantId, lineId],
  );
  if (line === undefined) return null;
  const mask = <Words extends string | null>(words: Words) => words && maskWords(words, known);
  const { narration, reference, utr, counterpartyName } = line;
  return {
    ...line,
    ...{ narration: maskWords(narration, known), reference: mask(reference), utr: mask(utr) },
    counterpartyName: mask(counterpartyName),
  };
}

function readSteps(tx: Tx, breakId: string): Promise<BreakHistory[]> {
  return tx.query<BreakHistory>(
    `select step, action, note, by, at
     from reconciliation.break_step
     where merchant_id = $1
       and break_id = $2
     order by step`,
    [tx.merchantId, breakId],
  );
}
