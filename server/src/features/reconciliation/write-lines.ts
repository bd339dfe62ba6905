/** Stores lines of statements in sets, each line exactly once. */
import { createHash } from "node:crypto";
import type { LongStatement, BankStatementHead, StatementLine } from "#banks";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { sealWords } from "#lib/seals";
import type { Vault } from "#lib/vault";
import { istDate } from "#lib/ist";
import { wordsOf } from "./cut-reference.ts";
import { ReconciliationError } from "./errors.ts";
import { tellBatchesApart } from "./tell-batches-apart.ts";

// Makes the keys that identify lines, so that each is stored once however often it is stated.

/** The keys of one set of lines, in order. */
interface LineKeys {
  /** The keys under which they are stored. */
  readonly own: readonly string[];
  /** The keys by which a process of another version, or with other sealing, has stored the same lines. */
  readonly others: readonly string[];
}

/** The merchant of the lines, and whether details are sealed. */
type KeyedFor = Pick<Tx, "merchantId" | "sealsDetails">;

/**
 * Makes the keys of one statement's lines, set by set in order: from the bank's id of each or, without one,
 * from its day and content; and from its number among equal lines of the day. A bank's id is combined with
 * the kind of line, because charges and reversals have the id of their payment. A statement that repeats
 * lines gives them the same keys; two truly equal lines differ.
 */
export function makeLineKeys(vault: Vault, tx: KeyedFor): (lines: readonly StatementLine[]) => LineKeys {
  const seen = new Map<string, number>();
  const placed = (text: string): string => {
    const place = (seen.get(text) ?? 0) + 1;
    seen.set(text, place);
    return ownText(`${text}:${place}`);
  };
  const keysOf = (line: StatementLine): { own: string; other: string } => {
    if (line.lineId !== null) {
      const { lineId, side, amountPaise, reference } = line;
      const own = placed(`id:${lineId}|${istDate(line.bookedAt)}|${side}|${amountPaise}|${reference ?? ""}`);
      // The first of its kind used to be identified by the id alone.
      return { own, other: own.endsWith(":1") ? ownText(`id:${lineId}`) : own };
    }
    const former = placed(contentOf(line));
    const sealed = sealLineKey(vault, tx.merchantId, former);
    return tx.sealsDetails ? { own: sealed, other: former } : { own: former, other: sealed };
  };
  return (lines) => {
    const pairs = lines.map(keysOf);
    return { own: pairs.map(({ own }) => own), others: pairs.map(({ other }) => other) };
  };
}

/** Returns the keys of all lines of a statement. */
export function lineKeysOf(vault: Vault, tx: KeyedFor, lines: readonly StatementLine[]): LineKeys {
  return makeLineKeys(vault, tx)(lines);
}

/** SQL: true for keys with an unkeyed hash of the line's content, from which a narration can be guessed. */
export const IS_FORMER_KEY = String.raw`line_key ~ '^\d{4}-\d\d-\d\d:'`;

/** Returns the key of the same line once details are sealed. */
export function sealLineKey(vault: Vault, merchantId: string, former: string): string {
  return `keyed:${vault.blindIndex(merchantId, `line|${former}`).toString("base64url").slice(0, 22)}`;
}

/** Copies a text: one cut from a file keeps part of that file in memory, and keys are kept to the end. */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** Returns what a bank repeats exactly. The time is left out, because many formats only have the day. */
function contentOf(line: StatementLine): string {
  const { side, amountPaise, bookedAt, reference, utr, narration, code, counterparty } = line;
  const said = [side, String(amountPaise), reference, utr, narration, code, ...Object.values(counterparty)];
  const digest = createHash("sha256").update(JSON.stringify(said)).digest("base64url");
  return `${istDate(bookedAt)}:${digest.slice(0, 22)}`;
}

export const COUNTERPARTY_PURPOSE = "reconciliation.counterparty";
const NARRATION_MAX = 500;

interface LinesToStore {
  readonly bankId: string;
  readonly bankNo: number;
  readonly statement: LongStatement;
  readonly signal: AbortSignal | undefined;
}

interface StoredLines {
  /** The number of lines that were not stored yet. */
  readonly newLines: number;
  /** The keys of all lines of the statement, of both kinds. */
  readonly keys: readonly string[];
}

/**
 * Stores the lines that are not stored yet, set by set as they are read. Throws
 * ReconciliationError.statement_changed_while_read if they differ from what was checked, and the reason of
 * `signal` when it aborts.
 */
export async function insertLines(
  tx: Tx,
  vault: Vault,
  { bankId, bankNo, statement, signal }: LinesToStore,
): Promise<StoredLines> {
  const { day, tally } = statement;
  const keysOf = makeLineKeys(vault, tx);
  const keys = new Set<string>();
  let [lines, newLines, movedPaise] = [0, 0, 0n];
  for await (const read of statement.sets()) {
    signal?.throwIfAborted();
    lines += read.length;
    movedPaise += sumOf(read);
    const set = await tellBatchesApart(tx, bankId, read);
    const { own, others } = keysOf(set);
    for (const key of [...own, ...others]) keys.add(key);
    newLines += await tx.execute(INSERT, [
      ...[tx.merchantId, tx.now, bankId, bankNo, day, own],
      ...columnsOf(tx, vault, set),
      others,
    ]);
    crashPoint("reconciliation.import.set_stored");
  }
  if (lines !== tally.lineCount || movedPaise !== tally.movedPaise)
    throw ReconciliationError.statement_changed_while_read({ bankId, day });
  return { newLines, keys: [...keys] };
}

