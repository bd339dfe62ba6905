/**
 * The destination of a payment is equal for equal accounts, VPAs, phones and cards, whichever beneficiary has them. It
 * can have several rows and spellings, such as one bank account in several rows.
 */
import type { Tx } from "#lib/db";
import { endsOf } from "#lib/mask-account";
import {
  accountOfVpa,
  type BankAccount,
  bankCodeOf,
  bankCodesOf,
  instrumentOf,
  isIndianMobile,
  type TransferMode,
} from "#rails";

/** The facts about a payee that rules need. */
export interface PayeeSeen {
  readonly beneficiaryId: string;
  /** The bank account in clear, where it is not read from a row. */
  readonly account?: BankAccount;
  /** Blind index of the bank account. */
  readonly accountIndex: Buffer | null;
  /** Blind index of the card token. */
  readonly cardIndex: Buffer | null;
  /** A card without a token is known by these and the phone number of its holder. */
  readonly cardLast4?: string | null;
  readonly cardNetwork?: string | null;
  /** The sealed number of the bank account; absent if none is known. */
  readonly sealedAccount?: Buffer | null;
  /** The end of that number, if it is read without opening the number. */
  readonly accountLast4?: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
  /** Blind index of the account that the VPA names. */
  readonly vpaAccountIndex?: Buffer | null;
  /** Keyed indexes of VPA and phone number. */
  readonly vpaIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly addedAt: Date;
}

/** Returns the destination of payments to a payee by a mode. The database computes the same in `risk.paid_to`. */
export function destinationOf(mode: TransferMode, payee: PayeeSeen): Buffer {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && payee.vpaIndex !== null) return payee.vpaIndex;
  if (instrument === "phone" && payee.phoneIndex !== null) return payee.phoneIndex;
  if (instrument === "account" && payee.accountIndex !== null) return payee.accountIndex;
  if (instrument === "card" && payee.cardIndex !== null) return payee.cardIndex;
  return Buffer.from(`beneficiary:${payee.beneficiaryId}`);
}

/** Returns the destination as it is in rows from before VPAs and phone numbers were sealed, until they are. */
export function formerDestinationOf(mode: TransferMode, payee: PayeeSeen): Buffer {
  const instrument = instrumentOf(mode);
  if (instrument === "vpa" && payee.vpa !== null) return Buffer.from(`vpa:${payee.vpa.toLowerCase()}`);
  if (instrument === "phone" && payee.phone !== null) return Buffer.from(`phone:${phoneKey(payee.phone)}`);
  return destinationOf(mode, payee);
}

/** Removes the prefix before the ten digits of an Indian mobile number. */
export function phoneKey(phone: string): string {
  return isIndianMobile(phone) ? phone.slice(-10) : phone;
}

/** Returns a text that is equal for one account, with any branch and leading zeros, and also after a bank merger. */
export const accountName = ({ accountNumber, ifsc }: BankAccount): string =>
  `${bankCodeOf(ifsc)} ${accountNumber.toUpperCase().replace(/^0+/, "")}`;

interface PaidPayee {
  readonly payee: PayeeSeen;
  readonly mode: TransferMode;
}

/** The facts that identify one destination. */
export interface SameDestination {
  /** A text that is equal for the same destination. */
  readonly name: string;
  /** All payees whose payments may go there, whether listed, unlisted or removed. */
  readonly beneficiaryIds: readonly string[];
  /** The results of `destinationOf` for them, and of `formerDestinationOf` for rows that are not sealed yet. */
  readonly destinations: readonly Buffer[];
}

/** Returns what a payment alone says about its destination, without other rows. */
export function namesOf({ payee, mode }: PaidPayee): SameDestination {
  const destinations = [destinationOf(mode, payee), formerDestinationOf(mode, payee)];
  return { name: destinations[0]!.toString("hex"), beneficiaryIds: [payee.beneficiaryId], destinations };
}

/**
 * Finds the destination of every payment of a set in one statement, in the order given. The index of a sealed account
 * number depends on how the number was written. That is why the numbers with the same last digits at the same bank are
 * opened and compared, including those in UPI IDs (`<account>@<IFSC>.ifsc.npci`). Older rows have no digits beside
 * their UPI ID, and are all read whose UPI ID names that bank.
 */
