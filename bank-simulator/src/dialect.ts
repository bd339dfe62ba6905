/** The dialect of a counterpart: its documented requests, answers and webhooks, as functions that change nothing. */
import type { IncomingHttpHeaders } from "node:http";
import type { Bank } from "./banks.ts";
import type { Account, Instruction } from "./payment.ts";
import type { PaymentWords, Reply } from "./reply.ts";
import type { World } from "./world.ts";

/** One request as it arrived. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The meaning of a request; `refused` is the answer to a request that the service does not know. */
export type Question =
  | { readonly kind: "pay"; readonly instruction: Instruction; readonly key: string | undefined }
  | {
      readonly kind: "enquire";
      readonly reference: string;
      /** Undefined if the request does not name it. */
      readonly debitAccount: string | undefined;
      readonly key: string | undefined;
    }
  | { readonly kind: "statement"; readonly debitAccount: string; readonly key: string | undefined }
  /** One movement in the books, by its number. */
  | { readonly kind: "movement"; readonly seq: number; readonly key: string | undefined }
  /** All accounts of a login, with what they hold. */
  | { readonly kind: "balances"; readonly key: string | undefined }
  | { readonly kind: "refused"; readonly told: Told };

/** The words of an answer, before it is known how they are sent. */
export interface Told {
  readonly httpStatus: number;
  readonly words: object;
}

/** The service's data about a payment, apart from its words. */
export interface Particulars {
  readonly debitAccount: string;
  readonly payee: string;
  readonly ifsc: string;
  readonly at: number;
}

/** One event of a debit account, which is sent as a webhook. */
export interface Happening {
  readonly eventId: string;
  readonly type: string;
  readonly bankId: string;
  readonly debitAccount: string;
  /** Milliseconds since 1970, of the account's clock. */
  readonly at: number;
  readonly payment?: PaymentWords;
  readonly particulars?: Particulars;
  readonly credit?: CreditWords;
  /** The number of the credit in the books. */
  readonly seq?: number;
}

interface CreditWords {
  readonly utr: string;
  readonly amount: string;
  readonly account: string;
  readonly from: { readonly name: string; readonly accountNumber: string; readonly ifsc: string };
}

/** A webhook's bytes, and the signature for each time it is sent. */
export interface Webhook {
  readonly body: string;
  sign(secret: string, sentAt: number): Readonly<Record<string, string>>;
}

export interface Dialect {
  read(request: Request): Question;
  /** Describes a payment, in an answer to a payment or an enquiry. Without particulars, it can only refuse. */
  tell(question: Question, words: PaymentWords, particulars: Particulars | undefined): Told;
  /** Answers a request for the account's movements; the dialect reads the query itself. */
  list?(world: World, owner: { bank: Bank; account: Account }, query: URLSearchParams): Reply;
  /** Describes one movement of the account; undefined if this number is not one of its movements'. */
  show?(world: World, account: Account, seq: number): Told | undefined;
  /** Describes what the accounts of a login hold. */
  tellBalances?(accounts: readonly Account[], at: number): Told;
  /** Undefined if the service has no webhook for this. */
  announce(happening: Happening): Webhook | undefined;
}
