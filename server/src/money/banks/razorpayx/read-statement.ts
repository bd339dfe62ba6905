/**
 * Reads the account's transactions of one day as a statement (api/x/transactions/fetch-all.md). The documentation does
 * not say which end of the list comes first, so the balances after each transaction decide.
 */
import type {
  Connection,
  LineKind,
  StatementLine,
  StatementOutcome,
  BankStatementPage,
  StatementQuery,
  StatementSearch,
  WireAnswer,
  WireRequest,
} from "#banks";
import { isObject, isPlain, nameOf, readObject } from "#banks/json";
import { isPaise } from "./read-payout.ts";
import { loginOf, REFERENCE_NOTE } from "./write-requests.ts";

/** The largest page that RazorpayX returns. */
const PAGE = 100;
const DAY_SECONDS = 86_400;
/** Eleven windows before the day reach back five years. */
const BACK_MAX = 10;

type Refusal = Exclude<StatementOutcome, { kind: "statement" }>;

interface Asked {
  readonly connection: Connection;
  readonly query: StatementQuery;
  readonly from: string | null;
}

/** One booking, with its lines. */
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
  const place = placeOf(day, from);
  const query = new URLSearchParams({
    account_number: connection.debitAccount,
    from: String(place.start),
    to: String(place.end - 1),
    count: String(PAGE),
    skip: String(place.skip),
  });
  const headers = { accept: "application/json", ...loginOf(connection) };
  return { method: "GET", path: `/transactions?${query}`, headers };
}

/**
 * Returns the page, or says why there is none. A day without transactions has the balance after the last one before it.
 */
export function readStatement(
  answer: WireAnswer,
  asked: Asked,
): BankStatementPage | StatementSearch | Refusal {
  const items = readItems(answer);
  if (!Array.isArray(items)) return items;
  const place = placeOf(asked.query.day, asked.from);
  if (items.length === 0 && place.edgePaise === null) return lookBack(asked, place.back);

  const read = items.map((item) => readBooking(item, { account: asked.connection.debitAccount, place }));
  const wrong = read.find((one) => typeof one === "string");
  if (wrong !== undefined) return unreadable(wrong);
  const bookings = read as readonly Booking[];
  const oldestFirst = [bookings, bookings.toReversed()].find(follow);
  if (oldestFirst === undefined) return unreadable("its balances do not follow one another");
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)];
  const openingPaise = first === undefined ? place.edgePaise! : first.balancePaise - first.changePaise;
  const closingPaise = last?.balancePaise ?? place.edgePaise!;
  const isForward = oldestFirst === bookings;
  const isFull = items.length === PAGE;
  const next = `${place.back ?? "day"}/${place.skip + PAGE}/${isForward ? closingPaise : openingPaise}`;
  if (place.back !== null) {
    return isFull && isForward ? { kind: "search", next } : pageOf(asked, { balancePaise: closingPaise });
  }
  const lines = oldestFirst.flatMap((one) => one.lines);
  const page = pageOf(asked, { balancePaise: closingPaise, openingPaise, lines, lastId: last?.id });
  return { ...page, next: isFull ? next : null };
}

/** Returns the items of the collection, or says why there is no collection. */
function readItems(answer: WireAnswer): unknown[] | Refusal {
  const object = readObject(answer);
  const isJson = answer.httpStatus === 200 && answer.contentType.startsWith("application/json");
  if (typeof object === "string") return { kind: isJson ? "unreadable" : "unavailable", detail: object };
  if (answer.httpStatus !== 200) return { kind: "unavailable", detail: `HTTP ${answer.httpStatus}` };
  const { entity, items } = object;
  return entity === "collection" && Array.isArray(items) ? (items as unknown[]) : unreadable("no collection");
}

/**
 * There is nothing in this window, so we look at the one before it, which is twice as long. An account without any
 * transaction has never held money.
 */
function lookBack(asked: Asked, back: number | null): BankStatementPage | StatementSearch {
  const further = back === null ? 0 : back + 1;
  return further > BACK_MAX ? pageOf(asked, { balancePaise: 0n }) : { kind: "search", next: `${further}/0/` };
}

interface PageFacts {
  readonly balancePaise: bigint;
  readonly openingPaise?: bigint;
  readonly lines?: readonly StatementLine[];
  readonly lastId?: string | undefined;
}

function pageOf(
  { connection: { debitAccount }, query: { day, kind } }: Asked,
  { balancePaise, openingPaise = balancePaise, lines = [], lastId = "none" }: PageFacts,
): BankStatementPage {
  const statementId = `${debitAccount}-${day}-${lastId}`;
  const head = { statementId, kind, day, debitAccount, sequenceNo: null, openingPaise };
  return { kind: "page", chained: true, head: { ...head, closingPaise: balancePaise }, lines, next: null };
}

interface Place {
  /** The number of the window before the day; null for the day itself. */
  readonly back: number | null;
  readonly skip: number;
  /** The balance at the end of the previous page; null on a window's first page. */
  readonly edgePaise: bigint | null;
  /** The window, in seconds since 1970. `end` is not included. */
  readonly start: number;
  readonly end: number;
}

function placeOf(day: string, from: string | null): Place {
  const [window = "day", skip = "0", edge = ""] = from?.split("/") ?? [];
  const start = Date.parse(`${day}T00:00:00+05:30`) / 1_000;
  const at = { skip: Number(skip), edgePaise: edge === "" ? null : BigInt(edge) };
  if (window === "day") return { back: null, ...at, start, end: start + DAY_SECONDS };
  const back = Number(window);
  const daysBefore = 2 ** back - 1;
  const end = start - daysBefore * DAY_SECONDS;
  return { back, ...at, start: end - (daysBefore + 1) * DAY_SECONDS, end };
}

function follow(bookings: readonly Booking[]): boolean {
  return bookings.every(({ changePaise, balancePaise }, index) => {
    const before = bookings[index - 1];
    return before === undefined || before.balancePaise + changePaise === balancePaise;
  });
}

/** Returns the booking, or a sentence that says what is wrong with it. */
function readBooking(
  value: unknown,
  { account: ours, place }: { account: string; place: Place },
): Booking | string {
  if (!isObject(value) || value["entity"] !== "transaction") return "no transaction";
  const { id, account_number: account, currency, credit, debit, balance, created_at: at, source } = value;
  if (!isPlain(id, 40) || id === "") return "a transaction without id";
  if (account !== ours) return `${id} is of another account`;
  if (currency !== "INR" || !isSum(credit) || !isSum(debit)) return `${id} has no amount`;
  if ((credit === 0) === (debit === 0)) return `${id} is neither a credit nor a debit`;
  if (typeof balance !== "number" || !Number.isSafeInteger(balance)) return `${id} has no balance`;
  if (typeof at !== "number" || at < place.start || at >= place.end) return `${id} is of another day`;
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

/** The movement itself, and a separate line for the fees that were added to a payout (webhooks/transactions.md). */
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

/** Money from an undocumented source may be a payout that came back, so it is not a top-up. */
function kindOf(entity: unknown, side: StatementLine["side"]): LineKind {
  if (entity === "payout") return side === "debit" ? "payment" : "return";
  if (side === "debit") return "other";
  return entity === "bank_transfer" ? "credit" : "reversal";
}

function isSum(value: unknown): value is number {
  return value === 0 || isPaise(value);
}

function unreadable(detail: string): Refusal {
  return { kind: "unreadable", detail };
}
