/** What a routing decision is made of, and what it answers. */
import type { Calendar, FailureReason, Rail, TransferMode } from "#rails";

/** Which instruments a payee has; the choice never sees the numbers themselves. */
export interface PayeeFacts {
  readonly hasAccount: boolean;
  readonly hasVpa: boolean;
  readonly hasPhone: boolean;
  readonly hasCard: boolean;
  /** Rails that the payee's own bank never takes, as its IFSC says (a few banks have no IMPS). */
  readonly railsRefused?: readonly Rail[];
  /** Rails that the payee's own bank cannot be reached by now. */
  readonly railsDown?: readonly Rail[];
}

/** One of our banks, as it stands now. */
export interface BankFacts {
  readonly bankId: string;
  readonly rails: readonly Rail[];
  /** Switched on for this merchant. */
  readonly enabled: boolean;
  /** Rails that this bank cannot serve now: downtime. */
  readonly railsDown?: readonly Rail[];
  /** The bank's own ceiling of one transfer (paise, included) where it is lower than the rail's. */
  readonly maxPaise?: Readonly<Partial<Record<Rail, bigint>>>;
}

/** Which banks come first for a rail up to an amount (paise, included; null: any). The first fit counts. */
export interface OrderRow {
  readonly rail: Rail;
  readonly uptoPaise: bigint | null;
  /** Best first. Banks not named come after these, in the order in which the facts list them. */
  readonly bankIds: readonly string[];
}

export interface RouteFacts {
  readonly mode: TransferMode;
  readonly amountPaise: bigint;
  /** The merchant's clock. */
  readonly now: Date;
  readonly payee: PayeeFacts;
  readonly banks: readonly BankFacts[];
  /** Banks that have had an attempt of this transfer: never asked again. */
  readonly banksTried: readonly string[];
  /**
   * Where the money lies: the wallet may leave by any bank, a connected account (`bankId`) only by its own.
   */
  readonly fundSource: { readonly fundSourceId: string; readonly bankId: string | null };
  readonly order?: readonly OrderRow[];
  /** The calendar in force; the published hours when not given. */
  readonly calendar?: Calendar;
}

/** Why a rail and bank were not taken. */
export type SkipReason =
  | "amount_below_rail_minimum"
  | "amount_above_rail_maximum"
  | "amount_above_bank_maximum"
  | "payee_lacks_instrument"
  | "payee_bank_lacks_rail"
  | "rail_not_offered"
  | "bank_disabled"
  | "not_the_banks_money"
  | "already_tried"
  | "rail_closed"
  | "bank_down"
  | "payee_bank_down";

export interface Candidate {
  readonly rail: Rail;
  readonly bankId: string;
  /** Null for the one chosen; candidates after it were not looked at and are not listed. */
  readonly skipped: SkipReason | null;
}

/**
 * Why this route. Holds no amount, time or name, so that equal decisions are equal text and are stored once.
 */
export interface Explanation {
  /** The rule and its version: mode, the rails it allows in order, version. */
  readonly rule: string;
  readonly candidates: readonly Candidate[];
  readonly chosen: { readonly rail: Rail; readonly bankId: string } | null;
}

export interface Route {
  readonly kind: "route";
  readonly rail: Rail;
  readonly bankId: string;
  readonly explanation: Explanation;
}

/** Why no rail and bank can carry the transfer now, and what to wait for if anything. */
export type NoRoute =
  /** Only hours stand in the way: a bank could pay by `rail` from `opensAt` on. */
  | {
      readonly kind: "closed";
      readonly rail: Rail;
      readonly opensAt: Date;
      readonly explanation: Explanation;
    }
  /** A bank, ours or the payee's, is down. `opensAt`: when a closed rail would open another way, if any. */
  | { readonly kind: "down"; readonly opensAt: Date | null; readonly explanation: Explanation }
  /** Every bank that could pay has been tried. */
  | { readonly kind: "exhausted"; readonly explanation: Explanation }
  /** Waiting helps nothing: the amount, the payee's details or the banks' offers forbid it. */
  | { readonly kind: "impossible"; readonly reason: FailureReason; readonly explanation: Explanation };
