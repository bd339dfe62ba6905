// The words of a status in the language chosen. English is the table that the documentation shows.
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

/** What the API says of a transfer, as far as its badge depends on it. */
export interface StatusOf {
  /** A status of the engine ("sent") or the public word ("PENDING"). */
  status: string;
  /** Whether the payee's bank has credited. */
  acknowledged?: boolean | number | undefined;
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

/** The id of the fact that a status is shown by. */
export function statusId({ status, acknowledged }: StatusOf): string {
  if (status === "succeeded" || status === "SUCCESS") return acknowledged ? "success-1" : "success-0";
  return engineIds[status] ?? facts.find((fact) => fact.status === status)?.id ?? "pending";
}

export function useStatus(of: StatusOf): Status {
  const language = useLanguage();
  const id = statusId(of);
  const fact = facts.find((one) => one.id === id)!;
  if (language === "en") return fact;
  hindi ??= import("./status-facts.hi.ts").then((module) => module.default);
  return { ...fact, ...use(hindi)[id] };
}
