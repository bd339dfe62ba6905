/** No check may work on every pair of rows: with twice the rows it does twice the work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { CHECKS } from "./index.ts";
import { findingQuery, planForAllRows } from "./verify-ledger.ts";

const world = await makeWorld();
const merchantId = newId();

const ROWS = 2_000;
/**
 * The allowed growth with twice the rows: above two, because the join order may change, and below four, the growth of a
 * quadratic plan.
 */
const RATIO_MAX = 3;

/** Row number n has the same IDs and texts in every table, so that each join finds its row. */
const ID = "md5(n::text)::uuid";
/** All rows of batches belong to one batch, so a plan that reads the whole batch for each row is found. */
const BATCH_ID = "md5('batch')::uuid";

const turns = (...values: string[]): string =>
  `(array[${values.map((value) => `'${value}'`).join(", ")}])[1 + n % ${values.length}]`;

/** The value of a column in row n, if its type alone does not determine it. */
const VALUES: Readonly<Record<string, string>> = {
  merchant_id: `'${merchantId}'`,
  "batches.batch.batch_id": `case n when 1 then ${BATCH_ID} else ${ID} end`,
  "batches.batch_row.batch_id": BATCH_ID,
  "batches.batch_row.status": turns("open", "accepted", "rejected"),
  row_no: "n",
  reference_id: "n",
  origin_kind: turns("batch", "withdrawal", "refund", "loan", "phone", "link"),
  origin_id: `case n % 6 when 0 then ${BATCH_ID} else ${ID} end`,
  "transfers.transfer.status": turns("sent", "succeeded", "failed", "reversed", "awaiting_approval"),
  "ledger.posting.kind": turns("hold", "send", "post", "release", "return", "late_success", "top_up", "loan"),
  debit_no: "1000",
  credit_no: "101",
  account_no: "n",
  source_no: "n",
  ledger_account_no: "n",
  verification_no: "n",
  "ledger.account.kind": turns("held_in", "wallet"),
  amount_paise: "100",
  "transfers.attempt.evidence": turns("POS", "NEG", "RET"),
  "transfers.fact.evidence": turns("POS", "NEG", "RET"),
  from_status: "'awaiting_approval'",
  to_status: "'ready'",
  "approvals.request.subject_id": `${ID}::text`,
  "approvals.request.subject_kind": turns("transfer", "beneficiary"),
  "approvals.request.status": turns("approved", "approved", "pending"),
  verdict: "'approve'",
  levels: `'[{"approvers": 1}]'`,
  "beneficiaries.beneficiary.status": turns("awaiting_approval", "verified"),
  "withdrawals.withdrawal.status": turns("waiting", "failed", "paid"),
  "withdrawals.refund.status": turns("waiting", "stuck", "paid"),
  "fund_sources.top_up.suspended": "true",
  "reconciliation.line.state": turns("matched", "suspense", "paired"),
  side: turns("debit", "credit"),
  day: "date '2026-01-01' + n",
  version: "n",
  agreement_version: "n",
};

