/** A bank reports to us only if a person has entered our address and its events there. */
import type { Connection } from "./adapter.ts";

interface CallbackSetUp {
  readonly where: string;
  readonly events: readonly string[];
  readonly secret: string;
}

const SERVICES: Readonly<Record<string, CallbackSetUp>> = {
  // webhooks/payouts.md and webhooks/transactions.md of razorpay/markdown-docs.
  razorpayx: {
    where: "RazorpayX dashboard: My Account & Settings, Developer Controls, Add Webhook",
    events: [
      "payout.pending",
      "payout.rejected",
      "payout.queued",
      "payout.initiated",
      "payout.processed",
      "payout.reversed",
      "payout.updated",
      "payout.failed",
      "transaction.created",
    ],
    secret: "Enter the value of BANK_CALLBACK_SECRET as the secret of the webhook.",
  },
  cashfree: {
    where: "Cashfree Payouts dashboard: Developers, Webhooks, Add Webhook URL, version V2",
    events: ["TRANSFER_SUCCESS", "TRANSFER_ACKNOWLEDGED", "TRANSFER_FAILED", "TRANSFER_REVERSED"],
    secret:
      "Nothing is entered: Cashfree signs with the client secret of the oldest active key, and " +
      "BANK_CALLBACK_SECRET must be this secret.",
  },
};

/** Null for a bank that is reached through a folder: it sends no callbacks. */
export function callbackSetUp({
  adapter,
  baseUrl,
}: Pick<Connection, "adapter" | "baseUrl">): CallbackSetUp | null {
  if (baseUrl.startsWith("file:")) return null;
  return (
    SERVICES[adapter] ?? {
      where: "Give the address to the bank",
      events: ["every change of a payment", "every credit to the account"],
      secret: "The bank signs with the value of BANK_CALLBACK_SECRET.",
    }
  );
}
