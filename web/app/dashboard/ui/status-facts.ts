// The words of a status in the chosen language. English uses the table of the documentation.
import { finerStatuses, statuses } from "#app/facts/statuses.ts";
import type { Tone } from "#app/facts/statuses.ts";
import { use } from "react";
import { useLanguage } from "../texts/language.ts";

export interface StatusWords {
  badge: string;
  money: string;
  next: string;
}

export interface Status extends StatusWords {
  id: string;
  tone: Tone;
}

const facts = [...statuses, ...finerStatuses];
let hindi: Promise<Record<string, StatusWords>> | undefined;

/** The fields of a transfer that decide its badge. */
export interface StatusOf {
  /** A state of a list ("with_bank"), a status of the engine ("sent") or the public status ("PENDING"). */
  status: string;
  /** True if the payee's bank has credited the money. */
  acknowledged?: boolean | number | undefined;
  /** The reason of a failure. A transfer that was paid late is shown differently. */
  reason?: string | null | undefined;
}

const engineIds: Record<string, string> = {
  received: "received",
  awaiting_approval: "approval-pending",
  waiting: "queued",
  ready: "sending",
  sent: "pending",
  review: "review",
  failed: "failed",
  rejected: "rejected",
  reversed: "reversed",
  cancelled: "cancelled",
};

/** The more precise states in lists of the dashboard's API. */
const stateIds: Record<string, string> = {
  scheduled: "queued",
  queued_for_funds: "queued",
  queued_for_window: "queued",
  queued_for_bank: "queued",
  sending: "sending",
  with_bank: "pending",
  under_review: "review",
  sent_to_payee_bank: "success-0",
  credited: "success-1",
};

/** Returns the ID of the fact that describes a status. */
function statusId({ status, acknowledged, reason }: StatusOf): string {
  if (reason === "PAID_AFTER_FAILURE") return "paid-late";
  if (status === "succeeded" || status === "SUCCESS") return acknowledged ? "success-1" : "success-0";
  return (
    engineIds[status] ?? stateIds[status] ?? facts.find((fact) => fact.status === status)?.id ?? "pending"
  );
}

export function useStatus(of: StatusOf): Status {
  const language = useLanguage();
  const id = statusId(of);
  const fact = facts.find((one) => one.id === id)!;
  if (language === "en") return fact;
  hindi ??= import("./status-facts.hi.ts").then((module) => module.default);
  return { ...fact, ...use(hindi)[id] };
}
