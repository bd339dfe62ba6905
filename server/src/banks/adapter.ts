/** What the platform asks of a bank, and what a bank's protocol has to bring for it. */
import type { Rail } from "#rails";
import type {
  StatementKind,
  StatementOutcome,
  StatementPage,
  StatementQuery,
  StatementsRead,
  StatementSearch,
} from "./account-statement.ts";
import type { ForeignStatement } from "./foreign-statement.ts";
import type { Outcome } from "./outcome.ts";
import type { Verifiable, VerificationOutcome, VerificationQuestion } from "./verification.ts";

/** One payment order to one bank. */
export interface Instruction {
  /** Ours, unique per bank forever; a repeated sending carries the same one. */
  readonly reference: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  readonly debitAccount: string;
  readonly payee: Payee;
  readonly remarks: string;
  /** The reference may have reached the bank before: then "this request was not taken" proves nothing. */
  readonly sentBefore?: boolean;
}

export interface Payee {
  readonly name: string;
  readonly accountNumber?: string;
  readonly ifsc?: string;
  readonly vpa?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly card?: Card;
  /** Of a card without a token: the bank finds it by this and the phone number in the network's directory. */
  readonly storedCard?: { readonly network: string; readonly last4: string };
}

/** A network token for one payment; a bank refuses one that was made for another requestor. */
export interface Card {
  readonly token: string;
  readonly kind: "debit" | "credit";
  readonly network: string | null;
  readonly cryptogram: string | null;
  /** `YYYY-MM`. */
  readonly expiry: string | null;
  readonly sequenceNumber: string | null;
  readonly requestorId: string;
}

/** Credentials and agreement with one bank for one merchant. */
export interface Connection {
  readonly bankId: string;
  /** Name of the adapter that speaks the bank's protocol. */
  readonly adapter: string;
  readonly baseUrl: string;
  /** The public half of the key, where the bank's login has two halves. */
  readonly keyId?: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  readonly debitAccount: string;
  /** Shortens the time that an answer is waited for; never lengthens it. */
  readonly timeoutMs?: number;
}

export interface Capabilities {
  readonly rails: readonly Rail[];
  /** A repeated reference is never paid twice: proven by the contract tests, not believed. */
  readonly idempotentByReference: boolean;
  readonly canVoid: boolean;
  /** The bank's own ceiling of one payment (paise, included), where it is lower than the rail's. */
  readonly maxPaise?: Readonly<Partial<Record<Rail, bigint>>>;
  /** So long after it has arrived an instruction is known to enquiries at the latest, in ms; absent: ten minutes. */
  readonly findsWithinMs?: number;
  readonly callbacks: boolean;
  /** The most payments that a debit account's service takes a second; absent: it does not say. */
  readonly paymentsPerSecond?: number;
  /** What it tells the holder's name of. */
  readonly verifies: readonly Verifiable[];
  /** The account statements that it gives; none when absent. */
  readonly statements?: readonly StatementKind[];
  /**
   * A payment that it debited and refuses is reversed within so many days (IST) after the debit; 0: with the refusal.
   * Default 1.
   */
  readonly reversalDays?: number;
  /** The longest that `pay` takes on any rail, connecting included. */
  readonly timeoutMs: number;
}

/** What a message holds that carries many payments. */
export interface SentMessage {
  /** Ours, the same for the same payments. */
  readonly messageId: string;
  readonly blocks: readonly { readonly blockId: string; readonly references: readonly string[] }[];
  /** Some of its payments may have reached the bank in an earlier message. */
  readonly repeats: boolean;
}

/** Keeps what leaves together in one message, before a message leaves that the bank answers by file. */
export interface MessageKeeper {
  /** Payments of different owners never share a message. */
  readonly merchantId: string;
  keep(message: SentMessage): Promise<void>;
}

/**
 * Something a bank told us by itself. `factId` is the bank's own, so that a repeated callback is the same
 * fact.
 */
export type BankNews =
  | {
      kind: "payment";
      reference: string;
      outcome: Outcome;
      factId: string;
      /** As the bank has it; the code that knows the transfer compares. */
      amountPaise: bigint | null;
    }
  /** A word about all payments of a message, or of one block of it, that are not named apart. */
  | {
      kind: "message";
      messageId: string;
      /** Null: of the whole message. */
      blockId: string | null;
      /** References, and blocks, of which the bank says something else. */
      except: readonly string[];
      outcome: Outcome;
      /** How many payments and what sum it is about, as the bank has it. */
      count: number | null;
      sumPaise: bigint | null;
      factId: string;
    }
  /** A part of what it told that could not be understood, or was `foreign`; `detail` is a sentence of ours. */
  | { kind: "unread"; detail: string; factId: string; foreign?: ForeignStatement }
  | {
      kind: "credit";
      utr: string;
      amountPaise: bigint;
      account: string;
      from: Remitter;
      factId: string;
    };

/** Who sent a top-up, as far as the bank says. */
export interface Remitter {
  readonly name: string;
  readonly accountNumber: string;
  readonly ifsc: string;
}

export interface Callback {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: string | Uint8Array;
  /** The merchant's clock, against which the bank's signing time is held. */
  readonly now: Date;
}

