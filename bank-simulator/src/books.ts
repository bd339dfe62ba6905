/** The books of all simulated banks: what really happened to the money, whatever the answers said. */
import type { Journal } from "./journal.ts";
import type { Account, Entry, Payment, Status } from "./payment.ts";

export interface AccountTerms {
  readonly callbackUrl?: string;
  readonly callbackSecret?: string;
  readonly apiKey?: string;
  readonly tokenRequestorId?: string;
  readonly folder?: string;
  readonly openingBalancePaise?: bigint;
}

export interface PaymentState {
  readonly status: Status;
  readonly code: string;
  readonly utr?: string;
  readonly credited: boolean;
  readonly at: number;
}

const GENEROUS_PAISE = 10n ** 15n;

/** Tests treat these books as the truth. Everything that enters them is written to the journal. */
export class Books {
  readonly #journal: Journal;
  #accounts = new Map<string, Account>();
  #payments = new Map<string, Payment>();
  #refused = new Set<string>();
  #entries: Entry[] = [];
  #entriesOf = new Map<Account, Entry[]>();
  #stated = new Map<Account, Entry[]>();
  #holds = new Map<Payment, Entry[]>();
  #seq = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Returns the debit account; an unknown one is opened with a very large balance. */
  accountOf(bankId: string, number: string): Account {
    const key = keyOf(bankId, number);
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = openAccount(bankId, number);
      this.#accounts.set(key, account);
    }
    return account;
  }

  accountsOf(bankId: string): readonly Account[] {
    return [...this.#accounts.values()].filter((account) => account.bankId === bankId);
  }

  register(account: Account, terms: AccountTerms): void {
    if (terms.callbackUrl !== undefined) account.callbackUrl = terms.callbackUrl;
    if (terms.callbackSecret !== undefined) account.callbackSecret = terms.callbackSecret;
    if (terms.apiKey !== undefined) account.apiKey = terms.apiKey;
    if (terms.folder !== undefined) account.folder = terms.folder;
    if (terms.tokenRequestorId !== undefined) account.tokenRequestorId = terms.tokenRequestorId;
    if (terms.openingBalancePaise !== undefined) account.balancePaise = terms.openingBalancePaise;
    this.#journal.write(() => ({ r: "account", ...nameOf(account), terms }));
  }

  find(bankId: string, reference: string): Payment | undefined {
    return this.#payments.get(keyOf(bankId, reference));
  }

  findEverywhere(reference: string): Payment | undefined {
    for (const payment of this.#payments.values()) if (payment.reference === reference) return payment;
    return undefined;
  }

  add(payment: Payment): void {
    const { account, reference } = payment;
    this.#payments.set(keyOf(account.bankId, reference), payment);
    this.#journal.write(() => ({ r: "payment", ...payment, account: nameOf(account) }));
  }

  post(draft: Omit<Entry, "seq">): void {
    const { account, payment, kind, amountPaise, at } = draft;
    const isHold = payment?.status === "PENDING" && kind === "debit";
    // The reversal or return of a payment comes after it on the statement.
    if (payment !== undefined && !isHold) this.#book(payment, at);
    this.#seq += 1;
    const entry: Entry = { seq: this.#seq, ...draft };
    account.balancePaise += signedPaise(entry);
    if (payment !== undefined) payment.netPaise += kind === "debit" ? amountPaise : -amountPaise;
    this.#entries.push(entry);
    append(this.#entriesOf, account, entry);
    if (isHold) append(this.#holds, payment, entry);
    else append(this.#stated, account, entry);
    const reference = payment?.reference;
    this.#journal.write(() => ({ r: "entry", ...draft, account: nameOf(account), payment: reference }));
  }

  setState(payment: Payment, state: PaymentState): void {
    const { oddity, account, reference } = payment;
    if (oddity !== undefined && oddity.statusLagMs > 0) {
      const { status, code, credited } = payment;
      oddity.shown = { until: state.at + oddity.statusLagMs, status, code, credited };
    }
    payment.status = state.status;
    payment.code = state.code;
    payment.credited = state.credited;
    if (state.utr !== undefined) payment.utr = state.utr;
    if (state.status !== "PENDING") this.#book(payment, state.at);
    this.#journal.write(() => ({ r: "state", bankId: account.bankId, reference, state }));
  }

  /** Makes the bank refuse this reference from now on. */
  refuse(bankId: string, reference: string): void {
    this.#refused.add(keyOf(bankId, reference));
    this.#journal.write(() => ({ r: "refuse", bankId, reference }));
  }

  isRefused(bankId: string, reference: string): boolean {
    return this.#refused.size > 0 && this.#refused.has(keyOf(bankId, reference));
  }

  entries({ bankId, debitAccount }: { bankId?: string; debitAccount?: string }): readonly Entry[] {
    if (bankId !== undefined && debitAccount !== undefined) {
      const account = this.#accounts.get(keyOf(bankId, debitAccount));
      return account === undefined ? [] : (this.#entriesOf.get(account) ?? []);
    }
    if (bankId === undefined && debitAccount === undefined) return this.#entries;
    return this.#entries.filter(
      ({ account }) =>
        (bankId === undefined || account.bankId === bankId) &&
        (debitAccount === undefined || account.number === debitAccount),
    );
  }

  /**
   * Returns the account's entries as its statements show them. The debit of a pending payment is a hold, which no
   * statement shows; it is booked when the payment ends, with that time.
   */
  stated({ bankId, number }: Account): { entries: readonly Entry[]; balancePaise: bigint } {
    const account = this.accountOf(bankId, number);
    let { balancePaise } = account;
    for (const [payment, holds] of this.#holds) {
      if (payment.account === account) for (const { amountPaise } of holds) balancePaise += amountPaise;
    }
    return { entries: this.#stated.get(account) ?? [], balancePaise };
  }

  #book(payment: Payment, at: number): void {
    const holds = this.#holds.get(payment);
    if (holds === undefined) return;
    this.#holds.delete(payment);
    for (const hold of holds) {
      this.#seq += 1;
      append(this.#stated, payment.account, { ...hold, seq: this.#seq, at });
    }
  }

  /** Forgets one debit account at every bank, or everything. */
  forget(debitAccount?: string): void {
    const stays = (account: Account): boolean =>
      debitAccount !== undefined && account.number !== debitAccount;
    if (debitAccount === undefined) this.#refused.clear();
    for (const [key, payment] of this.#payments) {
      if (stays(payment.account)) continue;
      this.#payments.delete(key);
      this.#refused.delete(key);
    }
    for (const [key, account] of this.#accounts) if (!stays(account)) this.#accounts.delete(key);
    for (const entries of [this.#entriesOf, this.#stated])
      for (const account of entries.keys()) if (!stays(account)) entries.delete(account);
    for (const payment of this.#holds.keys()) if (!stays(payment.account)) this.#holds.delete(payment);
    this.#entries = this.#entries.filter((entry) => stays(entry.account));
    this.#journal.write(() => ({ r: "forget", debitAccount }));
  }
}

/** Returns the change of the balance by an entry. */
export function signedPaise({ kind, amountPaise }: Pick<Entry, "kind" | "amountPaise">): bigint {
  return kind === "debit" || kind === "charge" ? -amountPaise : amountPaise;
}

function append<K>(lists: Map<K, Entry[]>, key: K, entry: Entry): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else list.push(entry);
}

function keyOf(bankId: string, name: string): string {
  return `${bankId}/${name}`;
}

function nameOf({ bankId, number }: Account): { bankId: string; number: string } {
  return { bankId, number };
}

function openAccount(bankId: string, number: string): Account {
  const terms = { apiKey: undefined, callbackUrl: undefined, callbackSecret: undefined };
  return { bankId, number, balancePaise: GENEROUS_PAISE, ...terms };
}
