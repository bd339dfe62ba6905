import pg from "pg";
import { copyOut } from "./copy.ts";
import { linesOf, makeSum, type TableHead, type TableSum } from "./format.ts";

export interface ListedTable extends TableHead {
  readonly bytes: number;
}

/** Lists all tables but the list of migrations, with the columns that are stored and not generated. */
export async function listTables(client: pg.Client): Promise<ListedTable[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; bytes: string }>(LIST);
  return rows.map(({ bytes, ...table }) => ({ ...table, bytes: Number(bytes) }));
}

const LIST = `
  select format('%I.%I', space.nspname, class.relname) as table,
    array_agg(quote_ident(attribute.attname) order by attribute.attnum) as columns,
    pg_table_size(class.oid) as bytes
  from pg_class as class
  join pg_namespace as space on space.oid = class.relnamespace
  join pg_attribute as attribute
    on attribute.attrelid = class.oid
    and attribute.attnum > 0
    and not attribute.attisdropped
    and attribute.attgenerated = ''
  where class.relkind = 'r'
    and class.relpersistence <> 't'
    and space.nspname not in ('pg_catalog', 'information_schema')
    and (space.nspname, class.relname) <> ('lib', 'migration')
  group by space.nspname, class.relname, class.oid
  order by 1`;

/** Returns what every table holds now, in the form of a backup's end. */
export async function sumTables(ownerUrl: string): Promise<Record<string, TableSum>> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "vitaran-sums" });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const sums: Record<string, TableSum> = {};
    for (const { table, columns } of await listTables(client)) {
      const sum = makeSum();
      const rows = copyOut(client, `copy ${table} (${columns.join(", ")}) to stdout`);
      for await (const row of linesOf(rows)) sum.add(row);
      sums[table] = sum.total();
    }
    return sums;
  } finally {
    await client.end();
  }
}
