import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AccessError } from "./errors.ts";
import { hashPassword, isPassword } from "./password.ts";

/** The most common passwords, the first 10,000 of all countries and those of businesses in India. */
const COMMON = new Set(
  readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# ")),
);

/** The person whose password it is. */
export interface PasswordHolder {
  readonly email: string;
  readonly name: string;
  readonly organization: string;
}

/**
 * Returns the hash of a new password. Throws `bad_password` for its length, and `weak_password` for one of the first
 * that anyone would guess: a common one, a few letters repeated, runs of the keyboard, or a name of the member, the
 * organization or the product, each also with digits and signs around it or in place of letters.
 */
export async function hashNewPassword(password: string, holder: PasswordHolder): Promise<string> {
  const length = [...password].length;
  if (length >= 8 && length <= 128 && isGuessable(password, holder)) throw AccessError.weak_password();
  return hashPassword(password);
}

function isGuessable(password: string, holder: PasswordHolder): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const words = new Set([...wordsOf(holder), ...PRODUCT_WORDS]);
  return (
    COMMON.has(plain) ||
    new Set(plain).size <= 2 ||
    isCovered(plain, (piece) => piece.length >= 3 && RUNS.some((run) => run.includes(piece))) ||
    /^(.{1,4})\1+$/su.test(plain) ||
    stemsOf(plain).some((stem) => COMMON.has(stem) || isCovered(stem, (piece) => words.has(piece)))
  );
}

const PRODUCT_WORDS = ["vitaran", "payout", "payouts", "password", "welcome", "admin", "login"];

const ROWS = ["0123456789012345", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const reversed = (text: string): string => [...text].reverse().join("");
const RUNS = [
  ...ROWS,
  ...ROWS.map(reversed),
  "qwertyuiopasdfghjklzxcvbnm",
  "1234567890",
  "0987654321",
  "1qaz2wsx3edc4rfv5tgb",
];

/** True if a text falls into pieces that all fit; the longest that fits comes first. */
function isCovered(text: string, fits: (piece: string) => boolean): boolean {
  if (text === "") return false;
  for (let at = 0; at < text.length;) {
    let end = text.length;
    while (end > at && !fits(text.slice(at, end))) end -= 1;
    if (end === at) return false;
    at = end;
  }
  return true;
}

/** Reduces a password to its word, without the digits and signs that people add or put in place of letters. */
function stemsOf(plain: string): string[] {
  const cuts = [
    plain,
    plain.replace(/[^\p{L}\p{N}]+$/u, ""),
    plain.replace(/\P{L}{1,10}$/u, ""),
    plain.replace(/^\P{L}{1,10}/u, ""),
    plain.replace(/^\P{L}{1,10}/u, "").replace(/\P{L}{1,10}$/u, ""),
  ];
  const readings = cuts.flatMap((cut) => [cut, readLetters(cut, "i"), readLetters(cut, "l")]);
  return [...new Set(readings.map((reading) => reading.replaceAll(/[^\p{L}\p{N}]/gu, "")))].filter(
    (stem) => stem.length >= 3 && /\p{L}/u.test(stem),
  );
}

/** Replaces digits and signs by the letters that they look like. A 1 can be either of two. */
const readLetters = (text: string, one: "i" | "l"): string =>
  text.replaceAll(/[0134578@$!+|]/g, (sign) => (sign === "1" ? one : LOOKS_LIKE[sign]!));

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t",
  "|": "l",
};

/**
 * Returns the words that are close to a member: the parts of the name, the address and the organization, alone and
 * joined.
 */
function wordsOf({ email, name, organization }: PasswordHolder): string[] {
  return [email.split("@")[0]!, email.split("@")[1]?.split(".")[0] ?? "", name, organization].flatMap(
    (text) => {
      const words = text
        .normalize("NFKC")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u);
      return [...words, words.join("")].filter((word) => word.length >= 4);
    },
  );
}

/** True if a password is right. The check takes as long for an unknown account as for any other. */
export function isPasswordOf(password: string, kept: string | null | undefined): Promise<boolean> {
  return isPassword(password, kept ?? NOBODYS);
}

/** A hash that no password has, at today's cost. */
const NOBODYS = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
