/**
 * Fills a server's database with transfers that have ended, as if it had been in use for a long time.
 *
 * Two real transfers, a single one and one of a batch, are copied with all of their rows in all tables, using one
 * statement for each table and slice. Balances change with the copies, so the proof of the ledger still holds.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./start-server.ts";

const WAIT_MAX_MS = 60_000;
const SLICE = 100_000;
/** Each slice begins with one batch, which has this share of its rows: the most that a batch may have. */
const BATCH_SHARE = 0.1;

/** The suffix of the copies' IDs; the simulated banks do not know these transfers. */
export const STORED_SUFFIX = "_stored";

/** The merchant's ID of copy `n`, as SQL. New ones fall between them, as with random IDs in an index. */
export const storedKey = (n: string): string => `md5(${n}::text)::uuid || '${STORED_SUFFIX}'`;

interface Table {
  name: string;
  /** The column that identifies the owner of the row. */
  idColumn: string;
  columns: string[];
}

/** The copies were accepted one after the other within this many days. */
const DAYS = 30;

interface Original {
  readonly transferId: string;
  /** The batch that created it, if any. */
  readonly batchId: string | null;
}

/**
 * Stores succeeded transfers to all of the payees, from number `from + 1` to number `to`, a tenth of them from batches.
 */
export async function storeTransfers(
  server: Server,
  { from = 0, to }: { readonly from?: number; readonly to: number },
): Promise<void> {
  const [single, ofBatch] = [await payOne(server), await payBatch(server)];
  const tables = await findTables(server);
  for (let first = from + 1; first <= to; first += SLICE) {
    const last = Math.min(to, first + SLICE - 1);
    const lastOfBatch = first - 1 + Math.floor((last - first + 1) * BATCH_SHARE);
    for (const part of [
      { original: ofBatch, first, last: lastOfBatch },
      { original: single, first: lastOfBatch + 1, last },
    ]) {
      if (part.first <= part.last) await storePart(server, { ...part, tables, count: to });
    }
  }
  for (const name of [...tables.map((table) => table.name), "batches.batch"])
    await server.query(`vacuum analyze ${name}`);
  await server.query("checkpoint");
}

async function payOne(server: Server): Promise<Original> {
  const transferId = randomUUID();
  await server.call("POST", "/payout/v1/requestTransfer", {
    beneId: server.beneIds[0],
    amount: "1.00",
    transferId,
  });
  return findOriginal(server, transferId);
}

async function payBatch(server: Server): Promise<Original> {
  const transferId = randomUUID();
  await server.call("POST", "/payout/v1/requestBatchTransfer", {
    batchTransferId: `batch_${randomUUID().slice(0, 8)}`,
    batchFormat: "BENEFICIARY_ID",
    batch: [{ beneId: server.beneIds[0], amount: "1.00", transferId }],
  });
  return findOriginal(server, transferId);
}

/** Returns the transfer with this key once it has succeeded, and its batch, if any, has finished. */
async function findOriginal(server: Server, transferKey: string): Promise<Original> {
  for (const until = performance.now() + WAIT_MAX_MS; performance.now() < until; await sleep(25)) {
    const [original] = await server.query<Original>(
      `select transfer_id as "transferId", origin_id as "batchId"
       from transfers.transfer
       left join batches.batch on batch.merchant_id = transfer.merchant_id and batch.batch_id = transfer.origin_id
       where transfer.merchant_id = $1
         and transfer_key = $2
         and status = 'succeeded'
         and coalesce(stage, 'finished') = 'finished'`,
      [server.merchantId, transferKey],
    );
    if (original !== undefined) return original;
  }
  throw new Error("the transfer to be copied did not succeed");
}

/** Returns every table that has a column for a transfer's ID. */
function findTables({ query }: Server): Promise<Table[]> {
  return query<Table>(
    `select format('%I.%I', schema.nspname, class.relname) as name,
       min(attname) filter (where attname in ('transfer_id', 'cause_id', 'subject_id')) as "idColumn",
       array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
     from pg_class as class
     join pg_namespace as schema on schema.oid = class.relnamespace
     join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
     where class.relkind = 'r'
       and schema.nspname !~ '^(pg_|information_schema)'
     group by 1
     having bool_or(attname in ('transfer_id', 'cause_id', 'subject_id') and atttypid = 'uuid'::regtype)
       and bool_or(attname = 'merchant_id')`,
  );
}

