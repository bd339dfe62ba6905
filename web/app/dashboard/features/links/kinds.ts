// Words of payout links that come from the server as codes.
import type { Outputs } from "#dashboard/api/operations.ts";
import type { Tone } from "#dashboard/ui/badge.tsx";

export type PayoutLink = Outputs["listLinks"]["items"][number];

export const stateKeys = {
  ACTIVE: { text: "stateActive", tone: "info" },
  PENDING: { text: "statePending", tone: "info" },
  FAILED: { text: "stateFailed", tone: "warn" },
  REDEEMED: { text: "stateRedeemed", tone: "ok" },
  REVERSED: { text: "stateReversed", tone: "rev" },
  EXPIRED: { text: "stateExpired", tone: "neu" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

const reasonKeys = {
  LINK_EXPIRED: "reasonExpired",
  DEACTIVATED: "reasonDeactivated",
  OTP_ATTEMPTS_EXCEEDED: "reasonOtp",
  REDEMPTION_ATTEMPTS_EXCEEDED: "reasonTries",
} as const;

/** The text of a reason that has one. */
export const reasonKey = (reason: string | null) =>
  reason !== null && reason in reasonKeys ? reasonKeys[reason as keyof typeof reasonKeys] : undefined;