export async function readSameDestinations(tx: Tx, paid: readonly PaidPayee[]): Promise<SameDestination[]> {
  const accounts = paid.flatMap(({ payee, mode }) =>
    BY_ACCOUNT.has(instrumentOf(mode)) ? accountsOf(tx, payee) : [],
  );
  const rows = paid.length === 0 ? [] : await readAlike(tx, paid, accounts);
  // Rows are read for the ends and banks of the whole set, and opening a number is costly.
  const alike = new Set(
    accounts.flatMap(({ accountNumber, ifsc }) =>
      [lastFour(accountNumber), ...endsOf(accountNumber)].map((end) => placeOf(end, ifsc)),
    ),
  );
  const open = (payee: PayeeSeen): BankAccount | null => {
    const { accountLast4 = null, ifsc } = payee;
    const isAlike = accountLast4 === null || ifsc === null || alike.has(placeOf(accountLast4, ifsc));
    return isAlike ? accountOf(tx, payee) : null;
  };
  const names = paid.map((one) => nameOf(one, open));
  const wanted = new Set(names);
  const found = new Map<string, { ids: Set<string>; destinations: Map<string, Buffer> }>();
  const add = (name: string, { payee, mode }: PaidPayee): void => {
    if (!wanted.has(name)) return;
    const same = found.get(name) ?? { ids: new Set(), destinations: new Map() };
    same.ids.add(payee.beneficiaryId);
    for (const one of [destinationOf(mode, payee), formerDestinationOf(mode, payee)])
      same.destinations.set(one.toString("hex"), one);
    found.set(name, same);
  };
  paid.forEach((one, index) => add(names[index]!, one));
  for (const payee of rows)
    for (const mode of MODES)
      if (hasInstrument(mode, payee)) add(nameOf({ payee, mode }, open), { payee, mode });
  return names.map((name) => {
    const { ids, destinations } = found.get(name)!;
    return { name, beneficiaryIds: [...ids], destinations: [...destinations.values()] };
  });
}

/** The instruments that may be a bank account. */
const BY_ACCOUNT: ReadonlySet<ReturnType<typeof instrumentOf>> = new Set(["account", "vpa"]);

/** A UPI ID may name a number without the zeros before it, and so with fewer characters. */
const lastFour = (accountNumber: string): string => accountNumber.padStart(4, "0").slice(-4);

const placeOf = (end: string, ifsc: string): string => `${bankCodeOf(ifsc)} ${end.toUpperCase()}`;

/**
 * Finds our ids of all payees with each bank account of a set, listed or not, removed or not, in the order given. The
 * accounts need not be those of any payee.
 */
export async function findPayeesOfAccounts(
  tx: Tx,
  accounts: readonly BankAccount[],
): Promise<(readonly string[])[]> {
  const paid = accounts.map(({ accountNumber, ifsc }) => {
    const account = { accountNumber: accountNumber.trim().toUpperCase(), ifsc: ifsc.trim().toUpperCase() };
    return { payee: { ...NO_PAYEE, account }, mode: "imps" as const };
  });
  const same = await readSameDestinations(tx, paid);
  return same.map(({ beneficiaryIds }) => beneficiaryIds.filter((id) => id !== NO_PAYEE.beneficiaryId));
}

/** One mode for each instrument that a payee may be paid to. */
const MODES = ["imps", "upi", "paytm", "card"] as const satisfies readonly TransferMode[];

function hasInstrument(mode: TransferMode, payee: PayeeSeen): boolean {
  if (mode === "card" && cardName(payee) !== null) return true;
  return !destinationOf(mode, payee).equals(destinationOf(mode, { ...payee, ...NO_INSTRUMENT }));
}

const NO_PAYEE: PayeeSeen = {
  ...{ beneficiaryId: "none", ifsc: null, vpa: null, phone: null, addedAt: new Date(0) },
  ...{ accountIndex: null, cardIndex: null, vpaIndex: null, phoneIndex: null },
};