export interface Enquiry {
  readonly reference: string;
  readonly amountPaise: bigint;
}

/** What a bank's file tells. */
export interface FileContents extends StatementsRead {
  readonly news: readonly BankNews[];
}

/** A whole file that a bank has left; it comes again until it is archived or refused. */
export interface Arrival {
  readonly name: string;
  /** Tells it from any file of another content; null: another process has dealt with it. */
  fingerprint(): Promise<string | null>;
  /** Null: it cannot be read, for the reason. */
  readonly contents: FileContents | null;
  readonly reason: string;
  /** To be called only after all that it tells is committed. */
  archive(): Promise<void>;
  /** Lays it aside for a person, with the reason. */
  refuse(reason: string): Promise<void>;
}

/** One bank protocol. Optional abilities are absent, never "not implemented". */
export interface BankAdapter {
  readonly name: string;
  /** Operators may add banks that speak this protocol. */
  readonly takesBanks?: boolean;
  capabilities(bankId: string): Capabilities;
  pay(connection: Connection, instruction: Instruction, keeper?: MessageKeeper): Promise<Outcome>;
  enquire(connection: Connection, enquiry: Enquiry): Promise<Outcome>;
  /**
   * Asks the bank never to pay this reference. `failed` is the bank's promise; anything else is the payment's
   * state.
   */
  void?(connection: Connection, reference: string): Promise<Outcome>;
  /** What a callback tells. Throws `BankError.callback_forged` or `BankError.callback_unreadable`. */
  readCallback?(connection: Connection, callback: Callback): BankNews[];
  /** The statement of the connection's debit account for one day. Never rejects. */
  fetchStatement?(connection: Connection, query: StatementQuery): Promise<StatementOutcome>;
  /**
   * What the bank has left for us as files, one after the other; none for a bank that is not spoken to through a
   * folder. Rejects when the folder cannot be read.
   */
  collect?(connection: Connection): AsyncIterable<Arrival>;
  /** Under whose name something stands. What the bank does not tell is `unavailable`. */
  verify?(connection: Connection, question: VerificationQuestion): Promise<VerificationOutcome>;
}

/** A protocol's part of an adapter: pure functions between our words and the bank's bytes. */
export type Protocol = CommonProtocol & (OneByOne | { readonly together: Together });

/** A request for each payment. */
export interface OneByOne {
  writePayment(connection: Connection, instruction: Instruction): WireRequest;
  readPayment(answer: WireAnswer, instruction: Instruction): Outcome;
}

/** Many payments in one request. */
export interface Together {
  /** The most that one request carries. */
  readonly limit: number;
  /** A longer answer is lost. */
  readonly bytesMax: number;
  /** The request, and the name of its file for a bank that is spoken to through a folder. */
  write(
    connection: Connection,
    instructions: readonly Instruction[],
  ): { name: string; request: WireRequest; message: SentMessage };
  /** An outcome for each instruction, in their order. */
  read(answer: WireAnswer, instructions: readonly Instruction[], connection: Connection): Outcome[];
}

interface CommonProtocol {
  readonly name: string;
  /** All that a bank of this protocol needs beside its capabilities stands in its connection. */
  readonly takesBanks?: boolean;
  /** Undefined for a bank that does not speak this protocol. */
  capabilities(bankId: string): Capabilities | undefined;
  timeoutMs(purpose: Rail | "enquiry" | "verification"): number;
  writeEnquiry(connection: Connection, reference: string): WireRequest;
  readEnquiry(answer: WireAnswer, enquiry: Enquiry, connection: Connection): Outcome;
  writeVoid?(connection: Connection, reference: string): WireRequest;
  readVoid?(answer: WireAnswer, reference: string): Outcome;
  readCallback?(connection: Connection, callback: Callback): BankNews[] | CallbackFault;
  /**
   * What a file of the bank tells; a sentence when it is refused, null while its end is missing. `open` reads it from
   * its beginning.
   */
  readFile?(
    connection: Connection,
    open: () => AsyncIterable<Uint8Array>,
  ): Promise<FileContents | string | null>;
  writeVerification?(connection: Connection, question: VerificationQuestion): WireRequest;
  readVerification?(answer: WireAnswer, question: VerificationQuestion): VerificationOutcome;
  /** Asks for the first page (`from` null), or for the one that a page named as its next. */
  writeStatement?(connection: Connection, query: StatementQuery, from: string | null): WireRequest;
  readStatement?(
    answer: WireAnswer,
    asked: { connection: Connection; query: StatementQuery; from: string | null },
  ): StatementPage | StatementSearch | Exclude<StatementOutcome, { kind: "statement" }>;
}

export interface WireRequest {
  readonly method: "GET" | "POST";
  /** Below the connection's base URL, beginning with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireAnswer {
  readonly httpStatus: number;
  /** In lower case, with its parameters; empty when the bank named none. */
  readonly contentType: string;
  readonly body: string;
}

/** Why a callback is not believed. */
export interface CallbackFault {
  readonly fault: "forged" | "unreadable";
  readonly detail: string;
}
