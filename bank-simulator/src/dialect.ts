/** How a counterpart speaks: its documented requests, answers and webhooks, as functions that change nothing. */
import type { IncomingHttpHeaders } from "node:http";
import type { Bank } from "./banks.ts";
import type { Account, Instruction } from "./payment.ts";
import type { PaymentWords, Reply } from "./reply.ts";
import type { World } from "./world.ts";

/** One request as it came. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a request asks; `refused` is the answer to one that asks nothing that the service knows. */
export type Question =
  | { readonly kind: "pay"; readonly instruction: Instruction; readonly key: string | undefined }
  | {
      readonly kind: "enquire";
      readonly reference: string;
      /** Undefined: the request does not name it. */
      readonly debitAccount: string | undefined;
      readonly key: string | undefined;
    }
  | { readonly kind: "statement"; readonly debitAccount: string; readonly key: string | undefined }
  | { readonly kind: "refused"; readonly told: Told };

/** An answer's words, before it is known how they travel. */
export interface Told {
  readonly httpStatus: number;
  readonly words: object;
}

/** What the service knows of a payment beside its words. */
export interface Particulars {
  readonly debitAccount: string;
  readonly payee: string;
  readonly ifsc: string;
  readonly at: number;
}

/** One event of a debit account, to be told by webhook. */
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
}

export interface CreditWords {
  readonly utr: string;
  readonly amount: string;
  readonly account: string;
  readonly from: { readonly name: string; readonly accountNumber: string; readonly ifsc: string };
}

/** A webhook's bytes, and how they are signed at each sending. */
export interface Webhook {
  readonly body: string;
  sign(secret: string, sentAt: number): Readonly<Record<string, string>>;
}

export interface Dialect {
  read(request: Request): Question;
  /** Words about a payment, in an answer to a payment or an enquiry; without particulars: only a refusal. */
  tell(question: Question, words: PaymentWords, particulars: Particulars | undefined): Told;
  /** The answer to a question about the account's movements; what the query asks is the dialect's to read. */
  list?(world: World, owner: { bank: Bank; account: Account }, query: URLSearchParams): Reply;
  /** Undefined: the service does not tell this. */
  announce(happening: Happening): Webhook | undefined;
}
