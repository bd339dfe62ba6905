/** Asks for a statement of the account or, at a bank without statements, about a payment that does not exist. */
import { randomUUID } from "node:crypto";
import type { Connection, ConnectionTest, StatementQuery, WireAnswer, WireRequest } from "#banks";
import { failing, failureOfStatus, misunderstood } from "#banks/connection-test";
import { readObject, shortened } from "#banks/json";
import { readStatement } from "./read-statement.ts";
import { writeEnquiry, writeStatement } from "./write-requests.ts";

export function writeTest(connection: Connection, query: StatementQuery | null): WireRequest {
  if (query !== null) return writeStatement(connection, query, null);
  return writeEnquiry(connection, `TEST${randomUUID().replaceAll("-", "")}`.toUpperCase());
}

export function readTest(
  answer: WireAnswer,
  connection: Connection,
  query: StatementQuery | null,
): ConnectionTest {
  const refusal = failureOfStatus(answer);
  if (refusal !== null) return refusal;
  const object = readObject(answer);
  if (typeof object === "string") return misunderstood(answer);
  const { code, status } = object;
  if (code === "H05") return failing("bank_away", "H05");
  if (query === null)
    return status === "NOT_FOUND"
      ? { kind: "works", accountKnown: false, balancePaise: null }
      : misunderstood(answer);
  if (answer.httpStatus === 404 && status === "FAILED")
    return code === "S01"
      ? { kind: "works", accountKnown: true, balancePaise: null }
      : failing("account_unknown", `HTTP 404 with ${shortened(String(code))}`);
  const page = readStatement(answer, { connection, query, from: null });
  if (page.kind === "page") {
    const balancePaise = page.next === null ? page.head.closingPaise : null;
    return { kind: "works", accountKnown: true, balancePaise };
  }
  return page.kind === "unreadable" ? failing("account_unknown", page.detail) : misunderstood(answer);
}
