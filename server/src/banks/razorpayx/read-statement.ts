/**
 * The account's transactions of one day as a statement: api/x/transactions/fetch-all.md. Which end of the list comes
 * first is not documented, so the balances after each transaction say it.
 */
import type {
  Connection,
  LineKind,
  StatementLine,
  StatementOutcome,
  StatementPage,
  StatementQuery,
  WireAnswer,
  WireRequest,
} from "#banks";
import { isObject, isPlain, nameOf, readObject } from "#banks/json";
import { isPaise } from "./read-payout.ts";
import { loginOf, REFERENCE_NOTE } from "./write-requests.ts";

/** The largest page that is given. */
const PAGE = 100;
const DAY_SECONDS = 86_400;

type Refusal = Exclude<StatementOutcome, { kind: "statement" }>;

interface Asked {
  readonly connection: Connection;
  readonly query: StatementQuery;
  readonly from: string | null;
}

/** One booking, with the lines that it becomes. */
interface Booking {
  readonly id: string;
  readonly changePaise: bigint;
  readonly balancePaise: bigint;
  readonly lines: readonly StatementLine[];
}

export function writeStatement(
  connection: Connection,
  { day }: StatementQuery,
  from: string | null,
): WireRequest {
  const start = startOf(day);
  const query = new URLSearchParams({
    account_number: connection.debitAccount,
    from: String(start),
    to: String(start + DAY_SECONDS - 1),
    count: String(PAGE),
    skip: String(placeOf(from).skip),
  });
  const headers = { accept: "application/json", ...loginOf(connection) };
  return { method: "GET", path: `/transactions?${query}`, headers };
}

/** The page, or why there is none. Of a day without transactions nothing is told, not even a balance. */
export function readStatement(answer: WireAnswer, asked: Asked): StatementPage | Refusal {
  const object = readObject(answer);
  const isJson = answer.httpStatus === 200 && answer.contentType.startsWith("application/json");
  if (typeof object === "string") return { kind: isJson ? "unreadable" : "unavailable", detail: object };
  if (answer.httpStatus !== 200) return { kind: "unavailable", detail: `HTTP ${answer.httpStatus}` };
  const { entity, items } = object;
  if (entity !== "collection" || !Array.isArray(items))
    return { kind: "unreadable", detail: "no collection" };
  const { skip, edgePaise } = placeOf(asked.from);
  if (items.length === 0 && edgePaise === null) return { kind: "not_ready" };

  const read = items.map((item) => readBooking(item, asked));
  const wrong = read.find((one) => typeof one === "string");
  if (wrong !== undefined) return { kind: "unreadable", detail: wrong };
  const bookings = read as readonly Booking[];
  const oldestFirst = [bookings, bookings.toReversed()].find(follow);
  if (oldestFirst === undefined)
    return { kind: "unreadable", detail: "its balances do not follow one another" };
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)];
  const openingPaise = first === undefined ? edgePaise! : first.balancePaise - first.changePaise;
  const closingPaise = last?.balancePaise ?? edgePaise!;
  const edge = oldestFirst === bookings ? closingPaise : openingPaise;
  const { connection, query } = asked;
  const statementId = `${connection.debitAccount}-${query.day}-${last?.id ?? "end"}`;
  const place = { kind: query.kind, day: query.day, debitAccount: connection.debitAccount, sequenceNo: null };
  return {
    kind: "page",
    chained: true,
    head: { statementId, ...place, openingPaise, closingPaise },
    lines: oldestFirst.flatMap(({ lines }) => lines),
    next: items.length < PAGE ? null : `${skip + PAGE}/${edge}`,
  };
}

/** Where a page begins, and the balance at which the page before it ended. */
function placeOf(from: string | null): { skip: number; edgePaise: bigint | null } {
  const [skip = "0", edge] = from?.split("/") ?? [];
  return { skip: Number(skip), edgePaise: edge === undefined ? null : BigInt(edge) };
}

function follow(bookings: readonly Booking[]): boolean {
  return bookings.every(({ changePaise, balancePaise }, index) => {
    const before = bookings[index - 1];
    return before === undefined || before.balancePaise + changePaise === balancePaise;
  });
}

/** The booking, or the sentence what is wrong with it. */
function readBooking(value: unknown, { connection, query }: Asked): Booking | string {
  if (!isObject(value) || value["entity"] !== "transaction") return "no transaction";
  const { id, account_number: account, currency, credit, debit, balance, created_at: at, source } = value;
  if (!isPlain(id, 40) || id === "") return "a transaction without id";
  if (account !== connection.debitAccount) return `${id} is of another account`;
  if (currency !== "INR" || !isSum(credit) || !isSum(debit)) return `${id} has no amount`;
  if ((credit === 0) === (debit === 0)) return `${id} is neither a credit nor a debit`;
  if (typeof balance !== "number" || !Number.isSafeInteger(balance)) return `${id} has no balance`;
  const start = startOf(query.day);
  if (typeof at !== "number" || at < start || at >= start + DAY_SECONDS) return `${id} is of another day`;
  const changePaise = BigInt(credit) - BigInt(debit);
  const about = isObject(source) ? source : {};
  const lines = linesOf(about, { id, changePaise, bookedAt: new Date(at * 1_000) });
  return { id, changePaise, balancePaise: BigInt(balance), lines };
}

interface Movement {
  readonly id: string;
  readonly changePaise: bigint;
  readonly bookedAt: Date;
}

type Source = Readonly<Record<string, unknown>>;

/** The movement itself; and by itself what was added to a payout as fees (webhooks/transactions.md). */
function linesOf(source: Source, { id, changePaise, bookedAt }: Movement): StatementLine[] {
  const side = changePaise < 0n ? "debit" : "credit";
  const wholePaise = changePaise < 0n ? -changePaise : changePaise;
  const { entity, amount, fees, notes } = source;
  const hasFees =
    entity === "payout" && isPaise(amount) && isPaise(fees) && BigInt(amount + fees) === wholePaise;
  const kind = kindOf(entity, side);
  const reference = isObject(notes) ? notes[REFERENCE_NOTE] : undefined;
  const told = entity === "bank_transfer" ? source["bank_reference"] : source["utr"];
  const line: StatementLine = {
    lineId: id,
    side,
    amountPaise: hasFees ? BigInt(amount) : wholePaise,
    bookedAt,
    kind,
    reference: isPlain(reference, 64) && reference !== "" ? reference : null,
    utr: isPlain(told, 35) && told !== "" ? told : null,
    narration: [entity, source["id"]].filter((word) => isPlain(word, 60)).join(" "),
    code: "",
    reason: null,
    counterparty: {
      name: nameOf(source["payer_name"]) || null,
      accountNumber: nameOf(source["payer_account"]) || null,
      ifsc: nameOf(source["payer_ifsc"]) || null,
    },
  };
  if (!hasFees) return [line];
  const fee = { lineId: `${id}-fees`, amountPaise: BigInt(fees), narration: `fees of ${line.narration}` };
  return [line, { ...line, ...fee, kind: side === "debit" ? "charge" : "other", reference: null, utr: null }];
}

function kindOf(entity: unknown, side: StatementLine["side"]): LineKind {
  if (entity === "payout") return side === "debit" ? "payment" : "return";
  return entity === "bank_transfer" && side === "credit" ? "credit" : "other";
}

function isSum(value: unknown): value is number {
  return value === 0 || isPaise(value);
}

/** When a day begins in India, in seconds since 1970. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`) / 1_000;
}
