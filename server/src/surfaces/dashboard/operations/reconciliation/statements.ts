/** Reconciliation by bank and day, and the limit that stops a bank account. */
import Type from "typebox";
import { settingRefusals } from "#dashboard/refusals";
import { resource } from "#dashboard/operation";
import { at, nullable, rupees, undoFields, waitingFields, words } from "#dashboard/schemas";
import { amount } from "#http";
import { formatRupees } from "#lib/money";
import {
  listBreaks,
  type ListedStatement,
  listStatements,
  readReconciliationFigures,
  readStopLimit,
} from "#reconciliation";
import { changeSettings, readFormerSettings, readWaitingSettings } from "#settings";
import { bankNameOf } from "./breaks.ts";

const operation = resource({ at: "/reconciliation", tag: "Reconciliation", permission: "access_transfers" });

const FIGURE_DAYS = 7;
const STATEMENTS_MAX = 100;

const share = Type.Object({ reconciled: Type.Integer(), total: Type.Integer() });
const ages = Type.Object({ fiveMinutes: share, oneHour: share, oneDay: share });
const byDay = Type.Array(Type.Object({ day: Type.String(), ages }));
const ofBank = { bankId: Type.String(), bankName: Type.String() };

const bank = Type.Object(
  {
    ...ofBank,
    /** The first day without a complete statement. */
    nextDay: Type.String(),
    dueAt: at,
    /** The reason why the bank gave no statement the last time; `failingSince` is when that began. */
    problem: nullable(Type.String()),
    failingSince: nullable(at),
    enabled: Type.Boolean(),
    stoppedBecause: nullable(Type.String()),
    stoppedAt: nullable(at),
    recoveringSince: nullable(at),
  },
  { $id: "StatementSchedule" },
);

const statement = Type.Object(
  {
    ...ofBank,
    day: Type.String(),
    /** True if it covers the whole day. */
    whole: Type.Boolean(),
    state: words(["imported", "refused"]),
    because: nullable(Type.String()),
    /** True if it does not follow from the statement before it. Credits from its day on wait then. */
    unproved: Type.Boolean(),
    opening: rupees,
    closing: rupees,
    lineCount: Type.Integer(),
    arrivedAt: at,
    /** The number of lines of its day by their state. */
    lines: Type.Object({ settled: Type.Integer(), suspense: Type.Integer(), waiting: Type.Integer() }),
  },
  { $id: "AccountStatement" },
);

/** A gap between two statements that is still open. */
const missing = Type.Object({ ...ofBank, breakId: Type.String(), day: Type.String(), detail: Type.String() });

export const getReconciliation = operation({
  name: "getReconciliation",
  method: "GET",
  summary: "How soon payments and lines of statements are reconciled, and which statements are here",
  description: `The figures are those of the last ${FIGURE_DAYS} days by the merchant's clock.`,
  output: Type.Object({
    days: Type.Integer(),
    fromPayment: ages,
    fromStatement: ages,
    fromPaymentByDay: byDay,
    fromStatementByDay: byDay,
    openBreaks: Type.Integer(),
    suspenseCredit: rupees,
    suspenseDebit: rupees,
    /** An unknown debit above this amount stops its bank account. */
    stopAbove: rupees,
    /** A higher limit that waits for another person's approval. */
    stopAboveWaits: nullable(Type.Object({ after: rupees, ...waitingFields })),
    /** The limit before other members lowered it, if the current member can set it again at once. */
    stopAboveUndo: nullable(Type.Object({ before: rupees, ...undoFields })),
    banks: Type.Array(bank),
    statements: Type.Array(statement),
    missing: Type.Array(missing),
  }),
  handle: async ({ ctx, merchantId, by }) => {
    const [figures, { banks, statements }, gaps, stop] = await Promise.all([
      readReconciliationFigures(ctx, merchantId, { days: FIGURE_DAYS }),
      listStatements(ctx, merchantId, { limit: STATEMENTS_MAX }),
      listBreaks(ctx, merchantId, { open: true, kinds: ["missing_day"], limit: STATEMENTS_MAX }),
      ctx.db.inMerchant(merchantId, async (tx) => ({
        abovePaise: await readStopLimit(tx),
        waits: await readWaitingSettings(tx, ["stopAbove"]),
        former: await readFormerSettings(tx, by, ["stopAbove"]),
      })),
    ]);
    const { suspenseCreditPaise, suspenseDebitPaise, ...counted } = figures;
    const [former] = stop.former;
    return {
      ...counted,
      days: FIGURE_DAYS,
      suspenseCredit: formatRupees(suspenseCreditPaise),
      suspenseDebit: formatRupees(suspenseDebitPaise),
      stopAbove: formatRupees(stop.abovePaise),
      stopAboveWaits: stop.waits[0] ?? null,
      stopAboveUndo: former
        ? { before: String(former.before), people: former.people, since: former.since }
        : null,
      banks: banks.map((one) => ({ ...one, bankName: bankNameOf(one.bankId) })),
      statements: statements.map(showStatement),
      missing: gaps.map(({ breakId, bankId, day, detail }) => ({
        ...{ breakId, detail },
        ...{ bankId: bankId!, bankName: bankNameOf(bankId!), day: day! },
      })),
    };
  },
});

const showStatement = ({ kind: _kind, openingPaise, closingPaise, ...rest }: ListedStatement) => ({
  ...rest,
  bankName: bankNameOf(rest.bankId),
  opening: formatRupees(openingPaise),
  closing: formatRupees(closingPaise),
});

export const setStopLimit = operation({
  name: "setStopLimit",
  method: "PUT",
  path: "/stop-limit",
  summary: "Set how much an unknown debit may be before nothing more is sent from its bank account",
  description:
    "0.00 stops it at the first. An account that is stopped already stays so. In live, a higher limit waits for " +
    "another person.",
  permission: "manage_settings",
  stepUp: true,
  body: { stopAbove: amount({ min: 0n }) },
  output: Type.Object({
    /** The requested limit. */
    stopAbove: rupees,
    /** Null if the limit is set. */
    requestId: nullable(Type.String()),
    /** The time when it is set without approval, because no one else can approve; null if another person decides. */
    aloneUntil: nullable(at),
  }),
  refusals: settingRefusals,
  handle: async ({ ctx, merchantId, by, input }) => {
    const stopAbove = formatRupees(input.stopAbove);
    const asked = await changeSettings(ctx, merchantId, { stopAbove, by });
    const [{ requestId, aloneUntil } = { requestId: null, aloneUntil: null }] = asked;
    return { stopAbove, requestId, aloneUntil };
  },
});
