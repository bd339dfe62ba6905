/** Tables are listed, and copied out of the database and into it. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import pg from "pg";
import { linesOf, makeSum, type TableHead, type TableSum } from "./format.ts";
import { mustSeeAllRows } from "./sees-all-rows.ts";

/** The parts of a connection that copying needs; pg has no types for them. */
interface OutConnection {
  readonly stream: Socket;
  query(sql: string): void;
}

/**
 * Returns the rows that `copy ... to stdout` sends, as bytes in the text format of COPY. The server is slowed
 * down to the pace of the reader. Until all rows are read, the client can do nothing else.
 */
export function copyOut(client: pg.Client, sql: string): Readable {
  let socket: Socket | null = null;
  const rows = new Readable({
    read: () => void socket?.resume(),
    destroy: (error, done) => {
      socket?.resume();
      done(error);
    },
  });
  const query = {
    submit(connection: OutConnection) {
      socket = connection.stream;
      connection.query(sql);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The parser reuses its buffer.
      if (!rows.destroyed && !rows.push(Buffer.from(chunk))) socket?.pause();
    },
    handleError: (error: Error) => void rows.destroy(error),
    handleReadyForQuery: () => void rows.push(null),
    handleCommandComplete: () => undefined,
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
  };
  client.query(query as unknown as pg.Submittable);
  return rows;
}

/** The parts of a connection that copying needs; pg has no types for them. */
interface InConnection {
  readonly stream: Socket;
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

/**
 * Sends chunks to `copy ... from stdin`, no faster than the server takes them. Throws what either side does.
 */
export function copyIn(client: pg.Client, sql: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  let failed: Error | null = null;
  const send = async (connection: InConnection): Promise<void> => {
    for await (const chunk of chunks) {
      if (failed !== null) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
    }
    connection.endCopyFrom();
  };
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: InConnection) => connection.query(sql),
      handleCopyInResponse(connection: InConnection) {
        send(connection).catch((error: Error) => {
          failed ??= error;
          connection.sendCopyFail("what was to be copied could not be read");
        });
      },
      handleError(error: Error) {
        failed ??= error;
        // Nothing else comes after a connection is lost.
        if (!("severity" in error)) reject(failed);
      },
      handleReadyForQuery: () => (failed === null ? resolve() : reject(failed)),
      handleCommandComplete: () => undefined,
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
    };
    client.query(query as unknown as pg.Submittable);
  });
}

interface ListedTable extends TableHead {
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
    await mustSeeAllRows(client);
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
