/** Reads payees: the columns on the path of a transfer, their row, and how a payee is found. */
import type { Tx, UntimedTx } from "#lib/db";
import { endOfSealed } from "#lib/mask-account";
import { type PartToSeal, textsToSeal } from "#lib/seal-rows";
import type { Vault } from "#lib/vault";
import { accountOfVpa, type BankAccount } from "#rails";
import { indexAccount } from "./account-number.ts";
import type { BeneficiaryStatus, CardNetwork, Details, PayeeFacts } from "./details.ts";
import { accountText } from "./fields.ts";

// These columns stand beside sealed details, so that SQL can use them: keyed indexes for lookups, and the parts that
// people and rules need.

type Contact = Pick<Details, "vpa" | "phone" | "email">;

/** Returns arrays for `CONTACT_COLUMNS`. */
export function contactColumns(tx: Pick<Tx, "indexOf">, contacts: readonly Contact[]): unknown[][] {
  return [
    contacts.map(({ vpa }) => tx.indexOf("vpa", vpa)),
    contacts.map(({ phone }) => tx.indexOf("phone", phone)),
    contacts.map(({ email }) => tx.indexOf("email", email)),
    contacts.map(({ vpa }) => vpa?.split("@")[1]?.toLowerCase() ?? null),
    contacts.map(({ phone }) => phone?.slice(-4) ?? null),
    contacts.map(({ vpa }) => (vpa === null ? null : endOfVpaAccount(vpa))),
  ];
}

/** Returns the first letters of the bank and the end of the account that a VPA names, or nothing if it names none. */
function endOfVpaAccount(vpa: string): string {
  const account = accountOfVpa(vpa);
  return account === null
    ? ""
    : `${account.ifsc.slice(0, 4)} ${account.accountNumber.padStart(4, "0").slice(-4)}`;
}

/** The columns of `contactColumns` with their types, in its order. */
const CONTACT_COLUMNS = {
  vpa_index: "bytea",
  phone_index: "bytea",
  email_index: "bytea",
  vpa_handle: "text",
  phone_last4: "text",
  vpa_account_end: "text",
};

export interface PayeeRow {
  beneficiary_id: string;
  row_version: string;
  bene_id: string | null;
  fingerprint: Buffer | null;
  name: string;
  email: string | null;
  phone: string | null;
  account_last4: string | null;
  sealed_account: Buffer | null;
  account_index: Buffer | null;
  ifsc: string | null;
  vpa: string | null;
  vpa_index: Buffer | null;
  phone_index: Buffer | null;
  card_last4: string | null;
  card_network: CardNetwork | null;
  sealed_card: Buffer | null;
  card_index: Buffer | null;
  status: BeneficiaryStatus;
  added_at: Date;
  payable_at: Date;
  removed_at: Date | null;
}

const PAYEE_COLUMNS = `
  beneficiary_id, bene_id, fingerprint, name, email, phone, account_last4, sealed_account, account_index,
  ifsc, vpa, vpa_index, phone_index, card_last4, card_network, sealed_card, card_index, status, added_at, removed_at`;

/**
 * Reads payees from a source of `PAYEE_COLUMNS`. Only listed ones have a waiting time; a direct transfer has
 * its own payee. For one that awaits approval the time is not known yet.
 */
const selectPayees = (source: string): string => `
  select ${PAYEE_COLUMNS}, row_version,
    case
      when bene_id is null then added_at
      when status = 'awaiting_approval' then timestamptz '9999-12-31 00:00:00+00'
      else added_at + make_interval(mins => coalesce(setting.waiting_minutes, 0))
    end as payable_at
  from ${source}
  left join beneficiaries.setting on setting.merchant_id = $1`;

interface PayeeKey {
  readonly column: string;
  readonly type: string;
  readonly where: string;
  /** The order that decides between several; any if absent. */
  readonly order?: string;
}

/**
 * Reads the payee of each key in the array $2. Each key is looked up separately: a plan made while the table
 * was empty would otherwise scan all payees of the merchant for as long as it is kept.
 */
export const selectPayeesByKey = (key: PayeeKey): string =>
  selectPayees(`unnest($2::${key.type}[]) as wanted (key)
  cross join lateral (
    select ${PAYEE_COLUMNS}, xmin::text as row_version
    from beneficiaries.beneficiary
    where merchant_id = $1
      and ${key.column} = wanted.key
      and ${key.where}
    ${key.order === undefined ? "" : `order by ${key.order}`}
    limit 1
  ) as payee`);

/** Older rows have no indexes until they are sealed, so they are calculated here. */
export function payeeFactsOf(tx: Pick<Tx, "indexOf">, row: PayeeRow): PayeeFacts {
  return {
    beneficiaryId: row.beneficiary_id,
    rowVersion: row.row_version,
    beneId: row.bene_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    accountLast4:
      row.account_last4 && row.sealed_account && endOfSealed(row.account_last4, row.sealed_account),
    sealedAccount: row.sealed_account,
    accountIndex: row.account_index,
    ifsc: row.ifsc,
    vpa: row.vpa,
    vpaAccountIndex: indexOfVpaAccount(tx, row.vpa),
    vpaIndex: row.vpa_index ?? tx.indexOf("vpa", row.vpa),
    phoneIndex: row.phone_index ?? tx.indexOf("phone", row.phone),
    cardLast4: row.card_last4,
    cardNetwork: row.card_network,
    sealedCard: row.sealed_card,
    cardIndex: row.card_index,
    status: row.status,
    addedAt: row.added_at,
    payableAt: row.payable_at,
    removedAt: row.removed_at,
  };
}

