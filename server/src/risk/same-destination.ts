/** Finds all rows and spellings of the destination of a payment, such as one bank account in several rows. */
import type { Tx } from "#lib/db";
import { accountOfVpa, bankCodeOf, instrumentOf, type TransferMode } from "#rails";
import { destinationOf, formerDestinationOf, type PayeeSeen } from "./destination.ts";

interface Account {
  readonly accountNumber: string;
  readonly ifsc: string;
}

/** Returns a text that is equal for one account, with any branch and leading zeros, and also after a bank merger. */
export const accountName = ({ accountNumber, ifsc }: Account): string =>
  `${bankCodeOf(ifsc)} ${accountNumber.toUpperCase().replace(/^0+/, "")}`;

export interface PaidPayee {
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
 * number depends on how the number was written. That is why the numbers with the same last digits are opened and
 * compared, including those in UPI IDs (`<account>@<IFSC>.ifsc.npci`). Nothing new is stored, so that older rows are
 * found in the same way.
 */
export async function readSameDestinations(tx: Tx, paid: readonly PaidPayee[]): Promise<SameDestination[]> {
  const open = (payee: PayeeSeen): Account | null => accountOf(tx, payee);
  const names = paid.map((one) => nameOf(one, open));
  const rows = paid.length === 0 ? [] : await readAlike(tx, paid);
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

/** One mode for each instrument that a payee may be paid to. */
const MODES = ["imps", "upi", "paytm", "card"] as const satisfies readonly TransferMode[];

function hasInstrument(mode: TransferMode, payee: PayeeSeen): boolean {
  if (mode === "card" && cardName(payee) !== null) return true;
  return !destinationOf(mode, payee).equals(destinationOf(mode, { ...payee, ...NO_INSTRUMENT }));
}

const NO_INSTRUMENT = { accountIndex: null, cardIndex: null, vpaIndex: null, phoneIndex: null };

function nameOf({ payee, mode }: PaidPayee, open: (payee: PayeeSeen) => Account | null): string {
  const instrument = instrumentOf(mode);
  const ofVpa = instrument === "vpa" && payee.vpa !== null ? accountOfVpa(payee.vpa) : null;
  const account = instrument === "account" ? open(payee) : ofVpa;
  if (account !== null) return `account:${accountName(account)}`;
  const card = instrument === "card" ? cardName(payee) : null;
  if (card !== null) return `card:${card}`;
  return `${instrument}:${destinationOf(mode, payee).toString("hex")}`;
}

/** Identifies a card without a token by the details with which a bank finds it. Null if the payee has none. */
function cardName({ cardIndex, phoneIndex, cardNetwork, cardLast4 }: PayeeSeen): string | null {
  if (cardIndex !== null || phoneIndex === null || !cardNetwork || !cardLast4) return null;
  return `${phoneIndex.toString("hex")} ${cardNetwork} ${cardLast4}`;
}

function accountOf(tx: Tx, { sealedAccount = null, ifsc }: PayeeSeen): Account | null {
  if (sealedAccount === null || ifsc === null) return null;
  return { accountNumber: tx.openBytes("beneficiary.account", sealedAccount), ifsc };
}

async function readAlike(tx: Tx, paid: readonly PaidPayee[]): Promise<PayeeSeen[]> {
  const of = (instrument: ReturnType<typeof instrumentOf>): PayeeSeen[] =>
    paid.flatMap(({ payee, mode }) => (instrumentOf(mode) === instrument ? [payee] : []));
  const accounts = [...of("account"), ...of("vpa")].flatMap((payee) => {
    const account = payee.vpa === null ? null : accountOfVpa(payee.vpa);
    return [accountOf(tx, payee) ?? [], account ?? []].flat();
  });
  const ends = accounts.map(({ accountNumber }) => accountNumber.slice(-4));
  return tx.query<PayeeSeen>(READ_ALIKE, [
    tx.merchantId,
    [...new Set(ends.flatMap((end) => [end, end.toUpperCase(), end.toLowerCase()]))],
    of("vpa").flatMap(({ vpaIndex }) => vpaIndex ?? []),
    [...of("phone"), ...of("card")].flatMap(({ phoneIndex }) => phoneIndex ?? []),
    of("card").flatMap(({ cardIndex }) => cardIndex ?? []),
  ]);
}

const columns = (where: string): string => `
  select beneficiary_id as "beneficiaryId", account_index as "accountIndex", card_index as "cardIndex",
    card_last4 as "cardLast4", card_network as "cardNetwork",
    sealed_account as "sealedAccount", ifsc, vpa, phone, vpa_index as "vpaIndex", phone_index as "phoneIndex",
    added_at as "addedAt"
  from beneficiaries.destination
  where merchant_id = $1
    and ${where}`;

const READ_ALIKE = [
  "account_last4 = any ($2::text[])",
  "cardinality($2::text[]) > 0 and vpa_handle like '%.ifsc.npci'",
  "vpa_index = any ($3::bytea[])",
  "phone_index = any ($4::bytea[])",
  "card_index = any ($5::bytea[])",
]
  .map(columns)
  .join("\n  union all");
