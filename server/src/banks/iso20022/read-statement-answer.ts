import type { Connection, Protocol, StatementQuery, WireAnswer } from "#banks";
import { isSameAccount } from "#banks/statements";
import { XmlError } from "#lib/read-xml";
import { readPages } from "./read-statement.ts";

type Page = ReturnType<NonNullable<Protocol["readStatement"]>>;

/** The page of a statement that an answer brought. */
export function readStatementAnswer(
  { httpStatus, contentType, body }: WireAnswer,
  asked: { connection: Connection; query: StatementQuery },
): Page {
  if (httpStatus === 404) return { kind: "not_ready" };
  if (httpStatus !== 200) return { kind: "unavailable", detail: `HTTP ${httpStatus}` };
  if (!/^(?:application|text)\/xml\s*(;|$)/.test(contentType))
    return { kind: "unavailable", detail: "no XML" };
  try {
    return pageOf(readPages(Buffer.from(body)), asked);
  } catch (error) {
    if (error instanceof XmlError) return { kind: "unreadable", detail: error.message };
    throw error;
  }
}

function pageOf(
  pages: ReturnType<typeof readPages>,
  { connection, query }: { connection: Connection; query: StatementQuery },
): Page {
  const found = pages.find(
    ({ head }) =>
      isSameAccount(head.debitAccount, connection.debitAccount) &&
      head.day === query.day &&
      head.kind === query.kind,
  );
  return found ?? { kind: "unreadable", detail: "a statement of another account or day" };
}
