/** Statements that banks send along with ours and that we skip: of other accounts, or in other currencies. */

export interface ForeignStatement {
  /** The last four characters of the account number; "" if the bank does not name it. */
  readonly accountEnd: string;
  /** E.g. `USD`; null if it is in rupees but the account is not the connection's. */
  readonly currency: string | null;
}

export function foreignStatement(account: string, currency: string | null): ForeignStatement {
  return { accountEnd: account.slice(-4), currency };
}

/** Keeps one statement for each account and currency. */
export function eachOnce(all: readonly ForeignStatement[]): ForeignStatement[] {
  return [...new Map(all.map((one) => [tellForeign(one), one])).values()];
}

/** Describes a skipped statement for a person. */
export function tellForeign(one: ForeignStatement): string {
  const why = one.currency === null ? "it is not the account of this connection" : RUPEES_ONLY;
  return `${nameForeign(one)} was left out, since ${why}`;
}

/** Explains why a file that contains nothing else is refused. */
export function tellNothingInRupees(all: readonly ForeignStatement[]): string {
  const named = eachOnce(all).map(nameForeign).join(", ");
  return `nothing in it is in rupees, and ${RUPEES_ONLY}: it has ${named}`;
}

const RUPEES_ONLY = "Vitaran keeps rupee accounts only";

function nameForeign({ accountEnd, currency }: ForeignStatement): string {
  const account = accountEnd === "" ? "an account" : `account ••••${accountEnd}`;
  return `the statement of ${account}${currency === null ? "" : ` in ${currency}`}`;
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Returns the currency that the text names; null if it names none, or the rupee. */
export function foreignCurrency(named: string | null | undefined): string | null {
  const code = (named ?? "").trim().toUpperCase();
  return code !== "INR" && CURRENCIES.has(code) ? code : null;
}
