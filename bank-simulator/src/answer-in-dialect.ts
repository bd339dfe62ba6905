/**
 * A request to a counterpart: it is read in the counterpart's dialect, judged by the books, and answered in the
 * dialect.
 */
import type { Bank } from "./banks.ts";
import { ANSWER } from "./course.ts";
import type { Dialect, Particulars, Question, Told } from "./dialect.ts";
import { enquirePayment } from "./enquire-payment.ts";
import type { Exchange } from "./exchange.ts";
import { hasKey, isLogin, note } from "./exchange.ts";
import { payInstruction } from "./pay-instruction.ts";
import type { Account } from "./payment.ts";
import { refuse } from "./reply.ts";
import type { PaymentWords, Reply } from "./reply.ts";
import { sendReply } from "./send-reply.ts";
import type { World } from "./world.ts";

type Asked = Extract<Question, { kind: "pay" | "enquire" }>;

/** Answers one request; the books change before the answer leaves. */
export function answerInDialect(world: World, bank: Bank, dialect: Dialect, exchange: Exchange): void {
  const { request, response, body } = exchange;
  const { pathname: path, searchParams: query } = new URL(exchange.path, "http://bank");
  const { headers } = request;
  const question = dialect.read({ method: request.method ?? "GET", path, query, headers, body });
  if (question.kind === "refused") return sendReply(response, plain(question.told), neverDelayed);
  if (question.kind === "statement") {
    const account = world.books.accountOf(bank.id, question.debitAccount);
    const reply = list(world, dialect, { bank, account, question, query });
    note(world, bank, { operation: "statement", reference: path, debitAccount: account.number, reply });
    return sendReply(response, reply, () => world.clocks.of(account.number));
  }
  if (question.kind === "movement") {
    const reply = plain(show(world, dialect, { bank, question }));
    note(world, bank, { operation: "statement", reference: path, debitAccount: undefined, reply });
    return sendReply(response, reply, neverDelayed);
  }
  if (question.kind === "balances") {
    const reply = plain(tellBalances(world, dialect, { bank, question }));
    note(world, bank, { operation: "statement", reference: path, debitAccount: undefined, reply });
    return sendReply(response, reply, neverDelayed);
  }
  const account = accountOf(world, bank, question);
  const reply = judge(world, bank, question, account);
  const reference = referenceOf(question);
  note(world, bank, { operation: question.kind, reference, debitAccount: account?.number, reply });
  world.journal.flush();
  const words = JSON.parse(reply.body) as PaymentWords;
  const told = dialect.tell(question, words, particularsOf(world, bank, question));
  const spoken = { ...reply, httpStatus: told.httpStatus, body: JSON.stringify(told.words) };
  sendReply(response, spoken, () => world.clocks.of(account?.number ?? ""));
}

interface Listing {
  readonly bank: Bank;
  readonly account: Account;
  readonly question: Extract<Question, { kind: "statement" }>;
  readonly query: URLSearchParams;
}

function list(world: World, dialect: Dialect, { bank, account, question, query }: Listing): Reply {
  if (hasKey(account, question.key) && dialect.list !== undefined) {
    return dialect.list(world, { bank, account }, query);
  }
  return plain(keyRefused(dialect, question));
}

interface Showing {
  readonly bank: Bank;
  readonly question: Extract<Question, { kind: "movement" }>;
}

/** A movement of another login's account is not told apart from one that does not exist. */
function show(world: World, dialect: Dialect, { bank, question }: Showing): Told {
  const { seq, key } = question;
  const account = world.books.entries({ bankId: bank.id }).find((entry) => entry.seq === seq)?.account;
  const told =
    account !== undefined && hasKey(account, key) ? dialect.show?.(world, account, seq) : undefined;
  return told ?? keyRefused(dialect, question);
}

interface Balances {
  readonly bank: Bank;
  readonly question: Extract<Question, { kind: "balances" }>;
}

function tellBalances(world: World, dialect: Dialect, { bank, question }: Balances): Told {
  const { key } = question;
  if (!isLogin(world, bank, key) || dialect.tellBalances === undefined) return keyRefused(dialect, question);
  const accounts = world.books.accountsOf(bank.id).filter((account) => account.apiKey === key);
  return dialect.tellBalances(accounts, Date.now());
}

function keyRefused(dialect: Dialect, question: Question): Told {
  const words = JSON.parse(refuse({ reference: "" }, "H07").body) as PaymentWords;
  return dialect.tell(question, words, undefined);
}

function plain({ httpStatus, words }: Told): Reply {
  return { httpStatus, body: JSON.stringify(words), wire: ANSWER, said: `HTTP ${httpStatus}` };
}

function accountOf(world: World, bank: Bank, question: Asked): Account | undefined {
  const named = question.kind === "pay" ? question.instruction.debitAccount : question.debitAccount;
  return named === undefined
    ? world.books.find(bank.id, referenceOf(question))?.account
    : world.books.accountOf(bank.id, named);
}

function judge(world: World, bank: Bank, question: Asked, account: Account | undefined): Reply {
  const reference = referenceOf(question);
  const isAllowed =
    account === undefined ? isLogin(world, bank, question.key) : hasKey(account, question.key);
  if (!isAllowed) return refuse({ reference }, "H07");
  if (question.kind === "pay") return payInstruction(world, bank, question.instruction);
  const found = world.books.find(bank.id, reference);
  const isOthers = found !== undefined && account !== undefined && found.account !== account;
  return isOthers ? refuse({ reference }, "NOT_FOUND") : enquirePayment(world, bank, reference);
}

/** The details come from the request if it orders a payment, and otherwise from the books. */
function particularsOf(world: World, bank: Bank, question: Asked): Particulars | undefined {
  const known = world.books.find(bank.id, referenceOf(question));
  if (question.kind === "pay") {
    const { debitAccount, payee, ifsc } = question.instruction;
    return { debitAccount, payee, ifsc, at: known?.at ?? world.clocks.of(debitAccount).now() };
  }
  if (known === undefined) return undefined;
  return { debitAccount: known.account.number, payee: known.payee, ifsc: "", at: known.at };
}

function referenceOf(question: Asked): string {
  return question.kind === "pay" ? question.instruction.reference : question.reference;
}

function neverDelayed(): never {
  throw new Error("an answer without a debit account cannot be delayed");
}
