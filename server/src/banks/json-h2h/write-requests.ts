/** Our words in the bank's JSON. */
import type { Connection, Instruction, WireRequest } from "#banks";
import { instrumentOf } from "#rails";

/** The instruction; the same instruction is always the same bytes. */
export function writePayment(connection: Connection, instruction: Instruction): WireRequest {
  const { reference, rail, amountPaise, debitAccount, payee, remarks } = instruction;
  const { name, accountNumber = "", ifsc = "", vpa = "", phone = "" } = payee;
  const body = JSON.stringify({
    reference,
    debitAccount,
    rail: rail.toUpperCase(),
    amount: rupeesOf(amountPaise),
    beneficiary: { name, accountNumber, ifsc, vpa, phone },
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

/** Whom the bank pays, in the form in which its answers repeat the end of it. */
export function payeeKeyOf({ rail, payee }: Instruction): string {
  const { accountNumber = "", vpa = "", phone = "" } = payee;
  const instrument = instrumentOf(rail);
  return (instrument === "vpa" ? vpa : instrument === "phone" ? phone : accountNumber).toLowerCase();
}

function keyOf(connection: Connection): { "x-api-key": string } {
  return { "x-api-key": connection.apiKey };
}

function rupeesOf(paise: bigint): string {
  const digits = paise.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