interface Part {
  original: Original;
  tables: readonly Table[];
  first: number;
  last: number;
  count: number;
}

/** Values that differ between copies; a balance changes with each copy by the same amount as for the original. */
const OVERRIDES: Readonly<Record<string, string>> = {
  reference_id: "about.last_reference_id + copy.place",
  transfer_key: storedKey("n"),
  // These have letters and digits like real references, so that new ones fall between them.
  reference:
    "upper(translate(substr(encode(sha256(n::text::bytea), 'base64'), 1, 16), '+/01IOio', 'ABCDEFGH'))",
  utr: "case when utr is not null then upper(substr(md5('utr' || n), 1, 12)) end",
  debit_balance_paise: "debit_balance_paise + n * (select paise from moved where account_no = debit_no)",
  credit_balance_paise: "credit_balance_paise + n * (select paise from moved where account_no = credit_no)",
};

/** The same for one table. */
const OF_TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "transfers.transfer": {
    accepted_at: "accepted_at - ago",
    sent_at: "sent_at - ago",
    finished_at: "finished_at - ago",
    beneficiary_id: "payees[1 + n % cardinality(payees)]",
    origin_id: "about.batch_copy_id",
  },
  "batches.batch_row": {
    batch_id: "about.batch_copy_id",
    row_no: "copy.place",
    line: "copy.place",
    row_key: storedKey("n"),
  },
};

async function storePart(server: Server, part: Part): Promise<void> {
  const { original, tables, first, last, count } = part;
  const rows = last - first + 1;
  const merchant = `merchant_id = '${server.merchantId}'`;
  const batchCopyId = original.batchId === null ? "null" : `'${randomUUID()}'`;
  const inserts = tables.map(({ name, idColumn, columns }) => {
    const values = columns.map((column) =>
      column === idColumn
        ? "copy.copy_id"
        : (OF_TABLE[name]?.[column] ?? OVERRIDES[column] ?? `original.${column}`),
    );
    return `insert into ${name} (${columns.join(", ")})
      select ${values.join(", ")}
      from copy
      cross join about
      join ${name} as original on original.${merchant} and original.${idColumn} = '${original.transferId}'
      order by n;`;
  });
  // One query is one transaction, on one connection.
  await server.query(`
    create temporary table copy on commit drop as
      select n, n - ${first - 1} as place, ago, uuidv7(-ago) as copy_id
      from generate_series(${first}, ${last}) as n
      cross join lateral (select (${count} - n + 1) * interval '${DAYS} days' / ${count} as ago) as gone;
    create temporary table about on commit drop as
      select array_agg(beneficiary_id) as payees, ${batchCopyId}::uuid as batch_copy_id,
        (select last_reference_id from transfers.counter where ${merchant}) as last_reference_id
      from beneficiaries.beneficiary
      where ${merchant};
    create temporary table moved on commit drop as
      select account_no, sum(paise) as paise
      from ledger.posting
      cross join lateral (values (debit_no, -amount_paise), (credit_no, amount_paise)) as side (account_no, paise)
      where ${merchant} and cause_id = '${original.transferId}'
      group by account_no;
    ${original.batchId === null ? "" : copyBatch(original.batchId, { merchant, rows })}
    ${inserts.join("\n")}
    update ledger.account
    set balance_paise = balance_paise + moved.paise * ${rows}
    from moved
    where account.${merchant}
      and account.account_no = moved.account_no
      and account.running;
    update transfers.counter
    set last_reference_id = last_reference_id + ${rows}
    where ${merchant}`);
}

/** Copies the batch once as a batch of `rows` rows; the original has one. */
function copyBatch(batchId: string, { merchant, rows }: { merchant: string; rows: number }): string {
  return `
    update batches.counter
    set last_reference_id = last_reference_id + 1
    where ${merchant};
    insert into batches.batch
    select (jsonb_populate_record(original, jsonb_build_object(
      'batch_id', batch_copy_id,
      'batch_key', batch_copy_id || '${STORED_SUFFIX}',
      'reference_id', (select last_reference_id from batches.counter where ${merchant}),
      'row_count', ${rows},
      'sum_paise', sum_paise * ${rows},
      'chunk_hashes', '\\x' || repeat('00', 32 * ((${rows} + 499) / 500))
    ))).*
    from batches.batch as original
    cross join about
    where ${merchant} and batch_id = '${batchId}';`;
}
