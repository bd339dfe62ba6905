/** Compares account numbers, as banks write them on statements, with the one that we know. */

/**
 * Prefixes that can precede an account number without a separator: a BIC, an IFSC, a bank's code, the beginning of an
 * IBAN.
 */
const BEFORE =
  /^(?:INR|[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?|[A-Z]{4}0[A-Z0-9]{6}|[A-Z]{4}|[A-Z]{2}\d{2}[A-Z]{0,4})?0*$/;

/** The form of an IFSC. */
const CODE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/**
 * True if a bank means our account. Spaces, hyphens, leading zeros, a trailing currency and a leading bank or branch
 * code are ignored.
 */
export function isSameAccount(written: string, own: string): boolean {
  const ours = plain(own).replace(/^0+/, "");
  if (ours === "") return false;
  return written.split(/[/\n]/).some((part) => {
    const theirs = plain(part);
    const bare = theirs.replace(/(?<=\d)[A-Z]{3}$/, "");
    return [theirs, bare].some(
      (one) => one.endsWith(ours) && BEFORE.test(one.slice(0, one.length - ours.length)),
    );
  });
}

/** Returns the account number in a bank's field without its surroundings, and the currency if the field names one. */
export function accountIn(written: string): { account: string; currency: string | null } {
  const parts = written
    .split(/[/\n]/)
    .map(plain)
    .filter((part) => part !== "");
  const isCurrency = (part: string): boolean => /^[A-Z]{3}$/.test(part);
  const digits = (part: string): number => (CODE.test(part) ? 0 : part.replace(/\D/g, "").length);
  const rest = parts.filter((part) => !isCurrency(part)).toReversed();
  // The kind of the account, its branch or another number may follow the account number.
  const last = rest.toSorted((one, other) => digits(other) - digits(one))[0] ?? "";
  const [, account = last, behind] = /^(.*\d)([A-Z]{3})$/.exec(last) ?? [];
  return { account, currency: behind ?? parts.find(isCurrency) ?? null };
}

function plain(text: string): string {
  return text.replace(/[\s-]+/g, "").toUpperCase();
}
