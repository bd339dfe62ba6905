/**
 * A phase is everything that a transaction writes of a set, as one function of the database.
 *
 * The decisions are made in this process. The function gets the rows and writes each kind in one statement, whose
 * columns come from the declarations of the rows. A process that has asked nothing in the transaction passes what it
 * knows, and the function proves that this still holds before it writes.
 *
 * The functions are in `server/migrations/functions`, where `npm run write-functions` writes them, and migrating makes
 * them. The name of each ends with a hash of its text, so that two versions of the program can work side by side.
 */
import { createHash } from "node:crypto";
import { type PreparedCall, type Db, NotKnownError, type Tx } from "./db.ts";
import { type RowColumns, type RowWrite, snake } from "./rows.ts";

interface PhaseToDefine {
  /** The name of the function, without the hash. */
  readonly name: string;
  /** A comment on the function, as a sentence. */
  readonly comment: string;
  /** The writes, in the order in which they happen. */
  readonly writes: readonly RowWrite[];
  /** Declarations of further variables of the function, in PL/pgSQL. */
  readonly variables?: string;
  /** Further columns that the function returns, each with a comma before it. */
  readonly returns?: string;
  readonly proof: Proof;
}

/**
 * The parts of a function that prove what is `known`, in SQL and PL/pgSQL. A write that touches other rows than those
 * that it was given misses too.
 */
export interface Proof {
  /** Reasons to miss, each with its condition. */
  readonly misses: Readonly<Record<string, string>>;
  /** Locks and takes what the writes rest on, once the rest is proved. It sets `missed` and returns if that fails. */
  readonly takes?: string;
}

export interface Phase {
  /** The name of the function, without the hash of its text. */
  readonly title: string;
  /** The statement that creates the function. */
  readonly sql: string;
  /** Returns the transaction with the rows of the phase's writes gathered, unless it gathers them itself. */
  gather(tx: Tx): Gathering;
}

export interface Gathering {
  readonly tx: Tx;
  /** Returns the gathered rows of one write. */
  rowsOf(name: string): readonly object[];
  /** Writes the gathered rows in the transaction, whose time and locks are real. */
  write(): Promise<PhaseResult | null>;
  /** Returns the call that writes the gathered rows if `known` is proved; see `writeOnce`. */
  callIf(known: object): PreparedCall;
}

/** The result of a phase's function. */
export interface PhaseResult {
  /** The reason why nothing was written. Null means that everything was written. */
  readonly missed: string | null;
  /** The merchant's time of the writes, if that of the transaction was only supposed. */
  readonly at: Date;
  /** The ID of the transaction, as `xmin` of the rows that it wrote. */
  readonly xid: string;
}

/** It stands for a supposed time. Every quotation mark in a text is escaped, so no text contains it. */
const NOW = { "the time of the writes": 0 };
const NOW_TEXT = JSON.stringify(NOW);

/** A supposed time may differ by this many seconds from the real one. */
const SUPPOSED_WITHIN_SECONDS = 1;

/** The same in ms, for those who set a limit by a supposed time. */
export const SUPPOSED_WITHIN_MS = SUPPOSED_WITHIN_SECONDS * 1_000;

const defined = new Map<string, Phase>();

/** Returns the phases that the loaded modules have defined. */
export const definedPhases = (): readonly Phase[] => [...defined.values()];

export function definePhase(phase: PhaseToDefine): Phase {
  const body = bodyOf(phase);
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
  const name = `phase.${phase.name}_${hash}`;
  const call = `select * from ${name}($1::uuid, $2::jsonb, $3::text)`;
  const columns = new Map(phase.writes.map((write) => [write.name, write.columns]));
  const made: Phase = {
    title: phase.name,
    sql: `-- ${phase.comment}\n-- Made by npm run write-functions; not to be edited.\ncreate function ${name}${body}`,
    gather: (tx) => gatherInto(tx, call, columns),
  };
  defined.set(phase.name, made);
  return made;
}

type Written = Readonly<Record<string, unknown>>;

function gatherInto(tx: Tx, call: string, columns: ReadonlyMap<string, RowColumns>): Gathering {
  const { merchantId, now } = tx;
  const gathered = new Map<string, object[]>();
  const asText = (supposed: Date | null): string => {
    const sets = [...gathered].map(([name, rows]) => {
      const declared = columns.get(name)!;
      return [name, rows.map((row) => toJson(declared, row as Written, supposed))] as const;
    });
    return JSON.stringify(Object.fromEntries(sets));
  };
  const gather: Tx["gather"] = (name, rows) => {
    if (tx.gather?.(name, rows) === true) return true;
    if (!columns.has(name)) return false;
    gathered.set(name, [...(gathered.get(name) ?? []), ...rows]);
    return true;
  };
  return {
    tx: { ...tx, gather },
    rowsOf: (name) => gathered.get(name) ?? [],
    write: async () => {
      if (gathered.size === 0) return null;
      const [result] = await tx.query<PhaseResult>(call, [merchantId, null, asText(null)]);
      return result!;
    },
    callIf: (known) => ({ text: call, values: [merchantId, JSON.stringify(known), asText(now)] }),
  };
}

