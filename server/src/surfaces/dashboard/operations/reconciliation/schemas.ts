/** Schemas and descriptions of breaks. */
import Type from "typebox";
import { memberOf, nameMembers } from "#access";
import { readWaiting } from "#approvals";
import type { Actor } from "#audit";
import { partnerBank } from "#banks";
import { at, nullable, rupees, undoFields, waitingFields, words } from "#dashboard/schemas";
import { id, prose } from "#http";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import {
  BREAK_KINDS,
  findReleaseRequest,
  mayReplace,
  readBreak,
  readUndone,
  RESOLUTIONS,
  type BreakDetails,
  type ListedBreak,
} from "#reconciliation";

const fields = {
  breakId: Type.String(),
  kind: words(BREAK_KINDS),
  bankId: nullable(Type.String()),
  bankName: nullable(Type.String()),
  /** The day of its statement (IST). */
  day: nullable(Type.String()),
  amount: nullable(rupees),
  /** The difference, in a sentence. */
  detail: Type.String(),
  transferKey: nullable(Type.String()),
  ownerId: nullable(Type.String()),
  ownerName: nullable(Type.String()),
  openedAt: at,
  closedAt: nullable(at),
  /** The time from its opening to its end, or until now by the merchant's clock. */
  ageHours: Type.Integer(),
  resolution: nullable(words([...RESOLUTIONS, "matched", "went_away"])),
};

export const listedBreak = Type.Object(fields, { $id: "Break" });

const line = Type.Object({
  side: words(["debit", "credit"]),
  amount: rupees,
  bookedAt: at,
  reference: nullable(Type.String()),
  utr: nullable(Type.String()),
  narration: Type.String(),
  counterpartyName: nullable(Type.String()),
  counterpartyLast4: nullable(Type.String()),
});

export const breakDetails = Type.Object(
  {
    ...fields,
    line: nullable(line),
    /** True if its line is in suspense, so that a person can match it with a transfer. */
    canMatch: Type.Boolean(),
    /** True if a person resolved or matched it and this can still be undone. */
    canUndo: Type.Boolean(),
    /** A resolution that would release credits, while it waits for another person's approval. */
    waits: nullable(Type.Object(waitingFields)),
    /** True if the current member is an Owner whose decision takes the place of what waits. */
    mayReplace: Type.Boolean(),
    /** Null unless other members undid this resolution and the current member can restore it at once. */
    undone: nullable(Type.Object({ ...undoFields, resolution: words(RESOLUTIONS) })),
    history: Type.Array(
      Type.Object({
        step: Type.Integer(),
        action: words(["opened", "assigned", "matched", "resolved", "undone", "opened_again"]),
        note: Type.String(),
        /** Null if Vitaran itself did it. */
        byName: nullable(Type.String()),
        at,
      }),
    ),
  },
  { $id: "BreakDetails" },
);

export const breakField = { breakId: id() };
export const noteField = prose({ min: 1, max: 500 });

export const bankNameOf = (bankId: string): string => partnerBank(bankId)?.name ?? bankId;

const HOUR_MS = 3_600_000;

export function showBreak(one: ListedBreak, now: Date) {
  const { breakId, kind, bankId, day, detail, transferKey, ownerId, ownerName, openedAt, closedAt } = one;
  return {
    ...{ breakId, kind, bankId, day, detail, transferKey, ownerId, ownerName, openedAt, closedAt },
    resolution: one.resolution,
    bankName: bankId === null ? null : bankNameOf(bankId),
    amount: one.amountPaise === null ? null : formatRupees(one.amountPaise),
    ageHours: Math.max(0, Math.floor(((closedAt ?? now).getTime() - openedAt.getTime()) / HOUR_MS)),
  };
}

/** Reads one break as it is now, for a member. Throws ReconciliationError.break_not_found. */
export async function describeBreak(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { breakId, by: reader }: { breakId: string; by: Actor },
) {
  const found = await readBreak(ctx, merchantId, breakId);
  const { now, names, waits, mayReplaceIt, undone } = await ctx.db.inMerchant(merchantId, async (tx) => {
    const request = found.closedAt === null ? await findReleaseRequest(tx, breakId) : null;
    return {
      now: tx.now,
      undone: await readUndone(tx, reader, found),
      waits: request && ((await readWaiting(tx, "credit", [breakId])).get(breakId) ?? null),
      mayReplaceIt: request !== null && (await mayReplace(tx, request, reader)),
      names: await nameMembers(
        tx,
        found.history.flatMap(({ by }) => memberOf(by as Actor) ?? []),
      ),
    };
  });
  return {
    ...showBreak(found, now),
    ...whatCanBeDone(found),
    waits,
    mayReplace: mayReplaceIt,
    undone: undone && {
      ...{ people: undone.people, since: undone.since },
      resolution: RESOLUTIONS.find((one) => one === undone.before)!,
    },
    line: showLine(found.line),
    history: found.history.map(({ by, ...step }) => ({
      ...step,
      byName: by === "operator" ? "Operator" : (names.get(memberOf(by as Actor) ?? "") ?? null),
    })),
  };
}

function whatCanBeDone({ closedAt, resolution, line: about }: BreakDetails) {
  const isOpen = closedAt === null;
  const isMatch = resolution === "matched" && about?.state === "matched" && about.transferId !== null;
  const isSaid = RESOLUTIONS.some((one) => one === resolution) && (about?.state ?? "suspense") === "suspense";
  return { canMatch: isOpen && about?.state === "suspense", canUndo: !isOpen && (isMatch || isSaid) };
}

function showLine(about: BreakDetails["line"]) {
  if (about === null) return null;
  const { side, bookedAt, reference, utr, narration, counterpartyName, counterpartyLast4 } = about;
  const said = { side, bookedAt, reference, utr, narration, counterpartyName, counterpartyLast4 };
  return { ...said, amount: formatRupees(about.amountPaise) };
}
