import { once } from "node:events";
import type { Socket } from "node:net";
import type pg from "pg";

/** The parts of a connection that copying needs; pg has no types for them. */
interface Connection {
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
  const send = async (connection: Connection): Promise<void> => {
    for await (const chunk of chunks) {
      if (failed !== null) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
    }
    connection.endCopyFrom();
  };
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: Connection) => connection.query(sql),
      handleCopyInResponse(connection: Connection) {
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
