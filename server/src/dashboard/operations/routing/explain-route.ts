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
    /** Null: it was chosen. */
    skipped: nullable(words(SKIP_REASONS)),
    /** Null: nothing was known against it. */
    state: nullable(words(BANK_STATES)),
    /** Of its last calls so many had failed, in hundredths of a percent. */
    failBp: Type.Integer(),
    /** Put behind the others for its health. */
    demoted: Type.Boolean(),
    /** The transfer belonged to this bank's share. */
    share: Type.Boolean(),
    /** Its place in the policy's order, from 1; null: the policy does not name it. */
    place: nullable(Type.Integer()),
    /** What it costs by the policy, its failures weighed in. */
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
    /** Made again from what is stored. `older_rules`: by rules from which the same need not follow. */
    replay: words(["same", "different", "older_rules"]),
    /** Null: the decision is not stored. */
    decision: nullable(
      Type.Object({
        rule: Type.String(),
        policyVersion: nullable(Type.Integer()),
        /** Of the banks' health; 0: nothing had been seen amiss. */
        snapshotNo: nullable(Type.Integer()),
        /** In the order in which they were looked at. */
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
  handle: async ({ ctx, merchantId, input: { transferKey } }) => {
    const routes = await explainRoutes(ctx, merchantId, transferKey);
    return { items: routes.map(showRoute) };
  },
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
    // Decisions from before policies name neither.
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
