// The texts for the codes of fund sources from the server.
import type { Outputs } from "#dashboard/api/operations.ts";
import type { Tone } from "#dashboard/ui/badge.tsx";

export type FundSource = Outputs["listFundSources"]["items"][number];
export type Entry = Outputs["listStatement"]["items"][number];
export type Withdrawal = Outputs["listWithdrawals"]["items"][number];
export type Downtime = Outputs["listDowntimes"]["items"][number];

/** True for sources that pay a merchant's own transfers. */
export const paysTransfers = ({ kind }: FundSource): boolean => kind === "wallet" || kind === "bank_account";

/** True for sources with a virtual account that receives money. */
export const takesDeposits = ({ kind }: FundSource): boolean =>
  kind === "wallet" || kind === "lender" || kind === "originator";

export const kindKeys = {
  wallet: "kindWallet",
  bank_account: "kindBank",
  lender: "kindLender",
  originator: "kindOriginator",
  intermediate: "kindIntermediate",
} as const;

export const entryKeys = {
  transfer: "entryTransfer",
  paid_late: "entryPaidLate",
  credit: "entryCredit",
  reversal: "entryReversal",
  withdrawal: "entryWithdrawal",
  verification: "entryVerification",
  internal_transfer: "entryInternal",
  loan: "entryLoan",
  loan_charges: "entryLoanCharges",
  unregistered_credit: "entryUnregistered",
  refund: "entryRefund",
  adjustment: "entryAdjustment",
} as const;

export const withdrawalKeys = {
  waiting: { text: "stateWaiting", tone: "info" },
  awaiting_approval: { text: "stateAwaitingApproval", tone: "warn" },
  processing: { text: "stateProcessing", tone: "info" },
  paid: { text: "statePaid", tone: "ok" },
  failed: { text: "stateFailed", tone: "bad" },
  returned: { text: "stateReturned", tone: "warn" },
} as const satisfies Record<string, { text: string; tone: Tone }>;

export const refundKeys = {
  waiting: { text: "stateWaiting", tone: "info" },
  processing: { text: "stateProcessing", tone: "info" },
  paid: { text: "stateSentBack", tone: "ok" },
  stuck: { text: "stateStuck", tone: "bad" },
  credited: { text: "stateCredited", tone: "ok" },
} as const satisfies Record<string, { text: string; tone: Tone }>;
