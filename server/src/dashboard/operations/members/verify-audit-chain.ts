import Type from "typebox";
import { FAULTS, listRecords, verifyAuditChain as verify } from "#audit";
import { sessionOperation } from "#dashboard/operation";
import { id, optional } from "#http";
import { chainOf } from "./chain-of.ts";

/** Recomputes every hash of a chain to detect changed, missing or inserted records. */
export const verifyAuditChain = sessionOperation({
  name: "verifyAuditChain",
  method: "GET",
  path: "/audit/verification",
  tag: "Members",
  summary: "Verify the audit records from the first to the last",
  permission: "view_audit_log",
  query: { merchantId: optional(id()) },
  output: Type.Object({
    records: Type.String(),
    /** Null: every record is as it was written. */
    bad: Type.Union([Type.Object({ seq: Type.String(), why: Type.Enum([...FAULTS]) }), Type.Null()]),
  }),
  refusals: {
    merchant_not_found: { status: 404, message: "This merchant in your organization does not exist." },
  },
  handle: async ({ ctx, session, input: { merchantId } }) => {
    const chain = chainOf(session, merchantId);
    const bad = await verify(ctx, chain);
    const [last] = await ctx.db.inMerchant(chain, (tx) => listRecords(tx, { limit: 1 }));
    return {
      records: String(last?.seq ?? 0n),
      bad: bad === null ? null : { seq: String(bad.seq), why: bad.why },
    };
  },
});
