/** The holders' names of the simulated accounts, VPAs and phone numbers. The same payee always has the same name. */
import { SCENARIOS } from "./scenarios.ts";
import { chanceOf } from "./seed.ts";

/** Payees whose names are made to be compared with "Asha Rao": one for each outcome of a name match. */
export interface NamedPayee {
  readonly id: string;
  readonly about: string;
  readonly name: string;
}

export const NAMED_PAYEES: readonly NamedPayee[] = [
  { id: "name-direct", about: "the same name", name: "RAO ASHA" },
  { id: "name-good", about: "a middle name more", name: "ASHA VENKATA RAO" },
  { id: "name-moderate", about: "the given name only", name: "ASHA" },
  { id: "name-poor", about: "someone of the family", name: "LATHA RAO" },
  { id: "name-none", about: "someone else", name: "KISHAN LAL BAIRWA" },
];

/** Returns the account, VPA and phone of such a payee. */
export function valuesOfNamed(id: string): { account: string; vpa: string; phone: string } {
  const digit = NAMED_PAYEES.findIndex((payee) => payee.id === id) + 1;
  return { account: `91919191910${digit}`, vpa: `${id}@upi`, phone: `717000000${digit}` };
}

const KNOWN = new Map<string, string>([
  // The names in the published test data of the classic contract.
  ["026291800001191", "JOHN DOE"],
  ["success@upi", "JOHN DOE"],
  ...NAMED_PAYEES.flatMap(({ id, name }): [string, string][] => {
    const { account, vpa } = valuesOfNamed(id);
    return [
      [account, name],
      [vpa, name],
    ];
  }),
]);

const GIVEN_NAMES =
  "AARTI AMIT ANJALI ARUN BHAVNA DEEPAK FARHAN GEETA HARISH IMRAN JYOTI KAVITA LALITA MANOJ MEENAKSHI " +
  "NAGARAJ PRAKASH PRIYA RAJESH REKHA ROHIT SANDHYA SANJAY SHALINI SURESH SWATI TARUN USHA VENKATESH YOGESH";
const FAMILY_NAMES =
  "AGARWAL ANSARI BANERJEE BHAT CHAUHAN DAS DESAI FERNANDES GILL GOWDA IYER JADHAV JOSHI KULKARNI MEHTA " +
  "MENON MISHRA NAIR PATEL PILLAI RAO REDDY SAHOO SHARMA SHETTY SINGH THAKUR VERMA YADAV";

/**
 * Returns the name at the bank, in capitals as banks write it. It does not depend on the seed, because a name does not
 * change.
 */
export function nameOfPayee(payee: string): string {
  const known = KNOWN.get(payee);
  if (known !== undefined) return known;
  const chance = chanceOf("names", payee);
  const pick = (names: string): string => {
    const all = names.split(" ");
    return all[Math.floor(chance() * all.length)]!;
  };
  return `${pick(GIVEN_NAMES)} ${pick(FAMILY_NAMES)}`;
}

const VPA_OF_PHONE = new Map<string, string>([
  ...SCENARIOS.map(({ number, id }): [string, string] => [
    `70700000${String(number).padStart(2, "0")}`,
    `${id}@upi`,
  ]),
  ...NAMED_PAYEES.map(({ id }): [string, string] => [valuesOfNamed(id).phone, `${id}@upi`]),
]);

/**
 * Returns the VPA that was last linked to a phone number; undefined if there is none. A magic phone has the VPA of its
 * scenario, so that a payment to it has the same outcome.
 */
export function vpaOfPhone(phone: string): string | undefined {
  if (!/^[6-9]\d{9}$/.test(phone) || phone === PHONE_WITHOUT_VPA) return undefined;
  return VPA_OF_PHONE.get(phone) ?? `${phone}@upi`;
}

/** The phone of the scenario "no-account". */
export const PHONE_WITHOUT_VPA = "7070000001";
