/**
 * Judges what a status report says about whole messages and blocks, besides the payments that it names. A report that
 * contradicts itself decides nothing; a person must look.
 */
import type { BankNews, Outcome } from "#banks";
import { judgeStatus } from "./judge-status.ts";
import {
  paymentsOf,
  type BlockStatus,
  type GroupStatus,
  type PaymentStatus,
  type StatusReport,
} from "./read-status.ts";

type Judged = Exclude<BankNews, { kind: "credit" }>;

/** The context in which the news of a report is made. */
interface Told {
  readonly bankId: string;
  readonly report: StatusReport;
  /** Identifies the fact that a subject of the report has a status. */
  readonly factIdOf: (...parts: readonly string[]) => string;
}

const PAID: ReadonlySet<string> = new Set(["ACSC", "ACCC"]);

/** Returns all news in a report, including the parts that could not be understood. */
export function judgeReport(told: Told): readonly Judged[] {
  const { report, factIdOf } = told;
  const news = [...groupNews(told), ...report.blocks.flatMap((block) => blockNews(told, block))];
  const missed = news.length === 0 && report.unread.length === 0 ? ["it has no status"] : report.unread;
  const unread = missed.map((detail) => ({ kind: "unread", detail, factId: factIdOf(detail) }) as const);
  return [...news, ...unread];
}

/** Returns the news about the payments of all blocks that have no status of their own. */
function groupNews(told: Told): Judged[] {
  const { report } = told;
  const { blocks, originalMessageId } = report;
  if (report.status === "" || originalMessageId === "") return [];
  const own = blocks.filter(({ status }) => status !== "");
  const below = [...own, ...paymentsOf(report)].map(({ status }) => status);
  const named = paymentsOf(report).map(({ reference }) => reference);
  const except = [...own.map(({ blockId }) => blockId), ...named];
  return [wholeNews(told, report, { blockId: null, except, below })];
}

function blockNews(told: Told, block: BlockStatus): Judged[] {
  const { report } = told;
  const { blockId } = block;
  const parent = block.status === "" ? report : block;
  const payments = block.payments.map((payment) => inherit(payment, parent));
  const clashing =
    clash(
      parent,
      payments.map(({ status }) => status),
    ) ?? clash(report, [block.status]);
  const named = payments.map((payment) => paymentNews(told, payment, clashing));
  if (block.status === "" || blockId === "") return named;
  const except = payments.map(({ reference }) => reference);
  const below = payments.map(({ status }) => status);
  return [wholeNews(told, block, { blockId, except, below, clashing }), ...named];
}

/** A payment without a status of its own inherits that of its block or message. */
function inherit(payment: PaymentStatus, { status, reason }: GroupStatus): PaymentStatus {
  return payment.status === "" ? { ...payment, status, reason: payment.reason ?? reason } : payment;
}

interface Whole {
  readonly blockId: string | null;
  readonly except: readonly string[];
  /** The statuses of the payments or blocks inside. */
  readonly below: readonly string[];
  readonly clashing?: string | undefined;
}

function wholeNews(told: Told, about: GroupStatus, { blockId, except, below, ...given }: Whole): Judged {
  const { report, factIdOf } = told;
  const { status, reason, count, sumPaise } = about;
  const clashing = given.clashing ?? clash(about, below);
  const isUnnamed = status === "PART" && !below.includes("RJCT");
  const wrong = clashing ?? (isUnnamed ? "the bank took a part, and does not say which" : undefined);
  const outcome =
    wrong === undefined ? ofWhole(outcomeOf(told, { ...NOTHING_ELSE, status, reason })) : doubt(wrong);
  return {
    kind: "message",
    messageId: report.originalMessageId,
    blockId,
    except,
    outcome,
    count,
    sumPaise,
    factId: factIdOf(blockId ?? "", status),
  };
}

/** A refusal of the whole is our fault: the payee is not to blame, and another bank may pay. */
function ofWhole(outcome: Outcome): Outcome {
  return outcome.kind === "failed" ? { ...outcome, reason: "BANK_GATEWAY_ERROR", otherBank: true } : outcome;
}

const NOTHING_ELSE = {
  reference: "",
  amountPaise: undefined,
  debitAccount: undefined,
  payeeAccount: undefined,
  utr: "",
};

/** The amount is compared by the code that finds the transfer. */
function paymentNews(told: Told, payment: PaymentStatus, clashing: string | undefined): Judged {
  const { reference, amountPaise = null, status } = payment;
  const outcome = clashing === undefined ? outcomeOf(told, payment) : doubt(clashing);
  return { kind: "payment", reference, outcome, amountPaise, factId: told.factIdOf(reference, status) };
}

/**
 * News is never about a refused request. It comes only once and unasked, so a doubtful one is reported to a person,
 * because nothing else would follow. A settlement may come without the number of the clearing; the statement will have
 * it.
 */
function outcomeOf({ bankId }: Told, said: PaymentStatus): Outcome {
  const outcome = judgeStatus(said, { bankId, refusable: false, settlesWithoutUtr: true });
  if (outcome.kind !== "unknown" || outcome.alarm !== undefined) return outcome;
  const code = (said.reason?.code ?? "").replace(/[^A-Za-z0-9]/g, "?").slice(0, 35);
  const words = [said.status.replace(/\W/g, "?"), code].filter((word) => word !== "").join(" ");
  return doubt(`the bank's report says ${words === "" ? "nothing" : words}, which decides nothing`);
}

/** Says how the statuses inside contradict the status of the whole. */
function clash({ status }: GroupStatus, below: readonly string[]): string | undefined {
  const others =
    status === "RJCT"
      ? below.filter((one) => one !== "RJCT" && one !== "")
      : PAID.has(status)
        ? below.filter((one) => one === "RJCT")
        : [];
  const [other] = others;
  return other === undefined
    ? undefined
    : `the bank's report contradicts itself: ${status} of the whole, ${other.replace(/\W/g, "?")} of a part`;
}

function doubt(alarm: string): Outcome {
  return { kind: "unknown", detail: alarm, alarm };
}
