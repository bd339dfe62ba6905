import pg from "pg";
import { copyOut } from "./copy-out.ts";
import { linesOf, makeSum, type TableSum } from "./format.ts";
import { listTables } from "./list-tables.ts";

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
