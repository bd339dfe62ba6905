// The texts for the codes of payout links from the server.
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

/** Returns the key of a reason's text, if there is one. */
export const reasonKey = (reason: string | null) =>
  reason !== null && reason in reasonKeys ? reasonKeys[reason as keyof typeof reasonKeys] : undefined;
