/** What waits for another person after a change of rights. */
import Type from "typebox";
import type { RightsAsked } from "#approvals";
import type { Context } from "#lib/context";
import type { Session } from "#access";
import { announceAlone } from "#entry";

const text = Type.String();

/** Requests that others have to approve before all of it is given; none: it is given. */
export const askedSchema = Type.Array(
  Type.Object({
    requestId: text,
    mode: Type.Enum(["sandbox", "live"]),
    /** Where no other person can approve: when it is given all the same. */
    aloneUntil: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  }),
);

/** When a change takes effect that takes rights in live from another Owner; null: it has. */
export const waitsUntilSchema = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);

/** Rights that others have to approve first, as they are listed with the member or role. */
export const waitsSchema = Type.Array(
  Type.Object({
    requestId: text,
    mode: Type.Enum(["sandbox", "live"]),
    permissions: Type.Array(text),
    askedBy: text,
    expiresAt: Type.String({ format: "date-time" }),
    aloneUntil: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  }),
);

/** Announces rights that are given without a second person, because there is none. */
export async function announceRights(
  ctx: Context,
  session: Session,
  { asked, what }: { asked: readonly RightsAsked[]; what: string },
): Promise<void> {
  for (const { aloneUntil } of asked) await announceAlone(ctx, session, { what, aloneUntil });
}
