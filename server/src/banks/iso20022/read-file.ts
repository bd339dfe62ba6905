/** A file that the bank has left: a statement, or news. */
import type { AccountStatement, Connection, Protocol } from "#banks";
import { XmlEndError, XmlError } from "#lib/read-xml";
import { makeMessageReader } from "./read-message.ts";
import { readNews } from "./read-news.ts";
import { joinPages, makeStatementReader } from "./read-statement.ts";

type Contents = Awaited<ReturnType<NonNullable<Protocol["readFile"]>>>;

const STATEMENT = /camt\.05[23]\.001\./;
/** Where the kind of a message is named. */
const HEAD_CHARACTERS = 1_000;

/** Null: its end is missing. A sentence: it is not taken. Statements are read piece by piece. */
export async function readFile(connection: Connection, pieces: AsyncIterable<Uint8Array>): Promise<Contents> {
  try {
    return await readWhole(connection, pieces);
  } catch (error) {
    if (error instanceof XmlEndError) return null;
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}

async function readWhole(connection: Connection, pieces: AsyncIterable<Uint8Array>): Promise<Contents> {
  let reader: ReturnType<typeof makeReader> | undefined;
  for await (const piece of pieces) {
    reader ??= makeReader(connection, Buffer.from(piece).toString("latin1", 0, HEAD_CHARACTERS));
    reader.write(piece);
  }
  return reader === undefined ? null : reader.end();
}

function makeReader(
  connection: Connection,
  head: string,
): { write(piece: Uint8Array): void; end(): Contents } {
  if (STATEMENT.test(head)) {
    const reader = makeStatementReader();
    return {
      write: (piece) => reader.write(piece),
      end: () => ownStatements(connection, joinPages(reader.end())),
    };
  }
  const reader = makeMessageReader();
  return {
    write: (piece) => reader.write(piece),
    end() {
      const news = readNews(connection, reader.end());
      return typeof news === "string" ? news : { news, statements: [] };
    },
  };
}

function ownStatements({ debitAccount }: Connection, statements: readonly AccountStatement[]): Contents {
  const isOthers = statements.some((statement) => statement.debitAccount !== debitAccount);
  return isOthers ? "a statement of another account" : { news: [], statements };
}
