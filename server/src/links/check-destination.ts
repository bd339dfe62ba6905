/** Checks the destination that a payee enters. Pure. */
import { ifscExists, isAccountNumber, isIfsc, isVpaToKeep } from "#rails";
import type { ClaimMode } from "./claim.ts";

/** A destination as typed. */
export interface DestinationInput {
  readonly mode: ClaimMode;
  readonly accountNumber: string;
  readonly accountNumberAgain: string;
  readonly ifsc: string;
  readonly vpa: string;
}

export type DestinationProblem =
  | "account_invalid"
  | "account_differs"
  | "ifsc_invalid"
  | "ifsc_unknown"
  | "vpa_invalid";

/** Normalizes a typed destination, because people group digits and type in lower case. */
export function cleanDestination(input: DestinationInput): DestinationInput {
  return {
    mode: input.mode,
    accountNumber: input.accountNumber.replaceAll(/[\s-]/g, "").toUpperCase(),
    accountNumberAgain: input.accountNumberAgain.replaceAll(/[\s-]/g, "").toUpperCase(),
    ifsc: input.ifsc.replaceAll(/\s/g, "").toUpperCase(),
    vpa: input.vpa.replaceAll(/\s/g, ""),
  };
}

/** Returns everything that is wrong with a normalized destination. */
export function checkDestination(input: DestinationInput): DestinationProblem[] {
  switch (input.mode) {
    case "banktransfer":
      return [...checkAccount(input), ...checkIfsc(input.ifsc)];
    case "upi":
      return isVpaToKeep(input.vpa) ? [] : ["vpa_invalid"];
    case "paytm":
    case "amazonpay":
      return [];
    default: {
      const never: never = input.mode;
      return never;
    }
  }
}

function checkAccount({ accountNumber, accountNumberAgain }: DestinationInput): DestinationProblem[] {
  if (!isAccountNumber(accountNumber)) return ["account_invalid"];
  return accountNumber === accountNumberAgain ? [] : ["account_differs"];
}

function checkIfsc(ifsc: string): DestinationProblem[] {
  if (!isIfsc(ifsc)) return ["ifsc_invalid"];
  return ifscExists(ifsc) ? [] : ["ifsc_unknown"];
}
