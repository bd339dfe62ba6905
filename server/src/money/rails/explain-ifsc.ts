/** Explains what is wrong with an IFSC that cannot be paid to, in a sentence that says what to do. */
import { isIfsc } from "./formats.ts";
import { ifscEdition, isIfscPrefix, lookUpIfsc, replacementOf } from "./look-up-ifsc.ts";

/** The first letters of codes on no list: of the simulated banks, and of the accounts that fill a wallet. */
const INVENTED: ReadonlySet<string> = new Set(["MGDT", "HMSK", "PVSG", "JGNU", "VTRN"]);

/**
 * Returns true if an IFSC exists, letters in either case: it is on the list in force, known beside it, or of
 * a bank of the sandbox. A branch opened after the day of the list (`ifscEdition`) is not, until the list is
 * renewed.
 */
export function ifscExists(text: string): boolean {
  const found = lookUpIfsc(text);
  return found !== null && (found.valid || INVENTED.has(found.sponsorCode));
}

/** `misread`: malformed, but a code on the list once letter O and digit 0 are told apart. */
type IfscProblem =
  | { readonly kind: "malformed" }
  | { readonly kind: "misread"; readonly meant: string }
  | {
      readonly kind: "merged";
      readonly bank: string | null;
      readonly into: string;
      readonly code: string | null;
    }
  /** `isBankKnown`: the list has other codes of the bank, so this may be a new branch. */
  | { readonly kind: "unlisted"; readonly listedOn: string; readonly isBankKnown: boolean };

const IFSC_FORM = "An IFSC has four letters, a zero and six letters or digits";

/** Returns the four letters of the bank that keeps the accounts of an IFSC now: after a merger, of the new one. */
export function bankCodeOf(ifsc: string): string {
  const prefix = ifsc.slice(0, 4).toUpperCase();
  return MERGERS[prefix]?.into ?? prefix;
}

/** Returns the four letters of that bank and of all that were merged into it. */
export function bankCodesOf(ifsc: string): string[] {
  const bank = bankCodeOf(ifsc);
  return [bank, ...Object.keys(MERGERS).filter((code) => MERGERS[code]!.into === bank)];
}

/** Judges a code, letters in either case. Null means that it is on the list, or a bank has accepted it. */
export function judgeIfsc(text: string): IfscProblem | null {
  const ifsc = text.trim().toUpperCase();
  if (ifscExists(ifsc)) return null;
  const meant = ifsc.length === 11 ? toldApart(ifsc).find(ifscExists) : undefined;
  if (meant !== undefined) return { kind: "misread", meant };
  if (!isIfsc(ifsc)) return { kind: "malformed" };
  const prefix = ifsc.slice(0, 4);
  const replaced = replacementOf(ifsc);
  if (replaced !== null) {
    return {
      kind: "merged",
      bank: bankOf(ifsc),
      into: bankOf(replaced) ?? replaced.slice(0, 4),
      code: replaced,
    };
  }
  const merger = MERGERS[prefix];
  if (merger !== undefined) {
    const [code, other] = (merger.newCodes?.(ifsc.slice(5)) ?? []).filter(ifscExists);
    const into = bankOf(`${merger.into}0000000`) ?? merger.into;
    return { kind: "merged", bank: merger.bank, into, code: other === undefined ? (code ?? null) : null };
  }
  const { date } = ifscEdition();
  return { kind: "unlisted", listedOn: date, isBankKnown: isIfscPrefix(prefix) };
}

