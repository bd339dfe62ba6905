/** The protocol that customers use: pay, enquire, void, verify, read statements. */
import type { ServerResponse } from "node:http";
import { answerInDialect } from "./answer-in-dialect.ts";
import { answerInMessages } from "./answer-in-messages.ts";
import { answerStatement, refuseStatement } from "./answer-statement.ts";
import type { Bank } from "./banks.ts";
import { DIALECTS } from "./counterparts.ts";
import { ANSWER } from "./course.ts";
import type { Exchange } from "./exchange.ts";
import { hasKey, note } from "./exchange.ts";
import { enquirePayment } from "./enquire-payment.ts";
import { ISO_BANK } from "./iso-bank.ts";
import { payInstruction } from "./pay-instruction.ts";
import { readInstruction } from "./read-instruction.ts";
import { readVerification } from "./read-verification.ts";
import { refuse, speak } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { sendReply } from "./send-reply.ts";
import { verifyPayee } from "./verify-payee.ts";
import { voidPayment } from "./void-payment.ts";
import type { World } from "./world.ts";

/** Answers one request to a bank; the books change before the answer leaves. */
export function answerCustomer(world: World, bank: Bank, exchange: Exchange): void {
  if (bank.id === ISO_BANK.id) return answerInMessages(world, bank, exchange);
  const dialect = DIALECTS.get(bank.id);
  if (dialect !== undefined) return answerInDialect(world, bank, dialect, exchange);
  const { request, response, path, body } = exchange;
  const key = request.headers["x-api-key"];
  if (request.method === "POST" && path === "/payments") return pay(world, bank, { body, key, response });
  if (request.method === "POST" && path === "/verifications" && bank.verifies.length > 0) {
    return verify(world, bank, { body, key, response });
  }
  if (request.method === "GET" && path.startsWith("/accounts/")) {
    return giveStatement(world, bank, { path, key, response });
  }
  const asked = /^\/payments\/([^/]+)(\/void)?$/.exec(path);
  const reference = decodeURIComponent(asked?.[1] ?? "");
  const operation = request.method === "GET" && asked?.[2] === undefined ? "enquire" : "void";
  if (asked === null || (operation === "void" && (request.method !== "POST" || asked[2] === undefined))) {
    return sendReply(response, NO_SUCH_CALL, never);
  }
  const account = world.books.find(bank.id, reference)?.account;
  const reply = answerAbout(world, bank, { operation, reference, allowed: hasKey(account, key) });
  note(world, bank, { operation, reference, debitAccount: account?.number, reply });
  world.journal.flush();
  sendReply(response, reply, () => world.clocks.of(account?.number ?? ""));
}

const NO_SUCH_CALL = speak(405, { status: "FAILED", code: "NOT_SUPPORTED" });

function pay(
  world: World,
  bank: Bank,
  { body, key, response }: { body: string; key: string | string[] | undefined; response: ServerResponse },
): void {
  const ask = readInstruction(body);
  if (typeof ask === "string") {
    const reply = { ...refuse({ reference: "" }, "H01"), said: `FAILED H01 ${ask}` };
    note(world, bank, { operation: "pay", reference: "", debitAccount: undefined, reply });
    return sendReply(response, reply, never);
  }
  const account = world.books.accountOf(bank.id, ask.debitAccount);
  const reply = hasKey(account, key) ? payInstruction(world, bank, ask) : refuse(ask, "H07");
  note(world, bank, { operation: "pay", reference: ask.reference, debitAccount: account.number, reply });
  world.journal.flush();
  sendReply(response, reply, () => world.clocks.of(account.number));
}

function verify(
  world: World,
  bank: Bank,
  { body, key, response }: { body: string; key: string | string[] | undefined; response: ServerResponse },
): void {
  const ask = readVerification(body);
  if (typeof ask === "string") {
    const reply = { ...refuse({ reference: "" }, "H01"), said: `FAILED H01 ${ask}` };
    note(world, bank, { operation: "verify", reference: "", debitAccount: undefined, reply });
    return sendReply(response, reply, never);
  }
  const account = world.books.accountOf(bank.id, ask.debitAccount);
  const reply = hasKey(account, key)
    ? verifyPayee(world, bank, ask)
    : refuse({ reference: ask.reference }, "H07");
  note(world, bank, { operation: "verify", reference: ask.reference, debitAccount: account.number, reply });
  world.journal.flush();
  sendReply(response, reply, () => world.clocks.of(account.number));
}

function giveStatement(
  world: World,
  bank: Bank,
  { path, key, response }: { path: string; key: string | string[] | undefined; response: ServerResponse },
): void {
  const { pathname, searchParams: query } = new URL(path, "http://bank");
  const asked = /^\/accounts\/([^/]+)\/statements\/([^/]+)$/.exec(pathname);
  if (asked === null) return sendReply(response, NO_SUCH_CALL, never);
  const [number, day] = asked.slice(1).map(decodeURIComponent) as [string, string];
  const account = world.books.accountOf(bank.id, number);
  const reply = hasKey(account, key)
    ? answerStatement(world, { bank, account }, { day, query })
    : refuseStatement(401, "H07", { wire: ANSWER });
  note(world, bank, { operation: "statement", reference: day, debitAccount: number, reply });
  sendReply(response, reply, () => world.clocks.of(number));
}

function answerAbout(
  world: World,
  bank: Bank,
  { operation, reference, allowed }: { operation: "enquire" | "void"; reference: string; allowed: boolean },
): Reply {
  if (!allowed) return refuse({ reference }, "H07");
  if (operation === "enquire") return enquirePayment(world, bank, reference);
  return bank.voids ? voidPayment(world, bank, reference) : NO_SUCH_CALL;
}

function never(): never {
  throw new Error("an answer without a debit account cannot be delayed");
}
