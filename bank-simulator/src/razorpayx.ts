/**
 * RazorpayX Payouts as described by github.com/razorpay/markdown-docs (commit ab3bda5, 9 April 2026). It differs on
 * purpose: it requires the idempotency key also as `reference_id`, charges no fees, and creates no contacts.
 */
import { createHmac } from "node:crypto";
import type { Dialect, Happening, Question, Request, Webhook } from "./dialect.ts";
import { parseRupees } from "./money.ts";
import type { Instruction, Rail } from "./payment.ts";
import {
  idOfTransaction,
  listTransactions,
  showTransaction,
  tellBalances,
} from "./razorpayx-transactions.ts";
import { describePayout, refuseRequest, tellAnswer } from "./razorpayx-words.ts";

/** api/x/payouts/fetch-all.md names the modes. */
const RAIL_OF: Readonly<Record<string, Rail>> = {
  IMPS: "IMPS",
  NEFT: "NEFT",
  RTGS: "RTGS",
  UPI: "UPI",
  amazonpay: "AMAZONPAY",
};

export const razorpayX: Dialect = {
  read,
  tell: tellAnswer,
  list: listTransactions,
  show: showTransaction,
  tellBalances,
  announce,
};

function read(request: Request): Question {
  const { method, path, query, headers } = request;
  const key = secretOf(headers.authorization);
  if (path === "/payouts" && method === "POST") return readPayout(request, key);
  const transaction = /^\/transactions\/txn_(\d{14})$/.exec(path)?.[1];
  if (transaction !== undefined && method === "GET")
    return { kind: "movement", seq: Number(transaction), key };
  if (path === "/banking_balances" && method === "GET") return { kind: "balances", key };
  const debitAccount = query.get("account_number");
  if (path === "/transactions" && method === "GET") {
    return debitAccount === null ? invalid("account_number") : { kind: "statement", debitAccount, key };
  }
  if (path === "/payouts" && method === "GET") {
    if (debitAccount === null) return invalid("account_number");
    const reference = query.get("reference_id");
    if (reference === null) return invalid("reference_id");
    return { kind: "enquire", reference, debitAccount, key };
  }
  return { kind: "refused", told: refuseRequest(400, "The requested URL was not found on the server.") };
}

/** From api/x/payout-composite/create/*.md: one call that contains contact and fund account. */
function readPayout({ body, headers }: Request, key: string | undefined): Question {
  const asked = parse(body);
  if (asked === undefined) return invalid("body");
  const idempotencyKey = headers["x-payout-idempotency"];
  if (typeof idempotencyKey !== "string" || !/^[\w -]{4,36}$/.test(idempotencyKey)) {
    const text = "Idempotency key is missing. Include idempotency header and key in the request.";
    return { kind: "refused", told: refuseRequest(400, text, { field: "X-Payout-Idempotency" }) };
  }
  const { account_number: debitAccount, amount, currency, mode, purpose, narration = "" } = asked;
  const { reference_id: reference, fund_account: fundAccount } = asked;
  const rail = RAIL_OF[String(mode)];
  if (typeof debitAccount !== "string" || debitAccount === "") return invalid("account_number");
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 100) return invalid("amount");
  if (currency !== "INR") return invalid("currency");
  if (rail === undefined) return invalid("mode");
  if (typeof purpose !== "string" || purpose === "") return invalid("purpose");
  if (typeof narration !== "string" || !/^[A-Za-z0-9 ]{0,30}$/.test(narration)) return invalid("narration");
  if (reference !== idempotencyKey) return invalid("reference_id");
  const payee = payeeOf(fundAccount, rail);
  if (payee === undefined) return invalid("fund_account");
  const amountPaise = BigInt(amount);
  const notes = fieldsOf(asked["notes"]) as Readonly<Record<string, string>>;
  const instruction = { reference, debitAccount, rail, amountPaise, ...payee, notes };
  return { kind: "pay", key, instruction };
}

