import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AccessError } from "./errors.ts";
import { hashPassword, isPassword } from "./hash-password.ts";

const COMMON = new Set(
  readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
    .split("\n")
    .filter(Boolean),
);

/**
 * The hash of a new password. Throws `bad_password` for its length, and `weak_password` for one that is among the first
 * that anyone guesses: a common one, one or two letters repeated, a run of the keyboard, or the member's own name or
 * address.
 */
export async function hashNewPassword(
  password: string,
  about: { email: string; name: string },
): Promise<string> {
  const plain = password.normalize("NFKC").toLowerCase();
  const length = [...password].length;
  if (length >= 8 && length <= 128 && isGuessable(plain, about)) throw AccessError.weak_password();
  return hashPassword(password);
}

const RUNS = [
  "0123456789012345",
  "9876543210987654",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
];

function isGuessable(password: string, { email, name }: { email: string; name: string }): boolean {
  const stem = password.replaceAll(/[^\p{L}]+$/gu, "");
  const own = [
    email.toLowerCase(),
    email.toLowerCase().split("@")[0]!,
    name.toLowerCase().replaceAll(/\s/g, ""),
  ];
  return (
    COMMON.has(password) ||
    COMMON.has(stem) ||
    new Set(password).size <= 2 ||
    RUNS.some((run) => run.includes(password)) ||
    own.some((text) => text.length >= 4 && [password, stem].includes(text))
  );
}

/** Whether a password is right; an unknown account's takes as long as any. */
export function isPasswordOf(password: string, kept: string | null | undefined): Promise<boolean> {
  return isPassword(password, kept ?? NOBODYS);
}

/** The hash of no password, at today's cost. */
const NOBODYS = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
