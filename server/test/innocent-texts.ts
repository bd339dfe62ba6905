/** Texts that are no card numbers, although they have as many digits: as merchants write them, and random ones. */
import { makeDice } from "./faults/dice.ts";

/** Dice with more than two faces. */
export interface Chooser {
  readonly below: (count: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
}

export function makeChooser(seed: string): Chooser {
  const chance = makeDice(seed);
  const below = (count: number): number => Math.floor(chance() * count);
  return { below, pick: (from) => from[below(from.length)]! };
}

/** Texts that merchants write about themselves, their payees and their payments. */
export const INNOCENT: readonly string[] = [
  "",
  "Flat 12, 3rd floor, 45/2 MG Road, Pune 411001",
  "12/3, 45, 560001, 9876543210",
  "Pune 411001, 9876543210",
  "Chennai 600 017 / 98765 43210",
  "Plot 51-52, Sector 17, Gurugram 122001, Ph +91 98765 43210",
  "No. 4, 411014 +91-8123456789",
  "Andheri 400053, 022-26543210",
  "2654 3210, 400 053",
  "+91 98765 43210, +91 98765 43211",
  "9876543210/9123456780",
  "Refund of 632602000001",
  "UTR HDFCR52026112212345678",
  "UTR N326262812345678 dated 22-11-2026",
  "632602000001, 632602000002, 632602000003",
  "INV/2026-27/00451 dt 22.11.2026",
  "invoice 20261118",
  "Invoice 4512 of 30/11/2026 for Rs 1,25,000.00",
  "30/11/2026 10:45:30",
  "4/11/2026 10:45:30 - 5/11/2026 11:00:00",
  "from 2026-11-01 to 2026-11-30",
  "2026-11-22T09:30:00.123+05:30",
  "27AAPFU0939F1ZV",
  "GSTIN 29AAGCB7383J1Z4, PAN AAGCB7383J",
  "U72900KA2015PTC082988",
  "Aadhaar 4991 1866 5246",
  "4111 1111 1111",
  "4111111111111112",
  "94111111111111111119",
  "salary november 2026 batch 12 of 14",
  "Rs 4,500.00 + 5,600.00 = 10,100.00",
  "asha.9876543210@example.com",
  "192.168.10.14, 10.0.0.1",
  "https://hooks.example.com/v1/9f86d081-884c-4d63-9a2f-0d15f2a3b1c4?x=1",
  "https://example.com/%E0%A4%A8%E0%A4%AE?day=2026-11-22&limit=50",
  "rows 1, 2 and 3; 10% of 5000",
];

const digits = ({ below }: Chooser, count: number): string =>
  Array.from({ length: count }, () => below(10)).join("");
const pin = (dice: Chooser): string =>
  `${1 + dice.below(8)}${digits(dice, 2)}${dice.pick(["", " "])}${digits(dice, 3)}`;
const mobile = (dice: Chooser): string => {
  const [five, rest] = [`${6 + dice.below(4)}${digits(dice, 4)}`, digits(dice, 5)];
  return dice.pick([`${five}${rest}`, `+91 ${five} ${rest}`, `0${five}${rest}`, `+91-${five}${rest}`]);
};
const landline = (dice: Chooser): string =>
  `0${dice.pick(["22", "80", "44", "40", "11"])}-${2 + dice.below(5)}${digits(dice, 7)}`;
const house = (dice: Chooser): string =>
  dice.pick([
    `${1 + dice.below(999)}`,
    `${1 + dice.below(300)}/${1 + dice.below(20)}`,
    `#${1 + dice.below(999)}`,
  ]);
const day = (dice: Chooser): string => {
  const [date, month] = [1 + dice.below(28), 1 + dice.below(12)];
  return dice.pick([`${date}/${month}/2026`, `2026-${month}-${date}`, `${date}.${month}.2025`]);
};
const time = (dice: Chooser): string => `${dice.below(24)}:${10 + dice.below(50)}:${10 + dice.below(50)}`;
/** A UTR of IMPS or UPI: the last digit of the year, the day of the year, the hour, and six more digits. */
const utr = (dice: Chooser): string => {
  const [day, hour] = [String(1 + dice.below(366)).padStart(3, "0"), String(dice.below(24)).padStart(2, "0")];
  return `${dice.below(10)}${day}${hour}${digits(dice, 6)}`;
};

/** Random texts by kind. */
export const INNOCENT_KINDS: Readonly<Record<string, (dice: Chooser) => string>> = {
  addresses: (dice) =>
    `${house(dice)}, ${dice.pick(["MG Road", "4th Cross", "Sector 12"])}, Pune ${pin(dice)}`,
  "addresses with a phone number": (dice) =>
    `${house(dice)}, MG Road, Pune ${pin(dice)}${dice.pick([", ", " ", "-", " / "])}${mobile(dice)}`,
  "phone numbers": (dice) => `${mobile(dice)} / ${mobile(dice)}`,
  "landline, mobile, postal code": (dice) => `${landline(dice)}, ${mobile(dice)} ${pin(dice)}`,
  invoices: (dice) => `INV/2026-27/${digits(dice, 5)} dt ${day(dice)}`,
  "invoices of digits": (dice) => `${digits(dice, 4)}/2026-27/${digits(dice, 6)}`,
  UTRs: (dice) => `${utr(dice)} Rs ${dice.below(90_000)}.00`,
  "UTRs and days": (dice) => `UTR ${utr(dice)} ${day(dice)}`,
  "days and hours": (dice) => `${day(dice)} ${time(dice)} - ${day(dice)} ${time(dice)}`,
  amounts: (dice) => `${dice.below(90_000)}.00 + ${dice.below(9_000)}.00`,
  GSTINs: (dice) => `${10 + dice.below(27)}AAPFU${digits(dice, 4)}F1ZV ${day(dice)}`,
  "Aadhaar numbers": (dice) => `${digits(dice, 4)} ${digits(dice, 4)} ${digits(dice, 4)}`,
  "moments in milliseconds": (dice) => `order 17${digits(dice, 11)}`,
};

/** IDs in the forms that merchants use, with the largest share of them that may be refused by chance. */
export const ID_KINDS: Readonly<
  Record<string, { readonly make: (dice: Chooser) => string; readonly refused: number }>
> = {
  "a word and digits": {
    make: (dice) => `${dice.pick(["order_", "TXN", "pay-", "INV_2026_"])}${digits(dice, 12 + dice.below(9))}`,
    refused: 0,
  },
  "moments in micro- and nanoseconds": {
    make: (dice) => `${dice.pick(["", "t_"])}17${digits(dice, dice.pick([11, 14, 17]))}`,
    refused: 0,
  },
  "days and counters": { make: (dice) => `20261122${digits(dice, 5 + dice.below(6))}`, refused: 0 },
  "days, hours, counters": { make: (dice) => `20261122-${digits(dice, 6)}-${digits(dice, 4)}`, refused: 0 },
  "twelve digits": { make: (dice) => digits(dice, 12), refused: 0 },
  "thirteen digits": { make: (dice) => digits(dice, 13), refused: 0.012 },
  "fourteen digits": { make: (dice) => digits(dice, 14), refused: 0.005 },
  "fifteen digits": { make: (dice) => digits(dice, 15), refused: 0.003 },
  "sixteen digits": { make: (dice) => digits(dice, 16), refused: 0.04 },
  "seventeen digits": { make: (dice) => digits(dice, 17), refused: 0 },
  "eighteen digits": { make: (dice) => digits(dice, 18), refused: 0.018 },
  "nineteen digits": { make: (dice) => digits(dice, 19), refused: 0.028 },
  "groups of four digits": {
    make: (dice) => ["a", ...Array.from({ length: 4 }, () => digits(dice, 4))].join("-"),
    refused: 0.04,
  },
};

/** Texts of digits alone that may be refused, with the largest share of them. */
export const RARELY_REFUSED: Readonly<
  Record<string, { readonly make: (dice: Chooser) => string; readonly refused: number }>
> = {
  "a house of five numbers and its postal code": {
    make: (dice) =>
      `${1 + dice.below(19)}-${1 + dice.below(19)}-${100 + dice.below(900)}/${1 + dice.below(99)}/` +
      `${100 + dice.below(900)}, 5000${digits(dice, 2)}`,
    refused: 0.04,
  },
  "four numbers of invoices": {
    make: (dice) => Array.from({ length: 4 }, () => 1000 + dice.below(9000)).join(", "),
    refused: 0.045,
  },
  "a postal code and a landline without its zero": {
    make: (dice) => `${pin(dice)} ${2 + dice.below(5)}${digits(dice, 7)}`,
    refused: 0.04,
  },
};