/** Returns the same in a sentence or two, with what to do. Null means that nothing is wrong. */
export function explainIfsc(text: string): string | null {
  const problem = judgeIfsc(text);
  if (problem === null) return null;
  const ifsc = text.trim().toUpperCase();
  switch (problem.kind) {
    case "malformed":
      return `${IFSC_FORM}.`;
    case "misread":
      return `${IFSC_FORM}. ${ifsc} has a letter O for a zero, or the reverse. Our list has ${problem.meant}.`;
    case "merged": {
      const { bank, into, code } = problem;
      const old = bank === null ? `${ifsc} was replaced` : `${ifsc} was replaced when ${bank} became ${into}`;
      return code === null ? `${old}. Ask the payee for the new IFSC.` : `${old}. The new IFSC is ${code}.`;
    }
    case "unlisted": {
      const date = dayInWords(problem.listedOn);
      const rest = problem.isBankKnown
        ? "If it is right, verify the bank account: an IFSC at which a bank has found the account is accepted. " +
          "Or ask the operator to add it."
        : `No code on it begins with ${ifsc.slice(0, 4)}. Check it with the payee, or ask the operator to add it.`;
      return `IFSC ${ifsc} is not on our list of ${date}. ${rest}`;
    }
    default:
      return problem satisfies never;
  }
}

/** Returns the same unless the code is malformed, for surfaces with their own sentence about the form. */
export const explainUnpayable = (ifsc: string): string | null =>
  judgeIfsc(ifsc)?.kind === "malformed" ? null : explainIfsc(ifsc);

/** Returns the codes that are meant if O and 0 were confused: first in the first five signs, then in all. */
function toldApart(ifsc: string): string[] {
  const letters = ifsc.slice(0, 4).replaceAll("0", "O");
  const branch = ifsc.slice(5);
  if (ifsc[4] !== "O" && ifsc[4] !== "0") return [];
  return [branch, branch.replaceAll("O", "0")].map((rest) => `${letters}0${rest}`).filter(isIfsc);
}

const bankOf = (ifsc: string): string | null => lookUpIfsc(ifsc)?.bankName ?? null;

interface Merger {
  readonly bank: string;
  readonly into: string;
  /** Returns what the new code may be, if it follows from the old one; only one may be on the list. */
  readonly newCodes?: (branch: string) => string[];
}

const byDigits =
  (old: RegExp, made: (digits: string) => string[]) =>
  (branch: string): string[] => {
    const digits = old.exec(branch)?.[1];
    return digits === undefined ? [] : made(digits);
  };

/** Union Bank appended a digit of its own to the old number. */
const withLastDigit = (code: string): string[] => Array.from("0123456789", (digit) => code + digit);

/** Banks whose codes ended with a merger, by their four letters; each announced how its codes changed. */
const MERGERS: Readonly<Record<string, Merger>> = {
  ALLA: { bank: "Allahabad Bank", into: "IDIB" },
  ANDB: {
    bank: "Andhra Bank",
    into: "UBIN",
    newCodes: byDigits(/^00(\d{4})$/, (digits) => withLastDigit(`UBIN08${digits}`)),
  },
  BKDN: { bank: "Dena Bank", into: "BARB" },
  CORP: {
    bank: "Corporation Bank",
    into: "UBIN",
    newCodes: byDigits(/^00(\d{4})$/, (digits) => withLastDigit(`UBIN09${digits}`)),
  },
  LAVB: {
    bank: "Lakshmi Vilas Bank",
    into: "DBSS",
    newCodes: byDigits(/^00(\d{4})$/, (digits) => [`DBSS0IN${digits}`]),
  },
  ORBC: {
    bank: "Oriental Bank of Commerce",
    into: "PUNB",
    newCodes: byDigits(/^10(\d{4})$/, (digits) => [`PUNB0${digits}10`]),
  },
  SBBJ: { bank: "State Bank of Bikaner and Jaipur", into: "SBIN" },
  SBHY: { bank: "State Bank of Hyderabad", into: "SBIN" },
  SBMY: { bank: "State Bank of Mysore", into: "SBIN" },
  SBTR: { bank: "State Bank of Travancore", into: "SBIN" },
  STBP: { bank: "State Bank of Patiala", into: "SBIN" },
  SYNB: {
    bank: "Syndicate Bank",
    into: "CNRB",
    newCodes: byDigits(/^00(\d{4})$/, (digits) => [`CNRB001${digits}`]),
  },
  UTBI: { bank: "United Bank of India", into: "PUNB" },
  VIJB: { bank: "Vijaya Bank", into: "BARB" },
};

const DAY = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

const dayInWords = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));