type Fields = Readonly<Record<string, unknown>>;
type Payee = Pick<Instruction, "payee" | "payeeName" | "ifsc">;

/** The tables of the three pages: the fund account for each mode, and the allowed names. */
function payeeOf(value: unknown, rail: Rail): Payee | undefined {
  const { account_type: type, bank_account, vpa, wallet, contact } = fieldsOf(value);
  const { name: payeeName } = fieldsOf(contact);
  if (!isText(payeeName, 3, 50)) return undefined;
  if (rail === "UPI") {
    const { address } = fieldsOf(vpa);
    return type === "vpa" && isText(address, 3, 100)
      ? { payee: address.toLowerCase(), payeeName, ifsc: "" }
      : undefined;
  }
  if (rail === "AMAZONPAY") {
    const { phone, provider } = fieldsOf(wallet);
    const fits = type === "wallet" && provider === "amazonpay" && isText(phone, 13, 13);
    return fits ? { payee: phone.slice(3), payeeName, ifsc: "" } : undefined;
  }
  const { name, ifsc, account_number: number } = fieldsOf(bank_account);
  if (type !== "bank_account" || !isText(name, 4, 120) || !isText(ifsc, 11, 11)) return undefined;
  return isText(number, 5, 35) ? { payee: number.toLowerCase(), payeeName, ifsc } : undefined;
}

/**
 * From webhooks/payouts.md and webhooks/transactions.md; only the body is signed (webhooks/validate-test.md), so a
 * repeated delivery has the same bytes.
 */
function announce({
  eventId,
  type,
  at,
  payment,
  particulars,
  credit,
  seq = 0,
  debitAccount,
}: Happening): Webhook | undefined {
  const madeAt = Math.floor(at / 1_000);
  const envelope = (event: string, contains: string, entity: object): Webhook => {
    const head = { entity: "event", account_id: "acc_Simulated00001", event, contains: [contains] };
    const body = JSON.stringify({ ...head, payload: { [contains]: { entity } }, created_at: madeAt });
    return {
      body,
      sign: (secret) => ({
        "x-razorpay-event-id": eventId,
        "x-razorpay-signature": createHmac("sha256", secret).update(body).digest("hex"),
      }),
    };
  };
  if (payment !== undefined && particulars !== undefined) {
    const payout = describePayout(payment, particulars);
    const event = type === "payment.credited" ? "payout.updated" : EVENT_OF[payout.status];
    return event === undefined ? undefined : envelope(event, "payout", payout);
  }
  if (credit === undefined) return undefined;
  const amount = Number(parseRupees(credit.amount));
  const { name, accountNumber, ifsc } = credit.from;
  return envelope("transaction.created", "transaction", {
    id: idOfTransaction(seq),
    entity: "transaction",
    account_number: debitAccount,
    amount,
    currency: "INR",
    credit: amount,
    debit: 0,
    source: {
      id: `bt_${eventId}`,
      entity: "bank_transfer",
      payer_name: name,
      payer_account: accountNumber,
      payer_ifsc: ifsc,
      mode: "NEFT",
      bank_reference: credit.utr,
      amount,
    },
    created_at: madeAt,
  });
}

const EVENT_OF: Readonly<Record<string, string>> = {
  processing: "payout.initiated",
  processed: "payout.processed",
  reversed: "payout.reversed",
  failed: "payout.failed",
};

function invalid(field: string): Question {
  const text = `The ${field.replaceAll("_", " ")} field is required or not valid`;
  const about = { reason: "input_validation_failed", field };
  return { kind: "refused", told: refuseRequest(400, text, about) };
}

function secretOf(authorization: string | undefined): string | undefined {
  const coded = /^Basic (\S+)$/.exec(authorization ?? "")?.[1];
  if (coded === undefined) return undefined;
  const login = Buffer.from(coded, "base64").toString();
  return login.slice(login.indexOf(":") + 1);
}

function parse(body: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function isText(value: unknown, min: number, max: number): value is string {
  return typeof value === "string" && value.length >= min && value.length <= max;
}
