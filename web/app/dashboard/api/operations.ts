// Written from contract/openapi-dashboard.json by `npm run write-contract`; not edited by hand.

export interface OperationShape {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly string[];
  readonly sends?: "file";
  readonly answers?: "file";
}

export const operations = {
  getSession: { method: "GET", path: "/session" },
  watchMerchant: { method: "GET", path: "/merchants/{merchantId}/events", answers: "file" },
  getSummary: { method: "GET", path: "/merchants/{merchantId}/summary", query: ["days","fundSourceId","mode"] },
  getFigures: { method: "GET", path: "/merchants/{merchantId}/figures", query: ["days","fundSourceId","mode"] },
  getBalanceForecast: { method: "GET", path: "/merchants/{merchantId}/balance-forecast", query: ["fundSourceId"] },
  previewTransfer: { method: "POST", path: "/merchants/{merchantId}/transfer-previews" },
  createTransfer: { method: "POST", path: "/merchants/{merchantId}/transfers" },
  getTransferByKey: { method: "GET", path: "/merchants/{merchantId}/transfer-keys/{transferKey}" },
} as const satisfies Record<string, OperationShape>;

/** What a member must be allowed to do to call an operation; operations that all may call are not there. */
export const permissionOf = {
  watchMerchant: "access_transfers",
  getSummary: "access_transfers",
  getFigures: "access_transfers",
  getBalanceForecast: "access_transfers",
  previewTransfer: "initiate_quick_transfer",
  createTransfer: "initiate_quick_transfer",
  getTransferByKey: "access_transfers",
} as const;

export type Count = { readonly transfers: number; readonly amount: string; };

export type SuccessRate = { readonly transfers: number; readonly rate: number | null; readonly low: number | null; readonly high: number | null; };

export type TransferState = { readonly transferId: string; readonly transferKey: string; readonly referenceId: string; readonly status: string; readonly stage: string; readonly waitingFor: string | null; readonly acknowledged: boolean; readonly amount: string; readonly fee: string; readonly tax: string; readonly mode: string; readonly rail: string; readonly bankId: string | null; readonly utr: string | null; readonly reason: string | null; readonly acceptedAt: string; readonly sentAt: string | null; readonly finishedAt: string | null; readonly nextAt: string | null; };

export type TransferTime = { readonly transfers: number; readonly p50Ms: number; readonly p95Ms: number; };

export interface Inputs {
  getSession: {  };
  watchMerchant: { readonly merchantId: string; };
  getSummary: { readonly merchantId: string; readonly days: number; readonly fundSourceId?: string | undefined; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; };
  getFigures: { readonly merchantId: string; readonly days: number; readonly fundSourceId?: string | undefined; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | "card" | undefined; };
  getBalanceForecast: { readonly merchantId: string; readonly fundSourceId?: string | undefined; };
  previewTransfer: { readonly merchantId: string; readonly transferKey: string; readonly beneId?: string | undefined; readonly name?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly phone?: string | undefined; readonly amount: string; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | undefined; readonly remarks?: string | undefined; readonly fundSourceId?: string | undefined; readonly processOn?: string | undefined; };
  createTransfer: { readonly merchantId: string; readonly transferKey: string; readonly beneId?: string | undefined; readonly name?: string | undefined; readonly accountNumber?: string | undefined; readonly ifsc?: string | undefined; readonly vpa?: string | undefined; readonly phone?: string | undefined; readonly amount: string; readonly mode?: "banktransfer" | "imps" | "neft" | "rtgs" | "upi" | "paytm" | "amazonpay" | undefined; readonly remarks?: string | undefined; readonly fundSourceId?: string | undefined; readonly processOn?: string | undefined; };
  getTransferByKey: { readonly merchantId: string; readonly transferKey: string; };
}

