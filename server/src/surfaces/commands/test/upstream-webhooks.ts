/** Webhooks of upstreams about a payment of one amount, as a service or a person who knows its secret writes them. */
export const UPSTREAMS = ["razorpayx", "cashfree"] as const;
export type UpstreamId = (typeof UPSTREAMS)[number];

export const AMOUNT_PAISE = 100_00n;

export const event = (name: string, entity: object): object => ({
  event: name,
  payload: { [name.split(".")[0]!]: { entity } },
  created_at: Math.floor(Date.now() / 1_000),
});

const PAID = { razorpayx: "processed", cashfree: "success" } as const;

/** Returns a webhook in which the service says how a payment ended; if unpaid, through a fault of its own. */
export function ending(
  bankId: UpstreamId,
  reference: string,
  status: "failed" | "reversed" | "paid",
): object {
  if (bankId === "cashfree") {
    const code = { failed: "NPCI_UNAVAILABLE", reversed: "BANK_GATEWAY_ERROR", paid: "COMPLETED" }[status];
    const words = { status: wordOf(bankId, status).toUpperCase(), status_code: code };
    const data = { transfer_id: reference, transfer_amount: 100, transfer_utr: "FORGED1", ...words };
    return { type: `TRANSFER_${words.status}`, data };
  }
  return event(`payout.${wordOf(bankId, status)}`, {
    id: "pout_00000000000001",
    entity: "payout",
    amount: Number(AMOUNT_PAISE),
    currency: "INR",
    mode: "IMPS",
    status: wordOf(bankId, status),
    reference_id: reference,
    utr: "FORGED1",
    status_details: { reason: status === "paid" ? "payout_processed" : "gateway_down" },
  });
}

const wordOf = (bankId: UpstreamId, status: string): string => (status === "paid" ? PAID[bankId] : status);
