/** The health of banks, and the explanation of the route that it leads to. */
import Type from "typebox";
import { bankName } from "#dashboard/bank-name";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { BANK_STATES, listBankHealth } from "#health";
import { text } from "#http";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import { type Candidate, SKIP_REASONS } from "#routing";
import { explainRoutes } from "#transfers";

const basisPoints = nullable(Type.Integer({ minimum: 0, maximum: 10_000 }));

const bankHealth = Type.Object(
  {
    bankId: Type.String(),
    bankName: Type.String(),
    rail: words(RAILS),
    /** The bank or UPI handle of the payees to which this applies. Null means all payees. */
    payeeCode: nullable(Type.String()),
    /** Null if the bank has not been called yet. */
    state: nullable(words(BANK_STATES)),
    announced: Type.Boolean(),
    enabled: Type.Boolean(),
    /** The moment to which the database was restored; null once the bank's statements since then are in. */
    recoveringSince: nullable(at),
    since: nullable(at),
    probeAt: nullable(at),
    /** The number of calls on which the share is based. With fewer than 20 there is no share. */
    calls: Type.Integer(),
    successBp: basisPoints,
    /** `lowBp` and `highBp` are the bounds of the 95% interval. */
    lowBp: basisPoints,
    highBp: basisPoints,
    latencyMs: nullable(Type.Integer()),
  },
  { $id: "BankHealth" },
);

export const getBankHealth = memberOperation({
  name: "getBankHealth",
  method: "GET",
  path: "/merchants/{merchantId}/bank-health",
  tag: "Routing",
  summary: "How each bank is on each rail, by what it answers",
  description: "Shares in hundredths of a percent. A live merchant's are those of all live ones.",
  permission: "access_transfers",
  output: Type.Object({ asOf: at, items: Type.Array(bankHealth) }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const items = await listBankHealth(ctx, tx);
      return {
        asOf: tx.now,
        items: items.map(({ latencyMs, ...one }) => ({
          ...one,
          bankName: bankName(one.bankId),
          latencyMs: latencyMs === null ? null : Math.round(latencyMs),
        })),
      };
    }),
});

const candidate = Type.Object(
  {
    bankName: Type.String(),
    rail: words(RAILS),
    /** Null if it was chosen. */
    skipped: nullable(words(SKIP_REASONS)),
    /** Null if nothing bad was known about it. */
    state: nullable(words(BANK_STATES)),
    /** The share of its last calls that failed, in hundredths of a percent; 0 unless it was degraded. */
    failBp: Type.Integer(),
    /** True if it was put behind the others because of its health. */
    demoted: Type.Boolean(),
    /** True if the transfer belonged to this bank's share. */
    share: Type.Boolean(),
    /** Its place in the policy's order, from 1; null if the policy does not name it. */
    place: nullable(Type.Integer()),
    /** Its cost by the policy, including its failures. */
    cost: nullable(rupees),
  },
  { $id: "RouteCandidate" },
);

const route = Type.Object(
  {
    attempt: Type.Integer(),
    bankName: Type.String(),
    rail: words(RAILS),
    at,
    /**
     * The result of making the decision again. `older_rules` means that the original decision followed rules that can
     * lead to another choice.
     */
    replay: words(["same", "different", "older_rules"]),
    /** Null if the decision is not stored. */
    decision: nullable(
      Type.Object({
        rule: Type.String(),
        policyVersion: nullable(Type.Integer()),
        /** The number of the health snapshot that routing used; 0 if no bank had ever had trouble. */
        snapshotNo: nullable(Type.Integer()),
        /** The candidates in the order in which they were considered. */
        candidates: Type.Array(candidate),
      }),
    ),
  },
  { $id: "RouteDecision" },
);

export const explainRoute = memberOperation({
  name: "explainRoute",
  method: "GET",
  path: "/merchants/{merchantId}/transfers/{transferKey}/routes",
  tag: "Routing",
  summary: "Why a transfer went by which bank and rail, attempt by attempt",
  permission: "access_transfers",
  pathFields: { transferKey: text({ max: 60 }) },
  output: Type.Object({ items: Type.Array(route) }),
  refusals: { not_found: { status: 404, message: "This transfer does not exist." } },
  handle: ({ ctx, merchantId, input: { transferKey } }) => explainRoutes(ctx, merchantId, transferKey),
  show: (routes) => ({ items: routes.map(showRoute) }),
});

type Explained = Awaited<ReturnType<typeof explainRoutes>>[number];

const showRoute = ({ attempt, bankId, rail, at: made, comparable, same, decision }: Explained) => ({
  attempt,
  bankName: bankName(bankId),
  rail,
  at: made,
  replay: comparable ? (same ? "same" : "different") : "older_rules",
  decision: decision && {
    rule: decision.rule,
    // Decisions that are older than routing policies name neither.
    policyVersion: (decision.policyVersion as number | undefined) ?? null,
    snapshotNo: (decision.snapshotNo as number | undefined) ?? null,
    candidates: decision.candidates.map(showCandidate),
  },
});

const showCandidate = (one: Candidate) => ({
  bankName: bankName(one.bankId),
  rail: one.rail,
  skipped: one.skipped,
  state: one.state ?? null,
  failBp: one.failBp ?? 0,
  demoted: one.demoted ?? false,
  share: one.share ?? false,
  place: one.place === undefined ? null : one.place + 1,
  cost: one.cost === undefined ? null : formatRupees(BigInt(one.cost)),
});
