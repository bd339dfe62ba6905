/** Reads payees: the columns on the path of a transfer, and their row. */
import type { Tx } from "#lib/db";
import { endOfSealed } from "#lib/mask-account";
import { accountOfVpa } from "#rails";
import { accountText } from "./clean-details.ts";
import type { BeneficiaryStatus, CardNetwork, Details, PayeeFacts } from "./details.ts";

// Columns beside sealed details, for SQL: keyed indexes for lookups, and parts for people and rules.

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
export const CONTACT_COLUMNS = {
  vpa_index: "bytea",
  phone_index: "bytea",
  email_index: "bytea",
  vpa_handle: "text",
  phone_last4: "text",
  vpa_account_end: "text",
};

export interface PayeeRow {
  beneficiary_id: string;
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
  select ${PAYEE_COLUMNS},
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
    select ${PAYEE_COLUMNS}
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
