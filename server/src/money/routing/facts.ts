/** The facts of a routing decision, and its results. */
import type { BankSnapshot } from "#health";
import type { Calendar, FailureReason, Rail, TransferMode } from "#rails";
import type { RoutingPolicy } from "./policy.ts";

/** The instruments that a payee has. The choice never sees the numbers themselves. */
export interface RoutedPayee {
  readonly hasAccount: boolean;
  readonly hasVpa: boolean;
  readonly hasPhone: boolean;
  readonly hasCard: boolean;
  /** Rails that the payee's own bank never accepts, by its IFSC (a few banks have no IMPS). */
  readonly railsRefused?: readonly Rail[];
  /** Rails on which the payee's own bank cannot be reached now. */
  readonly railsDown?: readonly Rail[];
  /** The first four letters of its IFSC, and the handle of its VPA: their health may be known separately. */
  readonly bankCode?: string | null;
  readonly handle?: string | null;
}

/** One of our banks in its current state. */
export interface BankFacts {
  readonly bankId: string;
  readonly rails: readonly Rail[];
  /** True if it is enabled for this merchant. */
  readonly enabled: boolean;
  /** Rails that this bank cannot serve now, whatever its health, because it is disabled for new orders. */
  readonly railsDown?: readonly Rail[];
  /** The bank's own limit for one transfer (paise, included) if it is lower than the rail's. */
  readonly maxPaise?: Readonly<Partial<Record<Rail, bigint>>>;
}

export interface RouteFacts {
  readonly mode: TransferMode;
  readonly amountPaise: bigint;
  /** The merchant's clock. */
  readonly now: Date;
  readonly payee: RoutedPayee;
  readonly banks: readonly BankFacts[];
  /** Banks that already had an attempt of this transfer and must not get another. */
  readonly banksTried: readonly string[];
  /** The location of the money: the wallet can pay through any bank, a bank account only through its own. */
  readonly fundSource: { readonly fundSourceId: string; readonly bankId: string | null };
  /** The calendar in force. Default: the published hours. */
  readonly calendar?: Calendar;
  /** Default: the default policy, version 0. */
  readonly policy?: RoutingPolicy;
  readonly policyVersion?: number;
  /** The health of the banks. Default: all are healthy. */
  readonly snapshot?: BankSnapshot;
  /** Probed or recovering banks without a free place, by snapshot key, with the time of the next place. */
  readonly full?: ReadonlyMap<string, Date>;
  /** A number from 0 to 99 that follows from the transfer's ID and decides which share it belongs to. */
  readonly bucket?: number;
}

/** The reasons why a rail and bank were not chosen. */
export const SKIP_REASONS = [
  "amount_below_rail_minimum",
  "amount_above_rail_maximum",
  "amount_above_bank_maximum",
  "payee_lacks_instrument",
  "payee_bank_lacks_rail",
  "rail_not_offered",
  "bank_disabled",
  "not_the_banks_money",
  "already_tried",
  "rail_closed",
  /** Down by its responses. */
  "bank_down",
  /** Down by an announcement. */
  "bank_announced_down",
  /** It is probed or recovers, and its few transfers are already in progress. */
  "bank_without_place",
  "payee_bank_down",
  /** It could have carried the transfer, but another one came first. */
  "came_later",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Candidate {
  readonly rail: Rail;
  readonly bankId: string;
  /** Null for the chosen one. */
  readonly skipped: SkipReason | null;
  /** The values that decided its position, as far as they differ from the default. */
  readonly state?: string;
  /** The share of its last calls that failed, in hundredths of a percent. */
  readonly failBp?: number;
  /** Put behind the others because of its health. */
  readonly demoted?: true;
  /** The transfer belongs to this bank's share. */
  readonly share?: true;
  /** Its position in the policy's order, from 0. */
  readonly place?: number;
  /** Its cost in paise under the policy, including the assumed cost of its failures. */
  readonly cost?: string;
}

/** The facts of the decision, except the transfer's amount and time: enough to repeat it. */
export interface GivenPolicies {
  readonly mode: TransferMode;
  readonly payee: readonly string[];
  readonly payeeRefuses: readonly Rail[];
  readonly payeeDown: readonly Rail[];
  /** The payee's bank code and handle, if their health is known separately. */
  readonly payeeCodes: readonly string[];
  readonly banks: readonly {
    readonly bankId: string;
    readonly rails: readonly Rail[];
    readonly enabled: boolean;
    readonly railsDown: readonly Rail[];
    readonly maxPaise: Readonly<Partial<Record<Rail, string>>>;
  }[];
  readonly tried: readonly string[];
  /** The bank that holds the money. Null means any. */
  readonly heldAt: string | null;
  readonly calendar: string;
  readonly full: readonly string[];
  /** Null means that the policy has no shares. */
  readonly bucket: number | null;
}

/** The reasons for a route, without amount, time or name, so that equal decisions are stored once. */
export interface RouteExplanation {
  /** The rule and its version: mode, the rails it allows in order, version. */
  readonly rule: string;
  readonly policyVersion: number;
  readonly snapshotNo: number;
  readonly given: GivenPolicies;
  /** Every rail of the mode with every bank, in the order in which they were examined. */
  readonly candidates: readonly Candidate[];
  readonly chosen: { readonly rail: Rail; readonly bankId: string } | null;
}

export interface Route {
  readonly kind: "route";
  readonly rail: Rail;
  readonly bankId: string;
  /** The key if the bank gives only a limited number of places and this takes one; null otherwise. */
  readonly placeKey: string | null;
  readonly explanation: RouteExplanation;
}

/** The reason why nothing can carry the transfer now, and what to wait for, if anything. */
export type NoRoute =
  /** Only hours prevent it: a bank could pay by `rail` from `opensAt` on. */
  | {
      readonly kind: "closed";
      readonly rail: Rail;
      readonly opensAt: Date;
      readonly explanation: RouteExplanation;
    }
  /**
   * A bank, ours or the payee's, is down. `opensAt`: when a closed rail would offer another way, if any.
   * `againAt`: when the first of our banks can be tried again, if known.
   */
  | {
      readonly kind: "down";
      readonly opensAt: Date | null;
      readonly againAt: Date | null;
      readonly explanation: RouteExplanation;
    }
  /** Every bank that could pay has been tried. */
  | { readonly kind: "exhausted"; readonly explanation: RouteExplanation }
  /** Waiting does not help: the amount, the payee's details or the banks' offers prevent it. */
  | { readonly kind: "impossible"; readonly reason: FailureReason; readonly explanation: RouteExplanation };
