/** Our words in the bank's JSON. */
import type { Connection, Instruction, VerificationQuestion, WireRequest } from "#banks";
import { instrumentOf } from "#rails";

/** The instruction; the same instruction is always the same bytes. */
export function writePayment(connection: Connection, instruction: Instruction): WireRequest {
  const { reference, rail, amountPaise, debitAccount, payee, remarks } = instruction;
  const { name, accountNumber = "", ifsc = "", vpa = "", phone = "", card } = payee;
  const body = JSON.stringify({
    reference,
    debitAccount,
    rail: rail.toUpperCase(),
    amount: rupeesOf(amountPaise),
    beneficiary: { name, accountNumber, ifsc, vpa, phone, ...(card === undefined ? {} : { card }) },
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

/** The question in whose name something stands. */
export function writeVerification(connection: Connection, question: VerificationQuestion): WireRequest {
  const { kind: _, ...asked } = question;
  const body = JSON.stringify({ debitAccount: connection.debitAccount, ...asked });
  const headers = { "content-type": "application/json", accept: "application/json" };
  return { method: "POST", path: "/verifications", headers: { ...headers, ...keyOf(connection) }, body };
}

/** Whom the bank pays, in the form in which its answers repeat the end of it. */
export function payeeKeyOf({ rail, payee }: Instruction): string {
  const { accountNumber = "", vpa = "", phone = "", card } = payee;
  const keys = { account: accountNumber, vpa, phone, card: card?.token ?? "" };
  return keys[instrumentOf(rail)].toLowerCase();
}

function keyOf(connection: Connection): { "x-api-key": string } {
  return { "x-api-key": connection.apiKey };
}

function rupeesOf(paise: bigint): string {
  const digits = paise.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
