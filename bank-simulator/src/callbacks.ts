/**
 * Banks call their customers back: callbacks are signed, repeated until they are acknowledged, and faulty if a bank's
 * behaviour says so.
 */
import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { BANK_BY_ID } from "./banks.ts";
import type { Clocks } from "./clock.ts";
import { DIALECTS } from "./counterparts.ts";
import type { Happening, Webhook } from "./dialect.ts";
import { ISO_BANK } from "./iso-bank.ts";
import { announceInMessages } from "./iso-messages.ts";
import { formatRupees } from "./money.ts";
import type { Account, Payment } from "./payment.ts";
import { leaveFile } from "./leave-file.ts";
import { postCallback, signBody } from "./post-callback.ts";
import type { Delivery } from "./post-callback.ts";
import { describePayment } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";

export interface Credit {
  readonly utr: string;
  readonly amountPaise: bigint;
  readonly from: { readonly name: string; readonly accountNumber: string; readonly ifsc: string };
  /** Its number in the books. */
  readonly seq: number;
}

type About = Pick<Happening, "payment" | "particulars" | "credit" | "seq">;

interface Message {
  readonly account: Account;
  readonly reference: string;
  readonly type: string;
  readonly webhook: Webhook;
  readonly secret: string;
  readonly copies: number;
}

const TRY_AGAIN_AFTER_MS = [5_000, 60_000, 600_000, 3_600_000];
const CONCURRENT_MAX = 64;
/** A callback that must arrive late waits this long for the one that overtakes it. */
const REORDER_HOLD_MS = 5_000;

const NONE: readonly string[] = [];
const NOTHING = Promise.resolve(undefined);
const FORGED = randomBytes(16).toString("hex");
const FORGED_WORDS = { status: "SUCCESS", code: "00", utr: "999999999999", credited: true };

