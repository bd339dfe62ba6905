import { parsePhone } from "#rails";
import type { Details, PayeeInput } from "./details.ts";
import { NAMELESS } from "./nameless.ts";

/** Brings details that were checked into the form in which they are kept. */
export function cleanDetails(input: PayeeInput): Details {
  return {
    name: textOf(input.name) ?? NAMELESS.wallet,
    email: textOf(input.email),
    phone: phoneOf(input.phone),
    accountNumber: textOf(input.accountNumber)?.toUpperCase() ?? null,
    ifsc: textOf(input.ifsc)?.toUpperCase() ?? null,
    vpa: textOf(input.vpa),
    address1: textOf(input.address1),
    address2: textOf(input.address2),
    city: textOf(input.city),
    state: textOf(input.state),
    pincode: textOf(input.pincode),
    cardToken: input.cardToken ?? null,
  };
}

/** The trimmed text, or null when there is none. */
export function textOf(given: string | undefined): string | null {
  const text = given?.trim() ?? "";
  return text === "" ? null : text;
}

/** An Indian phone number's digits, or the text as it is when it is no phone number. */
export function phoneOf(given: string | undefined): string | null {
  const text = textOf(given);
  return text === null ? null : (parsePhone(text) ?? text);
}

/** The text whose blind index finds a bank account again. */
export function accountText(accountNumber: string, ifsc: string): string {
  return `${accountNumber.trim().toUpperCase()}|${ifsc.trim().toUpperCase()}`;
}
