/** A customer requests a page of the statement of a debit account. */
import type { Bank, StatementKind } from "./banks.ts";
import { isClosed, latencyOf } from "./choose-course.ts";
import { textOfCode } from "./codes.ts";
import { ANSWER, divert, usualCourse, type Course } from "./course.ts";
import { makeStatement, startOf } from "./make-statement.ts";
import { oddsFor } from "./manner.ts";
import type { Mishap } from "./mishap.ts";
import { formatRupees } from "./money.ts";
import type { Account } from "./payment.ts";
import { speak, type Reply } from "./reply.ts";
import { chanceOf } from "./seed.ts";
import type { Statement } from "./statement-faults.ts";
import type { Line } from "./statement-lines.ts";
import type { World } from "./world.ts";

const LINES_PER_PAGE = 1_000;
const DAY_MS = 86_400_000;

interface Asked {
  readonly day: string;
  readonly kind: StatementKind;
  readonly page: number;
  /** The ID that an earlier page named; its cut also applies to this page. */
  readonly statementId: string;
}

/** Returns the page, or says why there is none; never changes the books. */
export function answerStatement(
  world: World,
  { bank, account }: { bank: Bank; account: Account },
  { day, query }: { day: string; query: URLSearchParams },
): Reply {
  const course = statementCourse(world, { bank, account }, day);
  if (course.wire.kind === "maintenance") return refuseStatement(200, "H05", course);
  if (course.wire.kind === "rate-limit") return refuseStatement(429, "H08", course);
  const asked = readAsked(day, query);
  if (asked === undefined) return refuseStatement(400, "H01", course);
  if (!bank.statements.kinds.includes(asked.kind)) return refuseStatement(405, "S02", course);
  const upTo = Number(/-(\d+)$/.exec(asked.statementId)?.[1] ?? Number.MAX_SAFE_INTEGER);
  const made = makeStatement(world, { bank, account }, { ...asked, upTo });
  if (made === undefined || !course.recorded) return refuseStatement(404, "S01", course);

  const { statement } = made;
  const pages = Math.max(1, Math.ceil(statement.lines.length / LINES_PER_PAGE));
  if (asked.page > pages) return refuseStatement(400, "H01", course);
  const cut = asked.kind === "end-of-day" ? "E" : `I-${made.upTo}`;
  const words = {
    statementId: [bank.ifscPrefix, account.number, day.replaceAll("-", ""), cut].join("-"),
    kind: asked.kind,
    ...(asked.kind === "end-of-day" ? { sequence: statement.sequence } : {}),
    ...twisted(statement, { account, day }, course),
    closingBalance: formatRupees(statement.closingPaise),
    lineCount: statement.lines.length,
    page: asked.page,
    pages,
    lines: statement.lines
      .slice((asked.page - 1) * LINES_PER_PAGE, asked.page * LINES_PER_PAGE)
      .map(describe),
  };
  const reply = speak(200, { status: "STATEMENT", code: asked.kind }, course.wire);
  return { ...reply, body: JSON.stringify(words) };
}

/** Returns a refusal in the bank's words. */
export function refuseStatement(httpStatus: number, code: string, { wire }: { wire: Course["wire"] }): Reply {
  const words = { status: "FAILED", code, message: textOfCode(code) };
  return speak(httpStatus, words, wire);
}

function readAsked(day: string, query: URLSearchParams): Asked | undefined {
  const kind = query.get("kind") ?? "end-of-day";
  const page = Number(query.get("page") ?? 1);
  if (Number.isNaN(startOf(day)) || !(kind === "intraday" || kind === "end-of-day")) return undefined;
  if (!Number.isInteger(page) || page < 1) return undefined;
  return { day, kind, page, statementId: query.get("statement") ?? "" };
}

/** Returns account, day and opening balance, changed by the mishaps. */
function twisted(
  { openingPaise }: Statement,
  { account, day }: { account: Account; day: string },
  { twist }: Course,
): object {
  const dayBefore = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return {
    debitAccount: twist === "account" ? `${account.number.slice(0, -1)}X` : account.number,
    day: twist === "reference" ? dayBefore : day,
    openingBalance: formatRupees(openingPaise + (twist === "amount" ? 100n : 0n)),
  };
}

function describe(line: Line): object {
  const { seq: _, amountPaise, at, party, ...words } = line;
  const told = Object.entries(party).filter(([, text]) => text !== "");
  return {
    ...words,
    amount: formatRupees(amountPaise),
    at: new Date(at).toISOString(),
    ...(told.length === 0 ? {} : { counterparty: Object.fromEntries(told) }),
  };
}

/**
 * Only the way of answering matters in the course: it comes from a script (whose reference is the day), or else from
 * the bank's behaviour.
 */
export function statementCourse(
  world: World,
  { bank, account }: { bank: Bank; account: Account },
  day: string,
): Course {
  const usual: Course = { ...usualCourse("IMPS", {}), wire: ANSWER };
  const follow = (mishaps: readonly Mishap[]): Course =>
    mishaps.reduce((course, mishap) => divert(course, mishap, "IMPS"), usual);
  const about = {
    operation: "statement",
    bankId: bank.id,
    debitAccount: account.number,
    reference: day,
  } as const;
  const scripted = world.scripts.take({ ...about, amountPaise: undefined, rail: undefined });
  if (scripted !== undefined) return follow(scripted);
  const manner = world.manners.of(bank, account);
  const now = world.clocks.of(account.number).now();
  if (isClosed(manner, now))
    return follow([{ kind: "maintenance", html: manner.maintenance?.html === true }]);
  // The dice are rolled again each time the bank is asked.
  const chance = chanceOf(world.seed, "statement", bank.id, account.number, now);
  const options = oddsFor(manner, { operation: "statement", now });
  const course = follow(options.find((option) => chance() < option.chance)?.mishap ?? []);
  return course.wire === ANSWER ? { ...course, wire: latencyOf(manner, chance) } : course;
}