/** Sends callbacks with at most 64 requests at a time; callbacks of one payment are sent one after the other. */
export class CallbackSender {
  readonly #clocks: Clocks;
  readonly #log: RequestLog;
  readonly #agent = new Agent({
    keepAlive: true,
    maxSockets: CONCURRENT_MAX,
    maxFreeSockets: CONCURRENT_MAX,
  });
  #wrong = new WeakMap<Payment, readonly string[]>();
  readonly #held = new Map<Payment, Message>();
  readonly #last = new Map<Payment, Promise<unknown>>();
  readonly #underWay = new Set<Promise<unknown>>();
  // Customers remember event IDs, so a restarted bank must use new ones.
  readonly #run = Date.now().toString(36);
  #serial = 0;

  constructor({ clocks, log }: { clocks: Clocks; log: RequestLog }) {
    this.#clocks = clocks;
    this.#log = log;
  }

  /**
   * Returns the result of the first delivery; undefined if this account receives no callback now. Failed ones are
   * repeated.
   */
  tellPayment(payment: Payment, type: string, delayMs = 0): Promise<Delivery | undefined> {
    const { account, reference } = payment;
    const secret = secretOf(account);
    const mishaps = this.#wrong.get(payment) ?? NONE;
    if (secret === undefined || mishaps.includes("callback-missing")) return NOTHING;
    const copies = mishaps.includes("callback-duplicate") ? 3 : 1;
    const words = describePayment(payment);
    const { payee, at } = payment;
    const particulars = { debitAccount: account.number, payee, ifsc: "", at };
    const webhook = this.#compose(account, type, { payment: words, particulars });
    if (webhook === undefined) return NOTHING;
    const message: Message = { account, reference, type, webhook, secret, copies };
    if (mishaps.includes("callback-forged")) {
      const forged = this.#compose(account, type, { payment: { ...words, ...FORGED_WORDS }, particulars });
      void this.#queue(payment, { ...message, webhook: forged ?? webhook, secret: FORGED, copies: 1 });
    }
    if (mishaps.includes("callback-reordered") && !this.#held.has(payment)) {
      this.#hold(payment, message);
      return NOTHING;
    }
    if (delayMs > 0) {
      this.#later(account, delayMs, () => this.#queue(payment, message));
      return NOTHING;
    }
    const sent = this.#queue(payment, message);
    const overtaken = this.#held.get(payment);
    if (overtaken !== undefined && this.#held.delete(payment)) void this.#queue(payment, overtaken);
    return sent;
  }

  /** Returns the result of the first delivery; undefined if this account receives no callback. */
  tellCredit(account: Account, { utr, amountPaise, from, seq }: Credit): Promise<Delivery | undefined> {
    const secret = secretOf(account);
    if (secret === undefined) return NOTHING;
    const credit = { utr, amount: formatRupees(amountPaise), account: account.number, from };
    const type = "account.credited";
    const webhook = this.#compose(account, type, { credit, seq });
    if (webhook === undefined) return NOTHING;
    return this.#deliver({ account, reference: utr, type, webhook, secret, copies: 1 });
  }

  /** Makes this payment's callbacks go wrong in the named ways. */
  follow(payment: Payment, mishaps: readonly string[]): void {
    this.#wrong.set(payment, mishaps);
  }

  /**
   * Resolves when everything that is being sent now has been answered; callbacks that wait for a clock do not count.
   */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  forget(): void {
    this.#wrong = new WeakMap();
    this.#held.clear();
  }

  close(): void {
    this.#agent.destroy();
  }

  #hold(payment: Payment, message: Message): void {
    const mishaps = this.#wrong.get(payment) ?? NONE;
    const others = mishaps.filter((kind) => kind !== "callback-reordered");
    this.#held.set(payment, message);
    this.#wrong.set(payment, others);
    this.#later(payment.account, REORDER_HOLD_MS, () => {
      if (this.#held.delete(payment)) return this.#queue(payment, message);
    });
  }

  /** A callback that becomes due when the clock jumps is sent after the jump, and signed with the time after it. */
  #later(account: Account, delayMs: number, send: () => unknown): void {
    const clock = this.#clocks.of(account.number);
    clock.at(clock.now() + delayMs, () => void this.#track(Promise.resolve().then(send)));
  }

  /** Sends a callback after this payment's earlier ones; copies follow one by one. */
  #queue(payment: Payment, message: Message): Promise<Delivery> {
    const sent = (this.#last.get(payment) ?? Promise.resolve()).then(() => this.#deliver(message));
    let all: Promise<unknown> = sent;
    for (let copy = 1; copy < message.copies; copy += 1) all = all.then(() => this.#deliver(message));
    const tail = this.#track(all).finally(() => {
      if (this.#last.get(payment) === tail) this.#last.delete(payment);
    });
    this.#last.set(payment, tail);
    return sent;
  }

  #deliver(message: Message, tries = 0): Promise<Delivery> {
    const { account, reference, type, webhook, secret } = message;
    const clock = this.#clocks.of(account.number);
    const url = account.callbackUrl ?? "";
    const headers = webhook.sign(secret, clock.now());
    const { folder } = account;
    const posted =
      folder !== undefined
        ? leaveNews(folder, webhook.body)
        : postCallback(this.#agent, { url, body: webhook.body, headers });
    return this.#track(
      posted.then((delivery) => {
        const answer = `${type} ${delivery.httpStatus || (delivery.error ?? "no answer")}`;
        const row = { bankId: account.bankId, debitAccount: account.number, reference, answer };
        this.#log.add({ at: clock.now(), operation: "callback", ...row });
        const waitMs = TRY_AGAIN_AFTER_MS[tries];
        const taken = delivery.httpStatus >= 200 && delivery.httpStatus < 300;
        if (!taken && waitMs !== undefined && secret !== FORGED) {
          this.#later(account, waitMs, () => this.#deliver(message, tries + 1));
        }
        return delivery;
      }),
    );
  }

  #compose(account: Account, type: string, about: About): Webhook | undefined {
    this.#serial += 1;
    const { bankId, number: debitAccount } = account;
    const eventId = `${bankId}-${this.#run}-${this.#serial}`;
    const at = this.#clocks.of(debitAccount).now();
    const happening = { eventId, type, bankId, debitAccount, at, ...about };
    if (bankId === ISO_BANK.id) return announceInMessages(happening);
    return (DIALECTS.get(bankId)?.announce ?? announceCommonly)(happening);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }
}

let filesLeft = 0;

/** Leaves the callback as a file, for a customer that is notified by file. */
async function leaveNews(folder: string, text: string): Promise<Delivery> {
  filesLeft += 1;
  leaveFile(folder, `${Date.now()}-${String(filesLeft).padStart(6, "0")}.news.xml`, text);
  return { httpStatus: 200, ms: 0 };
}

/** The form of the invented banks: the account's time at sending is signed together with the body. */
function announceCommonly(happening: Happening): Webhook {
  const { eventId, type, bankId, debitAccount, at, payment, credit } = happening;
  const head = { eventId, type, bankId, debitAccount };
  const about = payment === undefined ? { credit } : { payment };
  const body = JSON.stringify({ ...head, at: new Date(at).toISOString(), ...about });
  return { body, sign: (secret, sentAt) => ({ "x-bank-signature": signBody(secret, sentAt, body) }) };
}

function secretOf(account: Account): string | undefined {
  if (account.folder !== undefined) return "";
  if (BANK_BY_ID.get(account.bankId)?.callbacks !== true) return undefined;
  return account.callbackUrl === undefined ? undefined : account.callbackSecret;
}
