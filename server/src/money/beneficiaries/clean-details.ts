import { accountOfVpa, type BankAccount, parsePhone } from "#rails";
import type { Details, PayeeInput } from "./details.ts";
import { NAMELESS } from "./nameless.ts";

/** Converts checked details into the form in which they are stored. */
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

/** Returns the trimmed text, or null if there is none. */
export function textOf(given: string | undefined): string | null {
  const text = given?.trim() ?? "";
  return text === "" ? null : text;
}

/** Returns an Indian phone number's digits, or the unchanged text if it is not a phone number. */
export function phoneOf(given: string | undefined): string | null {
  const text = textOf(given);
  return text === null ? null : (parsePhone(text) ?? text);
}

/** Returns the text whose blind index finds a bank account. */
export function accountText(accountNumber: string, ifsc: string): string {
  return `${accountNumber.trim().toUpperCase()}|${ifsc.trim().toUpperCase()}`;
}

/** Returns the accounts that details name, by a number and by a UPI ID. */
export function accountsOf({ accountNumber, ifsc, vpa }: Details): BankAccount[] {
  const given = accountNumber !== null && ifsc !== null ? [{ accountNumber, ifsc }] : [];
  return [...given, accountOfVpa(vpa ?? "") ?? []].flat();
}

/** Returns the account that details name, by its number or by a UPI ID. */
export const accountOf = (details: Details): BankAccount | null => accountsOf(details)[0] ?? null;
