/** The interface between the platform and banks, and the parts that the protocol of a bank has to implement. */
import type { Rail } from "#rails";
import type {
  BankStatementKind,
  StatementOutcome,
  BankStatementPage,
  StatementQuery,
  StatementsRead,
  StatementSearch,
} from "./account-statement.ts";
import type { ConnectionTest } from "./connection-test.ts";
import type { ForeignStatement } from "./statements.ts";
import type { Outcome, Verifiable, VerificationOutcome, VerificationQuestion } from "./outcome.ts";

/** One payment order to one bank. */
export interface Instruction {
  /** Our ID of the attempt, unique per bank forever; if the order is sent again, it carries the same one. */
  readonly reference: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  readonly debitAccount: string;
  readonly payee: Payee;
  readonly remarks: string;
  /** The reference may have reached the bank before, so the answer "this request was not taken" proves nothing. */
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
  /**
   * A card without a token: the bank looks it up by these digits and the phone number in the card network's directory.
   */
  readonly storedCard?: { readonly network: string; readonly last4: string };
}

/** A network token for one payment; a bank refuses a token that was issued to another requestor. */
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

/** One merchant's credentials and agreement with one bank. */
export interface Connection {
  readonly bankId: string;
  /** The name of the adapter that implements the bank's protocol. */
  readonly adapter: string;
  readonly baseUrl: string;
  /** The public half of the key, if the bank's login has two halves. */
  readonly keyId?: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  readonly debitAccount: string;
  /** Shortens the time-out for an answer; it never lengthens it. */
  readonly timeoutMs?: number;
}

export interface Capabilities {
  readonly rails: readonly Rail[];
  /** True if a repeated reference is never paid twice, which the contract tests prove. */
  readonly idempotentByReference: boolean;
  readonly canVoid: boolean;
  /** The bank's own limit for one payment (paise, inclusive), if it is lower than the rail's. */
  readonly maxPaise?: Readonly<Partial<Record<Rail, bigint>>>;
  /** Enquiries find an instruction at the latest this long (ms) after it arrived. Absent means ten minutes. */
  readonly findsWithinMs?: number;
  readonly callbacks: boolean;
  /** The most payments per second that the bank accepts for one debit account. Absent if the bank does not say. */
  readonly paymentsPerSecond?: number;
  /** The kinds of payee whose holder's name the bank can verify. */
  readonly verifies: readonly Verifiable[];
  /** The account statements that the bank provides. Absent means none. */
  readonly statements?: readonly BankStatementKind[];
  /**
   * If the bank debits a payment and refuses it, it reverses the debit within this many days (IST). 0 means together
   * with the refusal. The default is 1.
   */
  readonly reversalDays?: number;
  /** The longest that `pay` takes on any rail, including the connection. */
  readonly timeoutMs: number;
}

/** The contents of a message that carries many payments. */
export interface SentMessage {
  /** Our ID of the message; the same payments have the same ID. */
  readonly messageId: string;
  readonly blocks: readonly { readonly blockId: string; readonly references: readonly string[] }[];
  /** Some of its payments may have reached the bank in an earlier message. */
  readonly repeats: boolean;
}

/** Stores which payments share a message, before a message leaves for a bank that answers by file. */
export interface MessageKeeper {
  /** Payments of different merchants never share a message. */
  readonly merchantId: string;
  keep(message: SentMessage): Promise<void>;
}

/**
 * A report that a bank sent without being asked. `factId` is the bank's own, so a repeated callback is the same fact.
 */
export type BankNews =
  | {
      kind: "payment";
      reference: string;
      outcome: Outcome;
      factId: string;
      /** The amount according to the bank; the code that finds the transfer compares it. */
      amountPaise: bigint | null;
    }
  /** A report about all payments of a message, or of one of its blocks, that are not named individually. */
  | {
      kind: "message";
      messageId: string;
      /** Null if the report is about the whole message. */
      blockId: string | null;
      /** References and blocks about which the bank says something else. */
      except: readonly string[];
      outcome: Outcome;
      /** The number of payments and their sum, according to the bank. */
      count: number | null;
      sumPaise: bigint | null;
      factId: string;
    }
  /** A part of the report that could not be understood, or was `foreign`; `detail` is a sentence of ours. */
  | { kind: "unread"; detail: string; factId: string; foreign?: ForeignStatement }
  | {
      kind: "credit";
      utr: string;
      amountPaise: bigint;
      account: string;
      from: Remitter;
      /** The reference of a payment that the credit names, in the words of its sender. */
      reference?: string | null;
      factId: string;
    };

export type CreditNews = Extract<BankNews, { kind: "credit" }>;

/** A credit that the bank was asked for, with its moment by the bank's clock. */
export type FoundCredit = CreditNews & { readonly at: Date };

/** The sender of a top-up, as far as the bank says. */
interface Remitter {
  readonly name: string;
  readonly accountNumber: string;
  readonly ifsc: string;
}

export interface Callback {
  /** The headers; their names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: string | Uint8Array;
  /** The merchant's clock, to which the bank's signing time is compared. */
  readonly now: Date;
}

export interface Enquiry {
  readonly reference: string;
  readonly amountPaise: bigint;
}

/** The news and statements in a bank's file. */
interface FileContents extends StatementsRead {
  readonly news: readonly BankNews[];
}

