// The values of the form of a beneficiary, and what each way of paying needs.
import type { Inputs } from "#dashboard/api/operations.ts";
import type { Beneficiary, PaidTo } from "./kinds.ts";

export interface Details {
  beneId: string;
  name: string;
  email: string;
  phone: string;
  accountNumber: string;
  ifsc: string;
  vpa: string;
  card: string;
  purpose: string;
  address1: string;
}

export const emptyDetails: Details = {
  beneId: "",
  name: "",
  email: "",
  phone: "",
  accountNumber: "",
  ifsc: "",
  vpa: "",
  card: "",
  purpose: "",
  address1: "",
};

interface Need {
  /** The fields of this way of paying, all of which it needs. */
  fields: readonly (keyof Details)[];
  /** True if the bank requires an e-mail address. */
  email: boolean;
  /** True if a bank can be asked for the holder's name. */
  canVerify: boolean;
}

export const neededBy: Readonly<Record<PaidTo, Need>> = {
  bank: { fields: ["accountNumber", "ifsc"], email: true, canVerify: true },
  upi: { fields: ["vpa"], email: true, canVerify: true },
  card: { fields: ["card"], email: true, canVerify: false },
  wallet: { fields: [], email: false, canVerify: false },
};

const ALWAYS: readonly (keyof Details)[] = ["beneId", "name", "phone"];
const OF_WAYS: readonly (keyof Details)[] = ["accountNumber", "ifsc", "vpa", "card"];

export function isReady(kind: PaidTo, details: Details): boolean {
  const { fields, email } = neededBy[kind];
  const needed = [...ALWAYS, ...fields, ...(email ? (["email"] as const) : [])];
  return needed.every((key) => details[key].trim() !== "");
}

/** Returns the way of paying that the form shows first for a beneficiary like this one. */
export const kindOf = ({ paidTo }: Beneficiary): PaidTo => paidTo[0] ?? "bank";

/** Only the fields of the chosen way are sent. Spaces between digits are not part of a number. */
export function inputOf(kind: PaidTo, details: Details): Omit<Inputs["addBeneficiary"], "merchantId"> {
  const unused = OF_WAYS.filter((key) => !neededBy[kind].fields.includes(key));
  const kept = Object.entries(details).filter(
    ([key, value]) => value !== "" && !unused.includes(key as keyof Details),
  );
  const clean = Object.fromEntries(kept.map(([key, value]) => [key, (value as string).trim()]));
  const { accountNumber, ...rest } = clean;
  return {
    ...rest,
    ...(accountNumber !== undefined && { accountNumber: accountNumber.replaceAll(/[\s-]/g, "") }),
  } as Omit<Inputs["addBeneficiary"], "merchantId">;
}

/** Makes an ID from the name: "Asha Rao" becomes ASHA_RAO_ and three digits. */
export function suggestId(name: string): string {
  const word = name
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  if (word === "") return "";
  return `${word.slice(0, 40)}_${String(crypto.getRandomValues(new Uint16Array(1))[0]! % 1_000).padStart(3, "0")}`;
}
