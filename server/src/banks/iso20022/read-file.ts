/** A file that the bank left for us: statements, or news. */
import type { Connection, LongStatement, Protocol, StatementHead } from "#banks";
import { eachOnce, foreignStatement, isSameAccount } from "#banks/statements";
import { XmlEndError, XmlError } from "#lib/read-xml";
import { scanStatements, takeInTurn } from "./read-long-statements.ts";
import { makeMessageReader } from "./read-message.ts";
import { readNews } from "./read-news.ts";

type Contents = Awaited<ReturnType<NonNullable<Protocol["readFile"]>>>;
type Open = () => AsyncIterable<Uint8Array>;

const STATEMENT = /camt\.05[23]\.001\./;
/** The kind of a message is named within this many characters. */
const HEAD_CHARACTERS = 1_000;

/** Returns null if the end is missing, and a sentence if the file is refused. Statements are read piece by piece. */
export async function readFile(connection: Connection, open: Open): Promise<Contents> {
  try {
    const head = await readHead(open);
    if (head === null) return null;
    return await (STATEMENT.test(head)
      ? readStatements(connection, open)
      : readMessageNews(connection, open));
  } catch (error) {
    if (error instanceof XmlEndError) return null;
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}

async function readHead(open: Open): Promise<string | null> {
  for await (const piece of open()) return Buffer.from(piece).toString("latin1", 0, HEAD_CHARACTERS);
  return null;
}

async function readStatements({ debitAccount }: Connection, open: Open): Promise<Contents> {
  const { scanned, foreign } = await scanStatements(open);
  const isOurs = (one: StatementHead): boolean => isSameAccount(one.debitAccount, debitAccount);
  if (!scanned.some(isOurs)) return "a statement of another account";
  const others = scanned.filter((one) => !isOurs(one)).map((one) => foreignStatement(one.debitAccount, null));
  async function* ours(): AsyncGenerator<LongStatement> {
    for await (const one of takeInTurn(open, scanned)) if (isOurs(one)) yield one;
  }
  return { news: [], statements: ours(), foreign: eachOnce([...foreign, ...others]) };
}

async function readMessageNews(connection: Connection, open: Open): Promise<Contents> {
  const reader = makeMessageReader();
  for await (const piece of open()) reader.write(piece);
  const news = readNews(connection, reader.end());
  return typeof news === "string" ? news : { news, statements: [], foreign: [] };
}
