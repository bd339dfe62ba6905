/** The audit log. */
import Type from "typebox";
import { memberOf, nameMembers, type Session } from "#access";
import { type Actor, type AuditRecord, FAULTS, listRecords, verifyAuditChain as verify } from "#audit";
import { sessionOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { maskWords } from "#lib/mask-account";
import { id, listOf, moment, optional, Refusal, text } from "#http";

/** Returns the ID of the audit chain: the organization or one of its merchants. Throws `merchant_not_found`. */
function chainOf({ organizationId, merchants }: Session, merchantId: string | undefined): string {
  if (merchantId === undefined) return organizationId;
  if (!merchants.some((merchant) => merchant.merchantId === merchantId))
    throw new Refusal("merchant_not_found");
  return merchantId;
}

/** Lists the records of the organization and its members, or of one merchant, newest first. */
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
    /** Prefixes of actions, such as `access.`. */
    actions: optional(listOf(text({ max: 100 }), { min: 1, max: 20 })),
    from: optional(moment()),
    to: optional(moment()),
    ...pageFields(Type.String({ pattern: "^\\d{1,18}$" })),
  },
  output: listOfItems(
    Type.Object({
      seq: Type.String(),
      at: Type.String(),
      actor: Type.String(),
      /** The member's name; null if the actor is not a member. */
      actorName: Type.Union([Type.String(), Type.Null()]),
      action: Type.String(),
      subject: Type.String(),
      subjectName: Type.Union([Type.String(), Type.Null()]),
      /** The other facts of the record, as JSON. */
      detail: Type.String(),
    }),
  ),
  refusals: {
    merchant_not_found: { status: 404, message: "This merchant in your organization does not exist." },
  },
  handle: ({ ctx, session, input: { merchantId, cursor, limit, ...filter } }) =>
    ctx.db.inMerchant(chainOf(session, merchantId), async (tx) => {
      const before = cursor === undefined ? undefined : BigInt(cursor);
      const records = await listRecords(tx, { ...filter, limit: limit + 1, before });
      const actors = records.flatMap(({ actor, subject }) => [actor, subject]);
      const names = await nameMembers(
        tx,
        actors.flatMap((actor) => memberOf(actor as Actor) ?? []),
      );
      return pageOf(records, limit, {
        item: (record) => shown(record, names),
        place: ({ seq }) => String(seq),
      });
    }),
});

/** Fields of a record that hold sentences written by people and banks. */
const WORDS: ReadonlySet<string> = new Set(["because", "detail", "note", "problem", "reason", "remarks"]);

/** Masks account numbers in the sentences of a record. Older ones also have a hash of what was approved or uploaded. */
const maskSentences = ({
  contentHash: _content,
  fileHash: _file,
  ...detail
}: AuditRecord["detail"]): string =>
  JSON.stringify(detail, (name, value: unknown) =>
    WORDS.has(name) && typeof value === "string" ? maskWords(value) : value,
  );

/** Leaves the hashes out, because they would confirm a correct guess of a masked value. */
function shown({ seq, detail, hash: _hash, ...record }: AuditRecord, names: ReadonlyMap<string, string>) {
  return {
    ...record,
    seq: String(seq),
    actorName: names.get(memberOf(record.actor as Actor) ?? "") ?? null,
    subjectName: names.get(memberOf(record.subject as Actor) ?? "") ?? null,
    detail: maskSentences(detail),
  };
}

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
    /** Null if every record is as it was written. */
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
