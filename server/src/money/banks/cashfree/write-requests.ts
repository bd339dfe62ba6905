/** Our instructions in Cashfree's JSON (sdk, CreateTransferRequest and the path `/transfers`). */
import type { Connection, Instruction, WireRequest } from "#banks";
import { instrumentOf } from "#rails";
import { type Letters, writeLatin, writeName } from "#banks/latin";
import { API_VERSION, MODES } from "./capabilities.ts";

/** Names may contain letters and spaces only; remarks also digits. */
const NAME: Letters = { taken: /[A-Za-z ]/, max: 100 };
const REMARKS: Letters = { taken: /[A-Za-z0-9 ]/, max: 70 };

/** One call that contains the payee. The same instruction always gives the same bytes. */
export function writePayment(connection: Connection, instruction: Instruction): WireRequest {
  const { reference, rail, amountPaise, debitAccount, remarks } = instruction;
  const told = writeLatin(remarks, REMARKS);
  const body = JSON.stringify({
    transfer_id: reference,
    transfer_amount: rupeesOf(amountPaise),
    transfer_currency: "INR",
    transfer_mode: MODES[rail],
    beneficiary_details: beneficiaryOf(instruction),
    ...(told === "" ? {} : { transfer_remarks: told }),
    fundsource_id: debitAccount,
  });
  const headers = { "content-type": "application/json", ...headersOf(connection) };
  return { method: "POST", path: "/transfers", headers, body };
}

export function writeEnquiry(connection: Connection, reference: string): WireRequest {
  const path = `/transfers?${new URLSearchParams({ transfer_id: reference })}`;
  return { method: "GET", path, headers: headersOf(connection) };
}

/** The payee in the form in which answers repeat it; wallets are not repeated. */
export function payeeKeyOf({ rail, payee }: Instruction): string {
  const { accountNumber = "", vpa = "", phone = "" } = payee;
  return { account: accountNumber, vpa, phone, card: "" }[instrumentOf(rail)].toLowerCase();
}

function beneficiaryOf({ rail, payee }: Instruction): object {
  const { name, accountNumber = "", ifsc = "", vpa = "", phone = "", email } = payee;
  const instruments = {
    account: { bank_account_number: accountNumber, bank_ifsc: ifsc },
    vpa: { vpa },
    phone: undefined,
    card: undefined,
  };
  const instrument = instruments[instrumentOf(rail)];
  const contact = {
    ...(email === undefined ? {} : { beneficiary_email: email }),
    ...(phone === "" ? {} : { beneficiary_phone: phone.slice(-10), beneficiary_country_code: "+91" }),
  };
  return {
    beneficiary_name: writeName(name, NAME),
    ...(instrument === undefined ? {} : { beneficiary_instrument_details: instrument }),
    ...(Object.keys(contact).length === 0 ? {} : { beneficiary_contact_details: contact }),
  };
}

/** Returns a JSON number with the digits of the rupees. It is exact, because a double keeps all of 15 digits. */
function rupeesOf(paise: bigint): number {
  const digits = paise.toString().padStart(3, "0");
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

function headersOf({ keyId = "", apiKey }: Connection): Readonly<Record<string, string>> {
  return {
    accept: "application/json",
    "x-client-id": keyId,
    "x-client-secret": apiKey,
    "x-api-version": API_VERSION,
  };
}