const OF_TYPE: Readonly<Record<string, string>> = {
  uuid: ID,
  "uuid[]": `array[${ID}]`,
  text: "'text ' || n",
  "text[]": "array[]::text[]",
  boolean: "false",
  smallint: "1",
  integer: "1",
  bigint: "1",
  jsonb: "'{}'",
  bytea: "'\\x00'",
  date: "current_date",
  "timestamp with time zone": "now()",
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Tables in which a merchant has only one row. */
const ONE_ROW = new Set(["transfers.watched"]);

const tables = [
  ...new Set(
    CHECKS.flatMap(({ sql }) => [...sql.matchAll(/(?:(?<!distinct )from|join)\s+([a-z_]+\.[a-z_]+)/g)]).map(
      ([, name]) => name!,
    ),
  ),
];

/** Stores the rows `first` to `last` of every table. */
async function fill(first: number, last: number): Promise<void> {
  for (const table of tables) {
    const columns = await world.look<Column>(
      `select attname::text as name, format_type(atttypid, null) as type, attnotnull as required
       from pg_attribute
       where attrelid = $1::regclass
         and attnum > 0
         and not attisdropped
         and attgenerated = ''`,
      [table],
    );
    const filled = columns.map(({ name, type, required }) => ({
      name,
      value:
        VALUES[`${table}.${name}`] ?? VALUES[name] ?? (required || type === "uuid" ? OF_TYPE[type] : "null"),
    }));
    await world.look(`
      set local session_replication_role = replica;
      insert into ${table} (${filled.map(({ name }) => name).join(", ")})
      select ${filled.map(({ value }) => value).join(", ")}
      from generate_series(${first}, ${last}) as n
      on conflict do nothing`);
    const [stored] = await world.look<{ rows: number }>(`select count(*)::int as rows from ${table}`);
    assert.equal(stored!.rows, ONE_ROW.has(table) ? 1 : last, table);
  }
}

interface Node {
  readonly "Node Type": string;
  readonly Plans?: readonly Node[];
  readonly [key: string]: unknown;
}

interface Work {
  /** Rows that the plan's nodes returned or discarded. */
  readonly rows: number;
  /** The number of times that nodes which read a table were run. */
  readonly runs: number;
}

/** Measures the work of a check. */
async function measure(sql: string): Promise<Work> {
  return world.ctx.db.homes.directory().sweep(async (read) => {
    await planForAllRows(read);
    const [row] = await read.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `explain (analyze, timing off, format json) ${findingQuery(sql).replaceAll("$1::uuid", "null::uuid")}`,
    );
    const nodes = flatten(row!["QUERY PLAN"][0].Plan);
    const loops = (node: Node): number => Number(node["Actual Loops"]);
    return {
      rows: nodes.reduce((total, node) => total + rowsOf(node) * loops(node), 0),
      runs: Math.max(...nodes.filter((node) => "Relation Name" in node).map(loops)),
    };
  });
}

/** Returns the rows of one run of the node. */
function rowsOf(node: Node): number {
  const counts = Object.entries(node).filter(([key]) => /^(Actual Rows$|Rows Removed)/.test(key));
  return counts.reduce((total, [, rows]) => total + Number(rows), 0);
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** One query compares each posting with every other one, and one looks something up for each row. */
const BAD = [
  `select one.merchant_id, '' as subject, '' as detail
   from ledger.posting as one
   join ledger.posting as other on other.amount_paise > one.amount_paise`,
  `select merchant_id, '' as subject, '' as detail
   from transfers.transfer
   where amount_paise = 0
      or (select count(*) from ledger.posting where cause_id = transfer_id) > 9`,
];

test("with twice the rows each check does twice the work, with and without statistics", async () => {
  // Rows that no order could have left are good enough here, because only their number matters.
  await world.look(`
    do $$
    declare
      found record;
    begin
      for found in
        select conrelid::regclass as name, conname
        from pg_constraint
        where contype in ('c', 'f')
          and conrelid::regclass::text = any (string_to_array('${tables.join(" ")}', ' '))
      loop
        execute format('alter table %s drop constraint %I', found.name, found.conname);
      end loop;
      -- Statistics are gathered where this test says so, and at no other time.
      for found in select unnest(string_to_array('${tables.join(" ")}', ' ')) as name loop
        execute format('alter table %s set (autovacuum_enabled = false)', found.name);
      end loop;
    end $$`);
  const queries = [...CHECKS, ...BAD.map((sql, index) => ({ name: `bad ${index}`, sql }))];
  const once = new Map<string, Work>();
  await fill(1, ROWS);
  for (const { name, sql } of queries) once.set(name, await measure(sql));
  await fill(ROWS + 1, 2 * ROWS);
  const judge = async (): Promise<string[]> => {
    const worse: string[] = [];
    for (const { name, sql } of queries) {
      const [before, after] = [once.get(name)!, await measure(sql)];
      if (after.rows > RATIO_MAX * before.rows || after.runs > 1)
        worse.push(`${name}: ${JSON.stringify([before, after])}`);
    }
    return worse;
  };
  const names = (worse: string[]): string[] => worse.map((text) => text.split(":")[0]!);
  const without = await judge();
  assert.deepEqual(names(without), ["bad 0", "bad 1"], without.join("\n"));
  for (const table of tables) await world.look(`analyze ${table}`);
  const analyzed = await judge();
  assert.deepEqual(names(analyzed), ["bad 0", "bad 1"], analyzed.join("\n"));
});