/** A complete file that a bank left for us; it is listed again until it is archived or refused. */
export interface Arrival {
  readonly name: string;
  /** Identifies the content of the file; null if another process has dealt with it. */
  fingerprint(): Promise<string | null>;
  /** Null if the file cannot be read; then there is a reason. */
  readonly contents: FileContents | null;
  readonly reason: string;
  /** Must only be called after everything in the file is committed. */
  archive(): Promise<void>;
  /** Sets the file aside for a person, with the reason. */
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
   * Proves key, address and account by a call that moves nothing; for a folder, by files that it removes again. `today`
   * is the date in India. Never rejects.
   */
  test(connection: Connection, today: string): Promise<ConnectionTest>;
  /**
   * Asks the bank never to pay this reference. `failed` is the bank's promise; anything else is the state of the
   * payment.
   */
  void?(connection: Connection, reference: string): Promise<Outcome>;
  /** Reads the reports in a callback. Throws `BankError.callback_forged` or `BankError.callback_unreadable`. */
  readCallback?(connection: Connection, callback: Callback): BankNews[];
  /** Asks for one credit by the ID of its news. Null if the bank has none, or does not answer. Never rejects. */
  findCredit?(connection: Connection, creditId: string): Promise<FoundCredit | null>;
  /** Requests the statement of the connection's debit account for one day. Never rejects. */
  fetchStatement?(connection: Connection, query: StatementQuery): Promise<StatementOutcome>;
  /**
   * Yields the files that the bank left for us, one after the other; none if the connection has no folder. Rejects if
   * the folder cannot be read.
   */
  collect?(connection: Connection): AsyncIterable<Arrival>;
  /** Asks who holds an account, UPI ID or phone number. `unavailable` for kinds that the bank does not verify. */
  verify?(connection: Connection, question: VerificationQuestion): Promise<VerificationOutcome>;
}

/** A protocol's part of an adapter: pure functions between our words and the bank's bytes. */
export type Protocol = CommonProtocol & (OneByOne | { readonly together: Together });

/** A request for each payment. */
interface OneByOne {
  writePayment(connection: Connection, instruction: Instruction): WireRequest;
  readPayment(answer: WireAnswer, instruction: Instruction): Outcome;
}

/** Many payments in one request. */
export interface Together {
  /** The most payments that one request carries. */
  readonly limit: number;
  /** An answer longer than this is treated as lost. */
  readonly bytesMax: number;
  /** Returns the request, and the name of its file for a bank that we reach through a folder. */
  write(
    connection: Connection,
    instructions: readonly Instruction[],
  ): { name: string; request: WireRequest; message: SentMessage };
  /** Returns an outcome for each instruction, in the same order. */
  read(answer: WireAnswer, instructions: readonly Instruction[], connection: Connection): Outcome[];
}

interface CommonProtocol {
  readonly name: string;
  /** A bank of this protocol needs nothing but its capabilities and its connection. */
  readonly takesBanks?: boolean;
  /** Undefined for a bank that does not speak this protocol. */
  capabilities(bankId: string): Capabilities | undefined;
  timeoutMs(purpose: Rail | "enquiry" | "verification"): number;
  writeEnquiry(connection: Connection, reference: string): WireRequest;
  readEnquiry(answer: WireAnswer, enquiry: Enquiry, connection: Connection): Outcome;
  /** A call that moves nothing. `query` asks for a statement that the bank offers; null if it offers none. */
  writeTest(connection: Connection, query: StatementQuery | null): WireRequest;
  readTest(answer: WireAnswer, connection: Connection, query: StatementQuery | null): ConnectionTest;
  writeVoid?(connection: Connection, reference: string): WireRequest;
  readVoid?(answer: WireAnswer, reference: string): Outcome;
  readCallback?(connection: Connection, callback: Callback): BankNews[] | CallbackFault;
  writeCreditEnquiry?(connection: Connection, creditId: string): WireRequest;
  readCreditEnquiry?(answer: WireAnswer, connection: Connection): FoundCredit | null;
  /**
   * Reads a file of the bank. A sentence says why it is refused; null means that its end is missing. Each call of
   * `open` starts at the beginning of the file.
   */
  readFile?(
    connection: Connection,
    open: () => AsyncIterable<Uint8Array>,
  ): Promise<FileContents | string | null>;
  writeVerification?(connection: Connection, question: VerificationQuestion): WireRequest;
  readVerification?(answer: WireAnswer, question: VerificationQuestion): VerificationOutcome;
  /** Requests the first page (`from` is null), or the page that an earlier one named as its next. */
  writeStatement?(connection: Connection, query: StatementQuery, from: string | null): WireRequest;
  readStatement?(
    answer: WireAnswer,
    asked: { connection: Connection; query: StatementQuery; from: string | null },
  ): BankStatementPage | StatementSearch | Exclude<StatementOutcome, { kind: "statement" }>;
}

export interface WireRequest {
  readonly method: "GET" | "POST";
  /** The path below the connection's base URL, with a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireAnswer {
  readonly httpStatus: number;
  /** The content type in lower case, with its parameters. Empty if the bank sent none. */
  readonly contentType: string;
  readonly body: string;
}

/** The reason why a callback is rejected. */
export interface CallbackFault {
  readonly fault: "forged" | "unreadable";
  readonly detail: string;
}