function sumOf(lines: readonly StatementLine[]): bigint {
  return lines.reduce(
    (sum, { side, amountPaise }) => sum + (side === "credit" ? amountPaise : -amountPaise),
    0n,
  );
}

function columnsOf(tx: Tx, vault: Vault, set: readonly StatementLine[]): unknown[] {
  const owner = { merchantId: tx.merchantId, purpose: COUNTERPARTY_PURPOSE };
  const accounts = set.map(({ counterparty }) => counterparty.accountNumber);
  return [
    set.map(() => newId()),
    set.map(({ bookedAt }) => bookedAt),
    set.map(({ side }) => side),
    set.map(({ amountPaise }) => amountPaise),
    set.map(({ kind }) => kind),
    set.map(({ reference }) => reference),
    set.map(({ utr }) => utr?.trim().toUpperCase() || null),
    set.map(({ narration }) => sealWords(tx, narration.slice(0, NARRATION_MAX))),
    set.map(({ code }) => code),
    set.map(({ reason }) => reason),
    set.map(({ counterparty }) => counterparty.name),
    accounts.map((account) => account?.slice(-4) || null),
    set.map(({ counterparty }) => counterparty.ifsc),
    // Only the sender of money is ever read again in clear.
    set.map(({ side }, index) => {
      const account = accounts[index] ?? null;
      return side === "debit" || account === null || account === "" ? null : vault.seal(owner, account);
    }),
    // unnest takes no arrays of arrays, so each is passed as JSON.
    set.map(({ narration }) => JSON.stringify(wordsOf(narration.slice(0, NARRATION_MAX)))),
    set.map(({ lineId }) => lineId),
  ];
}

const INSERT = `
  insert into reconciliation.line (
    merchant_id, arrived_at, bank_id, bank_no, day, line_key, line_id, booked_at, side, amount_paise, kind, reference,
    utr, narration, code, reason, counterparty_name, counterparty_last4, counterparty_ifsc, sealed_counterparty,
    reference_words, bank_line_id
  )
  select $1, $2, $3, $4, $5, line_key, line_id, booked_at, side, amount_paise, kind, reference, utr, narration, code,
    reason, counterparty_name, counterparty_last4, counterparty_ifsc, sealed_counterparty,
    array(select jsonb_array_elements_text(words)), bank_line_id
  from unnest($6::text[], $7::uuid[], $8::timestamptz[], $9::text[], $10::bigint[], $11::text[], $12::text[],
    $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::bytea[],
    $21::jsonb[], $22::text[], $23::text[]) as said (
      line_key, line_id, booked_at, side, amount_paise, kind, reference, utr, narration, code, reason,
      counterparty_name, counterparty_last4, counterparty_ifsc, sealed_counterparty, words, bank_line_id, other_key
    )
  -- Stored before details were sealed, or before other lines could have its id, or by a process that does not know yet.
  where other_key = line_key or not exists (
    select from reconciliation.line
    where merchant_id = $1
      and bank_id = $3
      and line.line_key = said.other_key
      and line.side = said.side
      and line.amount_paise = said.amount_paise
    -- Looked up by its key.
    offset 0
  )
  on conflict (merchant_id, bank_id, line_key) do nothing`;

/** Called when the whole day is here: lines that waited for it are looked at again. */
export async function wakeLines(tx: Tx, bankId: string, day: string): Promise<void> {
  await tx.execute(
    `update reconciliation.line
     set awaits_day = false
     where merchant_id = $1
       and bank_id = $2
       and day = $3
       and awaits_day`,
    [tx.merchantId, bankId, day],
  );
}

export interface StatedDay {
  readonly bankId: string;
  readonly statement: BankStatementHead;
  /** The keys of all of its lines, of both kinds. */
  readonly keys: readonly string[];
}

/** Notes how much of a statement's money is in lines that a statement of another day had before. */
export async function noteRepeated(tx: Tx, { bankId, statement, keys }: StatedDay): Promise<void> {
  await tx.execute(
    `update reconciliation.statement
     set repeated_paise = coalesce((
       select sum(case side when 'credit' then amount_paise else -amount_paise end)
       from unnest($5::text[]) as told (line_key)
       -- "offset 0" has each looked up by its key.
       cross join lateral (
         select side, amount_paise, day
         from reconciliation.line
         where merchant_id = $1
           and bank_id = $2
           and line_key = told.line_key
         offset 0
       ) as stored
       where stored.day <> $3
     ), 0)
     where merchant_id = $1
       and bank_id = $2
       and day = $3
       and kind = $4`,
    [tx.merchantId, bankId, statement.day, statement.kind, keys],
  );
}
