/** Makes the adapter of a protocol. The effects of the network on a request are judged here, once for all protocols. */
import { randomUUID } from "node:crypto";
import type {
  Arrival,
  BankAdapter,
  Capabilities,
  Connection,
  Instruction,
  Protocol,
  WireAnswer,
  WireRequest,
} from "./adapter.ts";
import type { StatementQuery } from "./account-statement.ts";
import { type ConnectionTest, failureOf } from "./connection-test.ts";
import { BankError } from "./errors.ts";
import { exchange, type ExchangeLimits } from "./exchange.ts";
import { fetchStatement } from "./fetch-statement.ts";
import { folderOf, listIncoming } from "./folder.ts";
import type { Outcome } from "./outcome.ts";
import { addedBank } from "./partner-banks.ts";
import { payTogether } from "./pay-together.ts";
import { testFolder } from "./test-folder.ts";

/**
 * Yields the complete files that wait in a connection's folder, each read when it is its turn. A file that is still
 * being written stays for later; a file that has no end and did not grow for ten minutes is refused.
 */
async function* collectFiles(
  connection: Connection,
  readFile: NonNullable<Protocol["readFile"]>,
): AsyncGenerator<Arrival> {
  const folder = folderOf(connection);
  if (folder === null) return;
  for (const { name, isSettled, read, fingerprint, archive, refuse } of await listIncoming(folder)) {
    const contents = await readFile(connection, read);
    if (contents === null && !isSettled) continue;
    const reason = typeof contents === "string" ? contents : "it has no end";
    yield {
      name,
      fingerprint,
      contents: typeof contents === "string" ? null : contents,
      reason: contents === null || typeof contents === "string" ? reason : "",
      archive,
      refuse,
    };
  }
}

export const AMOUNT_PAISE = 123_45n;
export const ACCOUNT_NUMBER = "000111222333444";

/** Returns a valid payment order. */
export function makeInstruction(connection: Connection, change: Partial<Instruction> = {}): Instruction {
  return {
    reference: randomUUID().replaceAll("-", "").toUpperCase(),
    rail: "imps",
    amountPaise: AMOUNT_PAISE,
    debitAccount: connection.debitAccount,
    payee: {
      name: "Asha Rao",
      accountNumber: ACCOUNT_NUMBER,
      ifsc: "HDFC0000001",
      vpa: "asha@upi",
      phone: "9811111111",
      card: {
        token: "tok_5F2mQ8rXw1Zk",
        kind: "debit",
        network: "visa",
        cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
        expiry: "2028-05",
        sequenceNumber: null,
        requestorId: "50110030273",
      },
    },
    remarks: "test",
    ...change,
  };
}

