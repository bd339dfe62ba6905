/**
 * Fills a server's database with transfers that have ended, as if it had been in use for a long time.
 *
 * One real transfer is copied, with all rows that belong to it in whatever table, by a statement for each table
 * and slice. Balances move as the copies say, so the proof of the ledger holds afterwards too.
 */
import { randomUUID } from "node:crypto";
import type { Server } from "./start-server.ts";

const SLICE = 100_000;

/** What the copies' ids begin with; the simulated banks know nothing of them. */
export const STORED_PREFIX = "stored_";

interface Table {
  name: string;
  /** The column that says whose row it is. */
  idColumn: string;
  columns: string[];
}

/** They were accepted one after the other within so many days. */
const DAYS = 30;

/** Stores `count` succeeded transfers, to all of the payees. */
export async function storeTransfers(server: Server, count: number): Promise<void> {
  const transferKey = randomUUID();
  await server.call("POST", "/payout/v1/requestTransfer", {
    beneId: server.beneIds[0],
    amount: "1.00",
    transferId: transferKey,
  });
  const [original] = await server.query<{ transferId: string }>(
    `select transfer_id as "transferId"
     from transfers.transfer
     where merchant_id = $1
       and transfer_key = $2
       and status = 'succeeded'`,
    [server.merchantId, transferKey],
  );
  if (original === undefined) throw new Error("the transfer to be copied did not succeed");
  const tables = await findTables(server);
  for (let first = 1; first <= count; first += SLICE) {
    const last = Math.min(count, first + SLICE - 1);
    await storeSlice(server, { ...original, tables, first, last, count });
  }
  for (const { name } of tables) await server.query(`vacuum analyze ${name}`);
  await server.query("checkpoint");
}

/** Every table that has a column for a transfer's id. */
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

interface Slice {
  transferId: string;
  tables: readonly Table[];
  first: number;
  last: number;
  count: number;
}

/** What differs from copy to copy; a balance moves with each copy by as much as the original moved it. */
const OVERRIDES: Readonly<Record<string, string>> = {
  reference_id: "reference_id + n",
  transfer_key: `'${STORED_PREFIX}' || md5(n::text)`,
  reference: "upper(substr(md5('reference' || n), 1, 16))",
  utr: "case when utr is not null then upper(substr(md5('utr' || n), 1, 12)) end",
  debit_balance_paise: "debit_balance_paise + n * (select paise from moved where account_no = debit_no)",
  credit_balance_paise: "credit_balance_paise + n * (select paise from moved where account_no = credit_no)",
};

/** The same of one table. */
const OF_TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "transfers.transfer": {
    accepted_at: "accepted_at - ago",
    sent_at: "sent_at - ago",
    finished_at: "finished_at - ago",
    beneficiary_id: "payees[1 + n % cardinality(payees)]",
  },
};

async function storeSlice(server: Server, slice: Slice): Promise<void> {
  const { transferId, tables, first, last, count } = slice;
  const merchant = `merchant_id = '${server.merchantId}'`;
  const inserts = tables.map(({ name, idColumn, columns }) => {
    const values = columns.map((column) =>
      column === idColumn ? "copy.copy_id" : (OF_TABLE[name]?.[column] ?? OVERRIDES[column] ?? column),
    );
    return `insert into ${name} (${columns.join(", ")})
      select ${values.join(", ")}
      from copy
      cross join payees
      join ${name} as original on original.${merchant} and original.${idColumn} = '${transferId}'
      order by n;`;
  });
  // One query is one transaction, on one connection.
  await server.query(`
    create temporary table copy on commit drop as
      select n, ago, uuidv7(-ago) as copy_id
      from generate_series(${first}, ${last}) as n
      cross join lateral (select (${count} - n + 1) * interval '${DAYS} days' / ${count} as ago) as gone;
    create temporary table payees on commit drop as
      select array_agg(beneficiary_id) as payees from beneficiaries.beneficiary where ${merchant};
    create temporary table moved on commit drop as
      select account_no, sum(paise) as paise
      from ledger.posting
      cross join lateral (values (debit_no, -amount_paise), (credit_no, amount_paise)) as side (account_no, paise)
      where ${merchant} and cause_id = '${transferId}'
      group by account_no;
    ${inserts.join("\n")}
    update ledger.account
    set balance_paise = balance_paise + moved.paise * ${last - first + 1}
    from moved
    where account.${merchant}
      and account.account_no = moved.account_no
      and account.running;
    update transfers.counter
    set last_reference_id = last_reference_id + ${last - first + 1}
    where ${merchant}`);
}