/** Returns the index of the account that a VPA names by its number; null if it names none. */
function indexOfVpaAccount({ indexOf }: Pick<Tx, "indexOf">, vpa: string | null): Buffer | null {
  const account = vpa === null ? null : accountOfVpa(vpa);
  return account === null ? null : indexOf("account", accountText(account.accountNumber, account.ifsc));
}

/**
 * The payees to read: by the merchant's own ids (without removed ones) or by ours (with removed ones, which
 * the history needs).
 */
type PayeeChoice = { readonly beneIds: readonly string[] } | { readonly beneficiaryIds: readonly string[] };

/**
 * Reads facts about a set of payees in one statement, in no particular order; those that do not exist are
 * left out. Account numbers stay sealed.
 */
export async function readPayees(tx: Tx, choice: PayeeChoice): Promise<PayeeFacts[]> {
  return (await askForPayees(tx, choice)).map((row) => payeeFactsOf(tx, row));
}

/** Requests the same with the transaction's begin; `payeeFactsOf` makes facts of each row. */
export function askForPayees(ask: UntimedTx, choice: PayeeChoice): Promise<PayeeRow[]> {
  return "beneIds" in choice
    ? ask.query<PayeeRow>(BY_BENE_ID, [ask.merchantId, choice.beneIds])
    : ask.query<PayeeRow>(BY_BENEFICIARY_ID, [ask.merchantId, choice.beneficiaryIds]);
}

const BY_BENE_ID = selectPayeesByKey({
  column: "bene_id",
  type: "text",
  where: "bene_id is not null and removed_at is null",
});

const BY_BENEFICIARY_ID = selectPayeesByKey({ column: "beneficiary_id", type: "uuid", where: "true" });

/** The result for one bank account of a set. */
interface ListedPayee {
  /** Equal for equal bank accounts of the merchant. */
  readonly accountKey: string;
  /** The listed beneficiary with this bank account; undefined if there is none. */
  readonly payee: PayeeFacts | undefined;
}

/**
 * Finds the listed beneficiary of each bank account of a set, in the given order and in one statement. If the
 * merchant lists an account several times, it is any of them, but one that awaits approval only if all do.
 */
export async function findListedPayees(
  tx: Tx,
  vault: Vault,
  accounts: readonly BankAccount[],
): Promise<ListedPayee[]> {
  const indexes = accounts.map((account) => indexAccount(vault, tx.merchantId, account));
  const wanted = new Map(indexes.map((index) => [index.toString("hex"), index]));
  const rows = await tx.query<PayeeRow>(BY_ACCOUNT, [tx.merchantId, [...wanted.values()]]);
  const found = new Map(rows.map((row) => [row.account_index!.toString("hex"), payeeFactsOf(tx, row)]));
  return indexes.map((index) => {
    const accountKey = index.toString("hex");
    return { accountKey, payee: found.get(accountKey) };
  });
}

const BY_ACCOUNT = selectPayeesByKey({
  column: "account_index",
  type: "bytea",
  where: "listed and removed_at is null",
  order: "status = 'awaiting_approval'",
});

/** The part of a payee with a bank account that every member sees. */
interface PayeeAsShown {
  readonly name: string;
  /** The end of the account number that is shown. */
  readonly shown: string;
  /** The first four letters of the IFSC. */
  readonly bank: string;
}

/**
 * Finds all payees that look like one of a set where account numbers are masked, listed or not, removed or not,
 * each with its place in the set.
 */
export function findPayeesShownAs(
  tx: Tx,
  shown: readonly PayeeAsShown[],
): Promise<{ place: number; beneficiaryId: string; listed: boolean }[]> {
  return tx.query(SHOWN_AS, [
    tx.merchantId,
    shown.map(({ name }) => name),
    shown.map((one) => one.shown),
    shown.map(({ bank }) => bank),
  ]);
}

const plainName = (name: string): string => `lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`;

const shownAs = (condition: string): string => `
  select place, payee.beneficiary_id as "beneficiaryId", payee.listed and payee.removed_at is null as listed
  from wanted
  join beneficiaries.beneficiary as payee
    on payee.merchant_id = $1
   and beneficiaries.shown_end(payee.account_last4, payee.sealed_account) = wanted.shown
   and left(payee.ifsc, 4) = wanted.bank
   and ${plainName("payee.name")} = wanted.name
  where ${condition}`;

/** Numbers that show four characters are found by the index of these. Short ones are few, and compared in one pass. */
const SHOWN_AS = `
  with wanted as (
    select place::int - 1 as place, ${plainName("name")} as name, shown, bank
    from unnest($2::text[], $3::text[], $4::text[]) with ordinality as given (name, shown, bank, place)
  )
  ${shownAs("length(wanted.shown) = 4 and payee.account_last4 = wanted.shown")}
  union all
  ${shownAs("length(wanted.shown) < 4")}`;

const DETAILS = ["vpa", "phone", "email", "address1", "address2", "city", "state", "pincode"] as const;

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "beneficiaries.beneficiary",
    key: { beneficiary_id: "uuid" },
    texts: DETAILS,
    beside: CONTACT_COLUMNS,
    besideOf: (tx, { vpa, phone, email }) => {
      const columns = contactColumns(tx, [{ vpa, phone, email }]);
      return Object.fromEntries(Object.keys(CONTACT_COLUMNS).map((name, at) => [name, columns[at]![0]]));
    },
  }),
  textsToSeal({
    table: "beneficiaries.verification",
    key: { verification_id: "uuid" },
    texts: ["vpa", "phone"],
    beside: { vpa_index: "bytea" },
    besideOf: (tx, { vpa }) => ({ vpa_index: tx.indexOf("vpa", vpa as string | null) }),
  }),
];
