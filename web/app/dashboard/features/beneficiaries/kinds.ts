// The texts for the codes of beneficiaries from the server.
import type { Outputs } from "#dashboard/api/operations.ts";
import type { Tone } from "#dashboard/ui/badge.tsx";

export type Beneficiary = Outputs["getBeneficiary"];
export type Batch = Outputs["uploadBeneficiaries"];
export type PaidTo = Beneficiary["paidTo"][number];

export const paidToKeys = {
  bank: "kindBank",
  upi: "kindUpi",
  card: "kindCard",
  wallet: "kindWallet",
} as const;

export const stateKeys = {
  active: { text: "stateActive", tone: "ok" },
  invalid: { text: "stateInvalid", tone: "bad" },
  awaiting_approval: { text: "stateAwaiting", tone: "info" },
  removed: { text: "stateRemoved", tone: "neu" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

export const batchKeys = {
  uploaded: { text: "batchUploaded", tone: "info" },
  validating: { text: "batchValidating", tone: "info" },
  awaiting_approval: { text: "batchAwaiting", tone: "info" },
  processing: { text: "batchProcessing", tone: "info" },
  completed: { text: "batchCompleted", tone: "ok" },
  partly_failed: { text: "batchPartly", tone: "warn" },
  rejected: { text: "batchRejected", tone: "bad" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

export const rowKeys = {
  open: { text: "rowOpen", tone: "info" },
  added: { text: "rowAdded", tone: "ok" },
  rejected: { text: "rowRejected", tone: "bad" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

/** The lowest public score of a good partial match. Payments that require a name match accept it. */
const GOOD_SCORE = 85;

export const matches = (score: number): boolean => score >= GOOD_SCORE;

export const isOver = ({ status }: Batch): boolean =>
  status === "completed" || status === "partly_failed" || status === "rejected";
