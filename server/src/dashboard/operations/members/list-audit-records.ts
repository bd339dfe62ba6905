import Type from "typebox";
import { listRecords, type AuditRecord } from "#audit";
import { listMembers } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id, listOf, moment, optional, text, whole, withDefault } from "#http";
import { chainOf } from "./chain-of.ts";

const MEMBERS_MAX = 500;

/** Who did what, newest first: about the organization and its people, or about one merchant. */
export const listAuditRecords = sessionOperation({
  name: "listAuditRecords",
  method: "GET",
  path: "/audit",
  tag: "Members",
  summary: "List the audit records of the organization, or of one of its merchants",
  permission: "view_audit_log",
  query: {
    merchantId: optional(id()),
    actors: optional(listOf(text({ max: 100 }), { min: 1, max: 20 })),
    /** Beginnings, such as `access.`. */
    actions: optional(listOf(text({ max: 100 }), { min: 1, max: 20 })),
    from: optional(moment()),
    to: optional(moment()),
    cursor: optional(text({ max: 20, pattern: /^\d{1,18}$/ })),
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        seq: Type.String(),
        at: Type.String(),
        actor: Type.String(),
        /** The member's name, where it is one. */
        actorName: Type.Union([Type.String(), Type.Null()]),
        action: Type.String(),
        subject: Type.String(),
        subjectName: Type.Union([Type.String(), Type.Null()]),
        /** What the record says besides, as JSON. */
        detail: Type.String(),
        hash: Type.String(),
      }),
    ),
    next: Type.Union([Type.String(), Type.Null()]),
  }),
  refusals: {
    merchant_not_found: { status: 404, message: "This merchant in your organization does not exist." },
  },
  handle: async ({ ctx, session, input: { merchantId, cursor, ...filter } }) => {
    const before = cursor === undefined ? undefined : BigInt(cursor);
    return ctx.db.inMerchant(chainOf(session, merchantId), async (tx) => {
      const [records, members] = await Promise.all([
        listRecords(tx, { ...filter, before }),
        listMembers(tx, { limit: MEMBERS_MAX }),
      ]);
      const names = new Map(members.map(({ memberId, name }) => [`member:${memberId}`, name]));
      const items = records.map((record) => shown(record, names));
      return { items, next: records.length === filter.limit ? String(records.at(-1)!.seq) : null };
    });
  },
});

function shown({ seq, detail, hash, ...record }: AuditRecord, names: ReadonlyMap<string, string>) {
  return {
    ...record,
    seq: String(seq),
    actorName: names.get(record.actor) ?? null,
    subjectName: names.get(record.subject) ?? null,
    detail: JSON.stringify(detail),
    hash: hash.toString("hex"),
  };
}