const NO_INSTRUMENT = { accountIndex: null, cardIndex: null, vpaIndex: null, phoneIndex: null };

function nameOf({ payee, mode }: PaidPayee, open: (payee: PayeeSeen) => BankAccount | null): string {
  const instrument = instrumentOf(mode);
  const ofVpa = instrument === "vpa" && payee.vpa !== null ? accountOfVpa(payee.vpa) : null;
  const account = instrument === "account" ? open(payee) : ofVpa;
  if (account !== null) return `account:${accountName(account)}`;
  const card = instrument === "card" ? cardName(payee) : null;
  if (card !== null) return `card:${card}`;
  return `${instrument}:${destinationOf(mode, payee).toString("hex")}`;
}

/** Identifies a card without a token by the details with which a bank finds it. Null if the payee has none. */
export function cardName({ cardIndex, phoneIndex, cardNetwork, cardLast4 }: PayeeSeen): string | null {
  if (cardIndex !== null || phoneIndex === null || !cardNetwork || !cardLast4) return null;
  return `${phoneIndex.toString("hex")} ${cardNetwork} ${cardLast4}`;
}

function accountOf(tx: Tx, { account, sealedAccount = null, ifsc }: PayeeSeen): BankAccount | null {
  if (account !== undefined) return account;
  if (sealedAccount === null || ifsc === null) return null;
  return { accountNumber: tx.openBytes("beneficiary.account", sealedAccount), ifsc };
}

/** Returns the account of a payee, and the account that its UPI ID names. */
export function accountsOf(tx: Tx, payee: PayeeSeen): BankAccount[] {
  const ofVpa = payee.vpa === null ? null : accountOfVpa(payee.vpa);
  return [accountOf(tx, payee) ?? [], ofVpa ?? []].flat();
}

async function readAlike(
  tx: Tx,
  paid: readonly PaidPayee[],
  accounts: readonly BankAccount[],
): Promise<PayeeSeen[]> {
  const of = (instrument: ReturnType<typeof instrumentOf>): PayeeSeen[] =>
    paid.flatMap(({ payee, mode }) => (instrumentOf(mode) === instrument ? [payee] : []));
  const ends = accounts.map(({ accountNumber }) => lastFour(accountNumber));
  const banks = [...new Set(accounts.flatMap(({ ifsc }) => bankCodesOf(ifsc)))];
  const places = accounts.flatMap(({ accountNumber, ifsc }) =>
    bankCodesOf(ifsc).map((bank) => `${bank} ${lastFour(accountNumber).toUpperCase()}`),
  );
  return tx.query<PayeeSeen>(READ_ALIKE, [
    tx.merchantId,
    [...new Set(ends.flatMap((end) => [end, end.toUpperCase(), end.toLowerCase()]))],
    of("vpa").flatMap(({ vpaIndex }) => vpaIndex ?? []),
    [...of("phone"), ...of("card")].flatMap(({ phoneIndex }) => phoneIndex ?? []),
    of("card").flatMap(({ cardIndex }) => cardIndex ?? []),
    banks,
    [...new Set(places)],
  ]);
}

const columns = (where: string): string => `
  select beneficiary_id as "beneficiaryId", account_index as "accountIndex", card_index as "cardIndex",
    card_last4 as "cardLast4", card_network as "cardNetwork",
    sealed_account as "sealedAccount", account_last4 as "accountLast4", ifsc, vpa, phone, vpa_index as "vpaIndex",
    phone_index as "phoneIndex",
    added_at as "addedAt"
  from beneficiaries.destination
  where merchant_id = $1
    and ${where}`;

const READ_ALIKE = [
  "account_last4 = any ($2::text[]) and upper(left(ifsc, 4)) = any ($6::text[])",
  "vpa_account_end = any ($7::text[]) and vpa_account_end <> ''",
  "vpa_account_end is null and vpa_handle like '%.ifsc.npci' and upper(left(vpa_handle, 4)) = any ($6::text[])",
  "vpa_index = any ($3::bytea[])",
  "phone_index = any ($4::bytea[])",
  "card_index = any ($5::bytea[])",
]
  .map(columns)
  .join("\n  union all");