export interface Outputs {
  getSession: { readonly memberId: string; readonly name: string; readonly email: string; readonly emailProved: boolean; readonly role: string | null; readonly permissions: readonly (string)[]; readonly organization: { readonly organizationId: string; readonly name: string; readonly endsAt: string | null; }; readonly merchants: readonly ({ readonly merchantId: string; readonly name: string; readonly mode: "sandbox" | "live"; })[]; readonly secondFactor: boolean; readonly provedAt: string; readonly endsAt: string; };
  watchMerchant: Blob;
  getSummary: { readonly from: string; readonly to: string; readonly readAt: string; readonly total: { readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; }; readonly reasons: readonly ({ readonly reason: string; readonly outcome: string; readonly transfers: number; readonly amount: string; })[]; readonly now: { readonly waiting: readonly ({ readonly waitingFor: "schedule" | "funds" | "window" | "downtime" | "approval"; readonly transfers: number; readonly amount: string; readonly nextAt: string; })[]; readonly batchesToApprove: { readonly batches: number; readonly amount: string; }; readonly inReview: Count; readonly lowBalances: readonly ({ readonly fundSourceId: string; readonly name: string; readonly available: string; readonly threshold: string; })[]; readonly incidents: readonly ({ readonly incidentNo: number; readonly entityCode: string; readonly entityName: string; readonly mode: string; readonly severity: string; readonly startedAt: string; readonly endsAt: string | null; })[]; }; };
  getFigures: { readonly from: string; readonly to: string; readonly readAt: string; readonly total: { readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; }; readonly byDay: readonly ({ readonly day: string; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; readonly byRail: readonly ({ readonly rail: string; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; readonly byBank: readonly ({ readonly bankId: string | null; readonly all: Count; readonly succeeded: Count; readonly failed: Count; readonly reversed: Count; readonly rejected: Count; readonly inFlight: Count; readonly successRate: SuccessRate; readonly took: TransferTime | null; })[]; };
  getBalanceForecast: { readonly fundSourceId: string; readonly available: string; readonly overdraftLimit: string; readonly pace: { readonly days: number; readonly transfers: number; readonly transfersMin: number; readonly taken: string; readonly hours: number; readonly perHour: string | null; }; readonly runsOutAt: string | null; };
  previewTransfer: { readonly outcome: "sent" | "waits" | "needs_approval" | "rejected" | "refused" | "repeated"; readonly refusal: { readonly code: string; readonly field: string; readonly message: string; } | null; readonly waitingFor: string | null; readonly nextAt: string | null; readonly amount: string; readonly fee: string; readonly tax: string; readonly total: string; readonly fundSource: { readonly fundSourceId: string; readonly name: string; } | null; readonly available: string | null; readonly balanceAfter: string | null; readonly route: { readonly rail: string; readonly bankId: string; readonly skipped: readonly ({ readonly rail: string; readonly bankId: string; readonly because: string; })[]; } | null; readonly payee: { readonly name: string; readonly beneId: string | null; readonly accountLast4: string | null; readonly ifsc: string | null; readonly bankName: string | null; readonly vpa: string | null; readonly phone: string | null; readonly addedAt: string; } | null; readonly approval: { readonly policy: string; readonly expiresAfterMinutes: number; readonly levels: readonly ({ readonly approvers: number; readonly names: readonly (string)[]; })[]; } | null; readonly modes: readonly ({ readonly mode: string; readonly refusal: { readonly code: string; readonly field: string; readonly message: string; } | null; readonly rail: string | null; readonly min: string; readonly max: string; readonly fee: string; readonly tax: string; readonly opensAt: string | null; readonly expectedBy: string | null; })[]; readonly duplicate: { readonly transferId: string; readonly transferKey: string; readonly status: string; readonly acceptedAt: string; readonly withinHours: number; } | null; readonly incidents: readonly ({ readonly entityName: string; readonly mode: string; readonly severity: string; readonly startedAt: string; })[]; };
  createTransfer: { readonly transfer: TransferState; readonly rejection: { readonly code: string; readonly field: string; readonly message: string; } | null; };
  getTransferByKey: { readonly transfer: TransferState; };
}
