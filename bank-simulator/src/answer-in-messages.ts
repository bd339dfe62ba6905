/**
 * Requests that a customer of the ISO 20022 bank sends over HTTP: messages of payments, enquiries, statement requests.
 */
import { answerStatement, refuseStatement } from "./answer-statement.ts";
import type { Bank } from "./banks.ts";
import { ANSWER } from "./course.ts";
import { enquirePayment } from "./enquire-payment.ts";
import { type Exchange, hasKey, note } from "./exchange.ts";
import { type StatementWords, writeStatement } from "./iso-messages.ts";
import { type ToldPayment, writeStatusReport } from "./iso-words.ts";
import { payInstruction } from "./pay-instruction.ts";
import { type Initiation, readInitiation } from "./read-initiation.ts";
import { type PaymentWords, refuse, type Reply, speak } from "./reply.ts";
import { sendReply } from "./send-reply.ts";
import type { World } from "./world.ts";

const XML_TYPE = "application/xml";
type Key = string | string[] | undefined;

/** Answers one request; the books change before the answer leaves. */
export function answerInMessages(world: World, bank: Bank, exchange: Exchange): void {
  const { request, response, body } = exchange;
  const { pathname, searchParams: query } = new URL(exchange.path, "http://bank");
  const key = request.headers["x-api-key"];
  const [, place = "", name = "", what, day = ""] = pathname.split("/").map(decodeURIComponent);
  const clock = (debitAccount: string) => () => world.clocks.of(debitAccount);
  if (request.method === "POST" && place === "messages") {
    const { reply, debitAccount } = takeMessage(world, bank, { body, key });
    return sendReply(response, reply, clock(debitAccount));
  }
  if (request.method === "GET" && place === "payments") {
    return sendReply(response, tellPayment(world, bank, { reference: name, key }), clock(""));
  }
  if (request.method === "GET" && place === "accounts" && what === "statements") {
    return sendReply(response, tellStatement(world, bank, { number: name, day, query, key }), clock(name));
  }
  sendReply(response, speak(405, { status: "FAILED", code: "NOT_SUPPORTED" }), clock(""));
}

/** Pays the orders of a message, and answers with the status of each payment in one message. */
export function takeMessage(
  world: World,
  bank: Bank,
  { body, key }: { body: string; key: Key },
): { reply: Reply; debitAccount: string } {
  const initiation = readInitiation(body);
  const id = `${bank.ifscPrefix}${Date.now().toString(36)}`;
  if (typeof initiation === "string") {
    const report = { id, at: Date.now(), originalId: "NONREF", payments: [], refusal: "H01" };
    const reply = { ...refuse({ reference: "" }, "H01"), said: `FAILED H01 ${initiation}` };
    note(world, bank, { operation: "pay", reference: "", debitAccount: undefined, reply });
    return { reply: { ...reply, body: writeStatusReport(report), contentType: XML_TYPE }, debitAccount: "" };
  }
  const replies = payAll(world, bank, initiation, key);
  const debitAccount = initiation.instructions[0]?.debitAccount ?? "";
  world.journal.flush();
  // There is one answer for all, so a mishap of one payment's answer affects the whole message.
  const worst = replies.find(({ wire }) => wire !== ANSWER) ?? replies[0] ?? refuse({ reference: "" }, "H01");
  const payments = initiation.instructions.map((instruction, index): ToldPayment => {
    const words = JSON.parse(replies[index]!.body) as PaymentWords;
    return { words, particulars: instruction };
  });
  const at = world.clocks.of(debitAccount).now();
  const told = writeStatusReport({ id, at, originalId: initiation.messageId, payments });
  return { reply: { ...worst, body: told, contentType: XML_TYPE }, debitAccount };
}

function payAll(world: World, bank: Bank, { instructions }: Initiation, key: Key): Reply[] {
  return instructions.map((ask) => {
    const account = world.books.accountOf(bank.id, ask.debitAccount);
    const reply = hasKey(account, key) ? payInstruction(world, bank, ask) : refuse(ask, "H07");
    note(world, bank, { operation: "pay", reference: ask.reference, debitAccount: account.number, reply });
    return reply;
  });
}

function tellPayment(world: World, bank: Bank, { reference, key }: { reference: string; key: Key }): Reply {
  const payment = world.books.find(bank.id, reference);
  const account = payment?.account;
  const reply = hasKey(account, key) ? enquirePayment(world, bank, reference) : refuse({ reference }, "H07");
  note(world, bank, { operation: "enquire", reference, debitAccount: account?.number, reply });
  const words = JSON.parse(reply.body) as PaymentWords;
  const particulars = payment && { debitAccount: payment.account.number, payee: payment.payee };
  const at = world.clocks.of(account?.number ?? "").now();
  const report = {
    id: `${bank.ifscPrefix}${at}`,
    at,
    originalId: "NONREF",
    payments: [{ words, particulars }],
  };
  return { ...reply, body: writeStatusReport(report), contentType: XML_TYPE };
}

function tellStatement(
  world: World,
  bank: Bank,
  { number, day, query, key }: { number: string; day: string; query: URLSearchParams; key: Key },
): Reply {
  const account = world.books.accountOf(bank.id, number);
  // The ID of a page's statement has no dashes here, because ISO's IDs have at most 35 characters.
  const cut = /I(\d+)$/.exec(query.get("statement") ?? "")?.[1];
  if (cut !== undefined) query.set("statement", `I-${cut}`);
  const reply = hasKey(account, key)
    ? answerStatement(world, { bank, account }, { day, query })
    : refuseStatement(401, "H07", { wire: ANSWER });
  note(world, bank, { operation: "statement", reference: day, debitAccount: number, reply });
  const words = JSON.parse(reply.body) as StatementWords;
  if (words.lines === undefined)
    return { ...reply, httpStatus: reply.httpStatus === 200 ? 503 : reply.httpStatus };
  return { ...reply, body: writeStatement(words, world.clocks.of(number).now()), contentType: XML_TYPE };
}
