/** Payout links as the dashboard shows them. */
import Type from "typebox";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import type { ListedLink } from "#links";

export const LINK_STATES = ["ACTIVE", "PENDING", "FAILED", "REDEEMED", "REVERSED", "EXPIRED"] as const;

const fields = {
  linkId: Type.String(),
  referenceId: Type.String(),
  amount: rupees,
  name: Type.String(),
  phone: Type.String(),
  email: nullable(Type.String()),
  remarks: Type.String(),
  status: words(LINK_STATES),
  /** Why it failed or expired. */
  reason: nullable(Type.String()),
  notifiesPayee: Type.Boolean(),
  checksName: Type.Boolean(),
  paidReferenceId: nullable(Type.String()),
  utr: nullable(Type.String()),
  expiresAt: at,
  createdAt: at,
  endedAt: nullable(at),
};

export const link = Type.Object(fields, { $id: "PayoutLink" });

/** `address` is what the payee opens. */
export const linkWithAddress = Type.Object(
  { ...fields, address: Type.String() },
  { $id: "PayoutLinkWithAddress" },
);

export function showLink({ linkKey, amountPaise, notifyPayee, checkName, ...rest }: ListedLink) {
  const text = (id: bigint | null): string | null => (id === null ? null : String(id));
  return {
    ...rest,
    linkId: linkKey,
    amount: formatRupees(amountPaise),
    notifiesPayee: notifyPayee,
    checksName: checkName,
    referenceId: text(rest.referenceId),
    paidReferenceId: text(rest.paidReferenceId),
  };
}

export const noLink = { not_found: { status: 404, message: "This payout link does not exist." } } as const;
