/** Statements that banks send beside ours, and that are not read: of other accounts, or in other currencies. */

export interface ForeignStatement {
  /** The last four characters of the account number; "" where the bank does not name it. */
  readonly accountEnd: string;
  /** E.g. `USD`; null: rupees, but the account is not the connection's. */
  readonly currency: string | null;
}

export function foreignStatement(account: string, currency: string | null): ForeignStatement {
  return { accountEnd: account.slice(-4), currency };
}

/** One of each account and currency. */
export function eachOnce(all: readonly ForeignStatement[]): ForeignStatement[] {
  return [...new Map(all.map((one) => [tellForeign(one), one])).values()];
}

/** What a person is told of it. */
export function tellForeign(one: ForeignStatement): string {
  const why = one.currency === null ? "it is not the account of this connection" : RUPEES_ONLY;
  return `${nameForeign(one)} was left out, since ${why}`;
}

/** Why a file with nothing else is refused. */
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

/** The currency that is named, if it is one and not the rupee. */
export function foreignCurrency(named: string | null | undefined): string | null {
  const code = (named ?? "").trim().toUpperCase();
  return code !== "INR" && CURRENCIES.has(code) ? code : null;
}
