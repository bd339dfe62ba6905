/** Our messages as HTTP requests. */
import type { Connection, Instruction, SentMessage, StatementQuery, WireRequest } from "#banks";
import { partnerBank } from "#banks/partner-banks";
import { sentMessageOf, writeInitiation } from "./write-initiation.ts";

/** Writes a message of payments, and the name of its file. */
export function writePayments(
  { bankId, debitAccount, apiKey }: Connection,
  instructions: readonly Instruction[],
): { name: string; request: WireRequest; message: SentMessage } {
  const bankCode = partnerBank(bankId)?.ifscCode ?? "";
  const body = [...writeInitiation({ debitAccount, bankCode, instructions, at: new Date() })].join("");
  const headers = { ...headersOf(apiKey), "content-type": "application/xml" };
  const message = sentMessageOf(instructions);
  const name = `${message.messageId}.pain.001.xml`;
  return { name, request: { method: "POST", path: "/messages", headers, body }, message };
}

/** Asks for the outcome of one payment. */
export function writeEnquiry({ apiKey }: Connection, reference: string): WireRequest {
  return { method: "GET", path: `/payments/${encodeURIComponent(reference)}`, headers: headersOf(apiKey) };
}

/** Requests a page of the statement of a day (camt.053), or of the report of the day so far (camt.052). */
export function writeStatement(
  { apiKey, debitAccount }: Connection,
  { day, kind }: StatementQuery,
  from: string | null,
): WireRequest {
  const query = new URLSearchParams({ kind: kind === "intraday" ? "intraday" : "end-of-day" });
  const [page, statementId] = from?.split("|") ?? [];
  if (page !== undefined) query.set("page", page);
  if (statementId !== undefined) query.set("statement", statementId);
  const path = `/accounts/${encodeURIComponent(debitAccount)}/statements/${day}?${query}`;
  return { method: "GET", path, headers: headersOf(apiKey) };
}

function headersOf(apiKey: string): Record<string, string> {
  return { accept: "application/xml", "x-api-key": apiKey };
}