/**
 * Writes what was decided in a supposed transaction in one of its own, in one round trip. `decide` returns its call, or
 * null if not everything is known: so does this.
 */
export async function writeOnce<R extends PhaseResult>(
  db: Db,
  merchantId: string,
  decide: () => Promise<PreparedCall | null>,
): Promise<R | null> {
  try {
    return await db.once<R>(merchantId, decide);
  } catch (error) {
    if (error instanceof NotKnownError) return null;
    if ((error as { code?: unknown }).code === MISSED) return { missed: (error as Error).message } as R;
    throw error;
  }
}

/** The SQLSTATE with which a function undoes what it has written when it misses something. */
const MISSED = "VT409";

/** Returns a row as the values of its columns, in their order. A supposed time is marked. */
function toJson(columns: RowColumns, row: Written, supposed: Date | null): unknown[] {
  return Object.entries(columns).map(([field, { type, store }]) => {
    const value = row[field];
    return jsonOf(store === undefined || type === "jsonb" ? value : store(value), supposed);
  });
}

function jsonOf(value: unknown, supposed: Date | null): unknown {
  if (typeof value === "bigint") return String(value);
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  // It must be the very object: another date that is equal does not come from the transaction.
  return value === supposed && value !== null ? NOW : value;
}

function bodyOf({ writes, variables = "", returns = "", proof }: PhaseToDefine): string {
  const { misses, takes = "" } = proof;
  const reasons = Object.entries(misses).map(
    ([reason, condition]) => `
      when ${indent(condition, 6)} then '${reason}'`,
  );
  return `(
  merchant uuid, known jsonb, given_rows text,
  out missed text, out at timestamptz, out xid xid${returns}
)
language plpgsql
-- A plan lives as long as its session, and may have been made while the tables were empty.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $phase$
#variable_conflict use_column
declare
  -- The rows to write, by the name of the write.
  written jsonb;
  -- The balances to which the given ones are relative, by account. They are 0 if the given ones are whole.
  base jsonb;
  touched bigint;
  ${indent(variables, 2)}
begin
  if known is null then
    written := given_rows::jsonb;
  else
    perform lib.refuse_moved(moved.home) from lib.moved_merchant as moved where moved.merchant_id = merchant;
    missed := nullif(set_config('app.merchant_id', merchant::text, true), merchant::text);
    select date_trunc('milliseconds', clock.now), case
      when abs(extract(epoch from clock.now - (known ->> 'now')::timestamptz)) > ${SUPPOSED_WITHIN_SECONDS}
        then 'time'${reasons.join("")}
    end
    into at, missed
    from (
      select clock_timestamp() + coalesce(
        (select offset_ms from lib.merchant_clock where merchant_id = merchant), 0
      ) * interval '1 millisecond' as now
    ) as clock;
    if missed is not null then
      return;
    end if;
    ${indent(takes)}
    written := replace(given_rows, '${NOW_TEXT}', to_json(at)::text)::jsonb;
  end if;
${writes.map(writeOf).join("")}  xid := pg_current_xact_id()::xid;
end
$phase$`
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

const indent = (text: string, by = 4): string => text.trim().replaceAll("\n", `\n${" ".repeat(by)}`);

function writeOf({ name, columns, statement, isExact, countsItself }: RowWrite): string {
  const rows = `written -> '${name}'`;
  const values = Object.entries(columns).map(([field, { type }], place) => {
    const value = type === "jsonb" ? `nullif(one -> ${place}, 'null')` : `(one ->> ${place})::${type}`;
    return `${value} as ${snake(field)}`;
  });
  const select = `select\n    ${values.join(",\n    ")}\n  from jsonb_array_elements(${rows}) as one`;
  // The offset keeps the casts out of the joins. They are not leakproof, so row level security would let no index use
  // them.
  const given = `(\n  ${select}\n  offset 0\n) as given`;
  const count = "\n    get diagnostics touched = row_count;";
  const check = `
    if touched <> jsonb_array_length(${rows}) then
      if known is not null then
        raise exception '${name}' using errcode = '${MISSED}';
      end if;
      perform lib.refuse_rows(touched, jsonb_array_length(${rows}));
    end if;`;
  return `  if written ? '${name}' then
    ${indent(statement(given, "touched"))};${isExact ? `${countsItself === true ? "" : count}${check}` : ""}
  end if;
`;
}
