// The texts for the codes of reports from the server.
import type { Outputs } from "#dashboard/api/operations.ts";
import type { Tone } from "#dashboard/ui/badge.tsx";

export type Report = Outputs["listReports"]["items"][number];
export type Shape = Outputs["listReportTypes"]["items"][number];

export const typeKeys = {
  transfer: { title: "typeTransfer", about: "aboutTransfer" },
  pending_transfer: { title: "typePending", about: "aboutPending" },
  flowgram: { title: "typeFlowgram", about: "aboutFlowgram" },
  account_statement: { title: "typeStatement", about: "aboutStatement" },
  reversed_transfers: { title: "typeReversed", about: "aboutReversed" },
} as const;

export const stateKeys = {
  requested: { text: "stateRequested", tone: "info" },
  running: { text: "stateRunning", tone: "info" },
  ready: { text: "stateReady", tone: "ok" },
  failed: { text: "stateFailed", tone: "bad" },
  expired: { text: "stateExpired", tone: "neu" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

export const isUnderWay = ({ status }: Report): boolean => status === "requested" || status === "running";

const kilo = 1_024;

/** Returns the size of a download as "12 kB" or "3.4 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < kilo * kilo) return `${Math.max(1, Math.round(bytes / kilo))} kB`;
  return `${(bytes / kilo / kilo).toFixed(1)} MB`;
}
