/** Fields that the calls of links (Flowgram; `cashgram` in the API) read and publish alike. */
import { ifAny, outputOf, shown } from "#http";
import type { LinkView } from "#links";
import { positive, text } from "./answer-schemas.ts";
import { anyText } from "./classic-rules.ts";

/** The merchant's ID of a link, where any text may be looked up. */
export const cashgramIdRule = anyText({
  max: 35,
  pattern: "^[A-Za-z0-9_-]{1,35}$",
  description: "Your ID for the link: at most 35 letters, digits, hyphens and underscores.",
});

export const statusOutput = outputOf<LinkView>({
  cashgramStatus: shown(
    {
      ...text,
      enum: ["ACTIVE", "EXPIRED", "PENDING", "FAILED", "REDEEMED", "REVERSED"],
      description:
        "`FAILED`: the last claim was not paid; the payee can enter other details until the link expires. `EXPIRED` " +
        "also covers a link that was deactivated or blocked: see `reason`.",
    },
    ({ status }) => status,
  ),
  reason: ifAny(
    { ...text, description: "Why it is FAILED or EXPIRED." },
    ({ reason }) => reason ?? undefined,
  ),
  referenceId: shown(positive, ({ referenceId }) => Number(referenceId)),
  cashgramId: shown(text, ({ linkKey }) => linkKey),
  cashgramLink: shown({ ...text, format: "uri" }, ({ address }) => address),
  redeemRefId: ifAny(
    { ...positive, description: "Our ID of the transfer that paid the link." },
    ({ paidReferenceId: paid }) => (paid === null ? undefined : Number(paid)),
  ),
  utr: ifAny(text, ({ utr }) => utr ?? undefined),
});

export const statusExample = {
  cashgramStatus: "REDEEMED",
  referenceId: 10023,
  cashgramId: "REFUND_2026_0001",
  cashgramLink: "https://payouts.example.com/pay/AZoAAAAAcACAAAAAAAAAATo5x1bYw8b2n0J4fQh7s3dXkZ6u",
  redeemRefId: 10117,
  utr: "632512345678",
};
