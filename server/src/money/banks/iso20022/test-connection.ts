/** Asks for a statement of the account or, at a bank without statements, about a payment that does not exist. */
import { randomUUID } from "node:crypto";
import type { Connection, ConnectionTest, StatementQuery, WireAnswer, WireRequest } from "#banks";
import { failing, failureOfStatus, misunderstood } from "#banks/connection-test";
import { readEnquiry, readStatementAnswer } from "./read-answers.ts";
import { writeEnquiry, writeStatement } from "./write-requests.ts";

const REFERENCE = `TEST${randomUUID().replaceAll("-", "").slice(0, 28)}`.toUpperCase();

export function writeTest(connection: Connection, query: StatementQuery | null): WireRequest {
  return query === null ? writeEnquiry(connection, REFERENCE) : writeStatement(connection, query, null);
}

export function readTest(
  answer: WireAnswer,
  connection: Connection,
  query: StatementQuery | null,
): ConnectionTest {
  const refusal = failureOfStatus(answer);
  if (refusal !== null) return refusal;
  if (query === null) {
    const { kind } = readEnquiry(answer, { reference: REFERENCE, amountPaise: 0n }, connection);
    return kind === "not_found"
      ? { kind: "works", accountKnown: false, balancePaise: null }
      : misunderstood(answer);
  }
  const page = readStatementAnswer(answer, { connection, query });
  if (page.kind === "page") {
    const balancePaise = page.next === null ? page.head.closingPaise : null;
    return { kind: "works", accountKnown: true, balancePaise };
  }
  // Only an answer in messages proves the protocol: any web server says 404.
  return page.kind === "unreadable" && /another account/.test(page.detail)
    ? failing("account_unknown", page.detail)
    : misunderstood(answer);
}
