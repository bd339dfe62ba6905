import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type pg from "pg";

/** The parts of a connection that copying needs; pg has no types for them. */
interface Connection {
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
    submit(connection: Connection) {
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
