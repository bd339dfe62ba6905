import Type from "typebox";
import { bankName } from "#dashboard/bank-name";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { BANK_STATES } from "#health";
import { text } from "#http";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import { SKIP_REASONS, type Candidate } from "#routing";
import { explainRoutes } from "#transfers";

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
