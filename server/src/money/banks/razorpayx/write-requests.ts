/** Our requests in RazorpayX's JSON: api/x/payout-composite/create/*.md and api/x/payouts/fetch-all.md. */
import type { Connection, Instruction, Payee, WireRequest } from "#banks";
import { instrumentOf } from "#rails";
import { type Letters, writeLatin, writeName } from "#banks/latin";
import { MODES } from "./capabilities.ts";

const NAME = { taken: /[A-Za-z0-9 ’_/().,-]/, apostrophe: "’" };
const CONTACT_NAME: Letters = { ...NAME, max: 50 };
const HOLDER_NAME: Letters = { ...NAME, max: 120 };
const NARRATION: Letters = { taken: /[A-Za-z0-9 ]/, max: 30 };

/** The note of a payout that copies our reference to the account's transactions, which have no reference_id. */
export const REFERENCE_NOTE = "vitaran_reference";

/**
 * One call creates contact, fund account and payout. The same instruction always gives the same bytes: a different body
 * with the same key is refused (api/x/payout-idempotency/make-request.md). The payout never waits for money at
 * RazorpayX.
 */
export function writePayment(connection: Connection, instruction: Instruction): WireRequest {
  const { reference, rail, amountPaise, debitAccount, payee, remarks } = instruction;
  const narration = writeLatin(remarks, NARRATION);
  const body = JSON.stringify({
    account_number: debitAccount,
    amount: Number(amountPaise),
    currency: "INR",
    mode: MODES[rail],
    purpose: "payout",
    fund_account: { ...fundAccountOf(instruction), contact: { name: writeName(payee.name, CONTACT_NAME) } },
    queue_if_low_balance: false,
    reference_id: reference,
    notes: { [REFERENCE_NOTE]: reference },
    ...(narration === "" ? {} : { narration }),
  });
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "x-payout-idempotency": reference,
    ...loginOf(connection),
  };
  return { method: "POST", path: "/payouts", headers, body };
}

/** We ask for two payouts, so that a second one with the same reference does not stay hidden. */
export function writeEnquiry(connection: Connection, reference: string): WireRequest {
  const query = new URLSearchParams({
    account_number: connection.debitAccount,
    reference_id: reference,
    count: "2",
  });
  const headers = { accept: "application/json", ...loginOf(connection) };
  return { method: "GET", path: `/payouts?${query}`, headers };
}

export function writeCreditEnquiry(connection: Connection, creditId: string): WireRequest {
  const headers = { accept: "application/json", ...loginOf(connection) };
  return { method: "GET", path: `/transactions/${creditId}`, headers };
}

/** The payee in the form in which the answer repeats it. */
export function payeeKeyOf({ rail, payee }: Instruction): string {
  const { accountNumber = "", vpa = "", phone = "" } = payee;
  const keys = { account: accountNumber, vpa, phone: internationalOf(phone), card: "" };
  return keys[instrumentOf(rail)].toLowerCase();
}

function fundAccountOf({ rail, payee }: Instruction): object {
  const { name, accountNumber = "", ifsc = "", vpa = "" } = payee;
  if (rail === "upi") return { account_type: "vpa", vpa: { address: vpa } };
  if (rail === "amazonpay") return { account_type: "wallet", wallet: walletOf(payee) };
  const holder = writeName(name, HOLDER_NAME);
  return {
    account_type: "bank_account",
    bank_account: { name: holder, ifsc, account_number: accountNumber },
  };
}

function walletOf({ name, phone = "", email }: Payee): object {
  const mail = email === undefined ? {} : { email };
  return {
    provider: "amazonpay",
    phone: internationalOf(phone),
    ...mail,
    name: writeName(name, CONTACT_NAME),
  };
}

function internationalOf(phone: string): string {
  return phone === "" ? "" : `+91${phone.slice(-10)}`;
}

export function loginOf({ keyId = "", apiKey }: Connection): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${keyId}:${apiKey}`).toString("base64")}` };
}
