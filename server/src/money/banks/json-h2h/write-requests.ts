/** Our requests in the bank's JSON. */
import type { Connection, Instruction, StatementQuery, VerificationQuestion, WireRequest } from "#banks";
import { instrumentOf } from "#rails";

/** The same instruction always gives the same bytes. */
export function writePayment(connection: Connection, instruction: Instruction): WireRequest {
  const { reference, rail, amountPaise, debitAccount, payee, remarks } = instruction;
  const { name, accountNumber = "", ifsc = "", vpa = "", phone = "", card, storedCard } = payee;
  const body = JSON.stringify({
    reference,
    debitAccount,
    rail: rail.toUpperCase(),
    amount: rupeesOf(amountPaise),
    beneficiary: {
      name,
      accountNumber,
      ifsc,
      vpa,
      phone,
      ...(card === undefined ? {} : { card }),
      ...(storedCard === undefined ? {} : { storedCard }),
    },
    remarks,
  });
  const headers = { "content-type": "application/json", accept: "application/json" };
  return { method: "POST", path: "/payments", headers: { ...headers, ...keyOf(connection) }, body };
}

export function writeEnquiry(connection: Connection, reference: string): WireRequest {
  const path = `/payments/${encodeURIComponent(reference)}`;
  return { method: "GET", path, headers: { accept: "application/json", ...keyOf(connection) } };
}

export function writeVoid(connection: Connection, reference: string): WireRequest {
  const path = `/payments/${encodeURIComponent(reference)}/void`;
  return { method: "POST", path, headers: { accept: "application/json", ...keyOf(connection) } };
}

/** Asks who holds an account, UPI ID or phone number. */
export function writeVerification(connection: Connection, question: VerificationQuestion): WireRequest {
  const { kind: _, ...asked } = question;
  const body = JSON.stringify({ debitAccount: connection.debitAccount, ...asked });
  const headers = { "content-type": "application/json", accept: "application/json" };
  return { method: "POST", path: "/verifications", headers: { ...headers, ...keyOf(connection) }, body };
}

/**
 * Requests the first page of a statement, or the page that an earlier one named: `page/lines before it/statement id`.
 */
export function writeStatement(
  connection: Connection,
  { day, kind }: StatementQuery,
  from: string | null,
): WireRequest {
  const { page, statementId } = placeOf(from);
  const query = new URLSearchParams({ kind: kind.replaceAll("_", "-"), page: String(page) });
  if (statementId !== null) query.set("statement", statementId);
  const path = `/accounts/${encodeURIComponent(connection.debitAccount)}/statements/${day}?${query}`;
  return { method: "GET", path, headers: { accept: "application/json", ...keyOf(connection) } };
}

/** The position of a page in its statement. */
export function placeOf(from: string | null): { page: number; before: number; statementId: string | null } {
  if (from === null) return { page: 1, before: 0, statementId: null };
  const [page, before, ...id] = from.split("/");
  return { page: Number(page), before: Number(before), statementId: id.join("/") };
}

/** The payee in the form in which the bank's answers repeat the end of it. */
export function payeeKeyOf({ rail, payee }: Instruction): string {
  const { accountNumber = "", vpa = "", phone = "", card, storedCard } = payee;
  const keys = { account: accountNumber, vpa, phone, card: card?.token ?? storedCard?.last4 ?? "" };
  return keys[instrumentOf(rail)].toLowerCase();
}

function keyOf(connection: Connection): { "x-api-key": string } {
  return { "x-api-key": connection.apiKey };
}

function rupeesOf(paise: bigint): string {
  const digits = paise.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