/** Combines the protocol with its connection to the bank. Abilities that the protocol lacks are absent. */
export function makeAdapter(protocol: Protocol): BankAdapter {
  const { writeVoid, readVoid } = protocol;
  const capabilities = (bankId: string): Capabilities => {
    const added = protocol.takesBanks === true ? addedBank(bankId) : undefined;
    const found =
      protocol.capabilities(bankId) ?? (added?.adapter === protocol.name ? added.capabilities : undefined);
    if (found === undefined) throw BankError.bank_unknown({ bankId, adapter: protocol.name });
    return found;
  };
  const adapter: BankAdapter = {
    name: protocol.name,
    ...(protocol.takesBanks === true ? { takesBanks: true } : {}),
    capabilities,
    async pay(connection, instruction, keeper) {
      const { rail } = instruction;
      if (!capabilities(connection.bankId).rails.includes(rail)) {
        return { kind: "not_sent", detail: `${connection.bankId} does not offer ${rail}` };
      }
      return send(connection, instruction, keeper);
    },
    enquire: async (connection, enquiry) =>
      // Nothing can be asked through a folder: the bank reports by file.
      folderOf(connection) !== null
        ? unknown("the bank tells by file")
        : ask(connection, protocol.writeEnquiry(connection, enquiry.reference), (answer) =>
            protocol.readEnquiry(answer, enquiry, connection),
          ),
    test: (connection, today) => testConnection(protocol, connection, queryFor(connection, today)),
  };
  const queryFor = ({ bankId }: Connection, today: string): StatementQuery | null => {
    const [kind] = capabilities(bankId).statements ?? [];
    return kind === undefined ? null : { kind, day: kind === "intraday" ? today : dayBefore(today) };
  };

  const send = senderOf(protocol);
  const ask = async (
    connection: Connection,
    request: WireRequest,
    read: (answer: WireAnswer) => Outcome,
  ): Promise<Outcome> => {
    const result = await exchange(connection, request, waitOf(connection, protocol.timeoutMs("enquiry")));
    return result.kind === "answered" ? read(result.answer) : unknown(result.detail);
  };

  if (writeVoid !== undefined && readVoid !== undefined) {
    adapter.void = (connection, reference) =>
      capabilities(connection.bankId).canVoid
        ? ask(connection, writeVoid(connection, reference), (answer) => readVoid(answer, reference))
        : Promise.resolve(unknown(`${connection.bankId} cannot void`));
  }
  addVerification(adapter, protocol);
  addCredits(adapter, protocol);
  addStatements(adapter, protocol);
  addFiles(adapter, protocol);
  addCallbacks(adapter, protocol);
  return adapter;
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

async function testConnection(
  protocol: Protocol,
  connection: Connection,
  query: StatementQuery | null,
): Promise<ConnectionTest> {
  const folder = folderOf(connection);
  if (folder !== null) return testFolder(folder);
  const request = protocol.writeTest(connection, query);
  const result = await exchange(connection, request, {
    timeoutMs: protocol.timeoutMs("enquiry"),
    bytesMax: TEST_BYTES_MAX,
  });
  const test =
    result.kind === "answered" ? protocol.readTest(result.answer, connection, query) : failureOf(result);
  return test.kind === "works" ? test : { ...test, detail: withoutSecrets(test.detail, connection) };
}

/** A bank's words may repeat what it was given. */
function withoutSecrets(detail: string, { apiKey, callbackSecret }: Connection): string {
  return [apiKey, callbackSecret].reduce((text, secret) => text.replaceAll(secret, "…"), detail);
}

/** A page of a statement has half a megabyte. */
const TEST_BYTES_MAX = 8 * 1_024 * 1_024;

/** Returns the way in which payments go to the bank: each in its own request, or together. */
function senderOf(protocol: Protocol): BankAdapter["pay"] {
  if ("together" in protocol) {
    const { together } = protocol;
    return payTogether(
      together,
      (connection, { rail }) => waitOf(connection, protocol.timeoutMs(rail)).timeoutMs,
    );
  }
  return async (connection, instruction) => {
    const { rail, sentBefore = false } = instruction;
    const request = protocol.writePayment(connection, instruction);
    const result = await exchange(connection, request, waitOf(connection, protocol.timeoutMs(rail)));
    if (result.kind === "answered") return protocol.readPayment(result.answer, instruction);
    // Nothing was sent now, but that says nothing about an earlier attempt to send it.
    return result.kind === "not_sent" && !sentBefore ? result : unknown(result.detail);
  };
}

/** A question that did not leave, or of a kind that the bank does not verify, can be put to another bank. */
function addVerification(adapter: BankAdapter, protocol: Protocol): void {
  const { writeVerification, readVerification } = protocol;
  if (writeVerification === undefined || readVerification === undefined) return;
  adapter.verify = async (connection, question) => {
    const { bankId } = connection;
    if (!adapter.capabilities(bankId).verifies.includes(question.kind)) {
      const text = `${bankId} does not tell whose a ${question.kind} is`;
      return { kind: "unavailable", code: "", text, refused: true };
    }
    const request = writeVerification(connection, question);
    const result = await exchange(
      connection,
      request,
      waitOf(connection, protocol.timeoutMs("verification")),
    );
    if (result.kind === "answered") return readVerification(result.answer, question);
    return result.kind === "not_sent"
      ? { kind: "unavailable", code: "", text: result.detail, refused: false }
      : { kind: "unknown", detail: result.detail };
  };
}

/** A bank that answers about another credit has not answered. */
function addCredits(adapter: BankAdapter, protocol: Protocol): void {
  const { writeCreditEnquiry, readCreditEnquiry } = protocol;
  if (writeCreditEnquiry === undefined || readCreditEnquiry === undefined) return;
  adapter.findCredit = async (connection, creditId) => {
    const request = writeCreditEnquiry(connection, creditId);
    const result = await exchange(connection, request, waitOf(connection, protocol.timeoutMs("enquiry")));
    const found = result.kind === "answered" ? readCreditEnquiry(result.answer, connection) : null;
    return found?.factId === creditId ? found : null;
  };
}

/** Statements that a bank does not provide are not requested. */
function addStatements(adapter: BankAdapter, { writeStatement, readStatement }: Protocol): void {
  if (writeStatement === undefined || readStatement === undefined) return;
  adapter.fetchStatement = async (connection, query) => {
    const { bankId } = connection;
    // The statement comes as a file when the bank leaves it.
    if (folderOf(connection) !== null) return { kind: "not_ready" };
    const given = adapter.capabilities(bankId).statements ?? [];
    return given.includes(query.kind)
      ? fetchStatement({ writeStatement, readStatement }, connection, query)
      : { kind: "unavailable", detail: `${bankId} gives no ${query.kind} statements` };
  };
}

function addCallbacks(adapter: BankAdapter, { readCallback }: Protocol): void {
  if (readCallback === undefined) return;
  adapter.readCallback = (connection, callback) => {
    const { bankId } = connection;
    if (folderOf(connection) !== null)
      throw BankError.callback_forged({ bankId, detail: "a bank that leaves files sends no callbacks" });
    const news = readCallback(connection, callback);
    if (Array.isArray(news)) return news;
    const details = { bankId, detail: news.detail };
    throw news.fault === "forged"
      ? BankError.callback_forged(details)
      : BankError.callback_unreadable(details);
  };
}

function addFiles(adapter: BankAdapter, { readFile }: Protocol): void {
  if (readFile !== undefined) adapter.collect = (connection) => collectFiles(connection, readFile);
}

function unknown(detail: string): Outcome {
  return { kind: "unknown", detail };
}

function waitOf({ timeoutMs }: Connection, usualMs: number): ExchangeLimits {
  return { timeoutMs: timeoutMs === undefined ? usualMs : Math.min(timeoutMs, usualMs) };
}
