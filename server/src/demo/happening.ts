/** The things that happen to the demo business, one at a time. */
import type { TransferMode } from "#rails";
import type { ReportFormat, ReportType } from "#reports";

/** Members of the demo who act, by the first part of their e-mail address. */
export type Person = "admin" | "initiator" | "approver" | "second.approver";

export interface PlannedOrder {
  readonly transferKey: string;
  readonly beneId: string;
  readonly amountPaise: bigint;
  readonly mode: TransferMode;
  readonly remarks: string;
  /** Default: the wallet. */
  readonly fundSourceId?: string;
  readonly processOn?: Date;
}

/** One thing that happens, by its kind. Every one can be repeated without happening twice. */
export type Deed =
  /** Payees, registered account, second bank account, policies, webhook endpoint, and recipients of e-mails. */
  | { readonly kind: "set-up" }
  | { readonly kind: "top-up"; readonly utr: string; readonly amount: string; readonly fundSourceId?: string }
  /** Placed by the business's own program, unless a person is named. */
  | { readonly kind: "orders"; readonly orders: readonly PlannedOrder[]; readonly person?: Person }
  | {
      readonly kind: "decide";
      readonly subject: { readonly transferKey: string } | { readonly batchKey: string };
      readonly person: Person;
      readonly verdict: "approve" | "reject";
      readonly remarks: string;
    }
  | { readonly kind: "salaries"; readonly batchKey: string }
  | { readonly kind: "link"; readonly linkKey: string; readonly name: string; readonly amountPaise: bigint }
  | { readonly kind: "withdraw"; readonly withdrawalKey: string; readonly amountPaise: bigint }
  | { readonly kind: "incident"; readonly bank: string; readonly because: string; readonly ends: boolean }
  /** A file for the accountant, for the days from `daysAgo` to the day itself. */
  | {
      readonly kind: "report";
      readonly name: string;
      readonly type: ReportType;
      readonly format: ReportFormat;
      readonly daysAgo: number;
    }
  /** A downtime that a bank has announced. */
  | { readonly kind: "maintenance"; readonly bank: string; readonly from: Date; readonly to: Date }
  /** Turns the business's webhook receiver on or off. */
  | { readonly kind: "receiver"; readonly answers: boolean }
  /** The hours for which transfers wait for money; null: they are refused instead. */
  | { readonly kind: "queuing"; readonly hours: number | null };

export interface Happening {
  readonly at: Date;
  readonly deed: Deed;
}
