/** Account numbers as banks write them on statements, held against the one that we know. */

/**
 * What may stand before an account number without a mark between: a BIC, an IFSC, a bank's code, the head of an
 * IBAN.
 */
const BEFORE =
  /^(?:INR|[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?|[A-Z]{4}0[A-Z0-9]{6}|[A-Z]{4}|[A-Z]{2}\d{2}[A-Z]{0,4})?0*$/;

/** An IFSC. */
const CODE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/**
 * Whether a bank means our account: blanks, hyphens, leading zeros, the currency behind it and the bank's or branch's
 * code before it do not count.
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

/** The account number in a bank's field without what stands around it, and the currency where the field names one. */
export function accountIn(written: string): { account: string; currency: string | null } {
  const parts = written
    .split(/[/\n]/)
    .map(plain)
    .filter((part) => part !== "");
  const isCurrency = (part: string): boolean => /^[A-Z]{3}$/.test(part);
  const digits = (part: string): number => (CODE.test(part) ? 0 : part.replace(/\D/g, "").length);
  const rest = parts.filter((part) => !isCurrency(part)).toReversed();
  // The kind of the account, its branch or a number of it may stand behind it.
  const last = rest.toSorted((one, other) => digits(other) - digits(one))[0] ?? "";
  const [, account = last, behind] = /^(.*\d)([A-Z]{3})$/.exec(last) ?? [];
  return { account, currency: behind ?? parts.find(isCurrency) ?? null };
}

function plain(text: string): string {
  return text.replace(/[\s-]+/g, "").toUpperCase();
}
