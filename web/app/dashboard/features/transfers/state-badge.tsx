// The state of a transfer as a badge that explains itself.
import type { ReactNode } from "react";
import type { TransferRow } from "#dashboard/api/operations.ts";
import { StatusBadge } from "#dashboard/ui/badge.tsx";

type State = TransferRow["state"];

/** The status of the engine that represents each state. */
const statusOf: Record<State, { status: string; acknowledged?: boolean }> = {
  awaiting_approval: { status: "awaiting_approval" },
  scheduled: { status: "waiting" },
  queued_for_funds: { status: "waiting" },
  queued_for_window: { status: "waiting" },
  queued_for_bank: { status: "waiting" },
  sending: { status: "ready" },
  with_bank: { status: "sent" },
  under_review: { status: "review" },
  sent_to_payee_bank: { status: "succeeded", acknowledged: false },
  credited: { status: "succeeded", acknowledged: true },
  failed: { status: "failed" },
  rejected: { status: "rejected" },
  cancelled: { status: "cancelled" },
  reversed: { status: "reversed" },
};

interface StateBadgeProps {
  state: State;
  reason: string | null;
  why?: ReactNode;
  next?: ReactNode;
}

export function StateBadge({ state, reason, why, next }: StateBadgeProps) {
  return <StatusBadge {...statusOf[state]} reason={reason} why={why} next={next} />;
}
