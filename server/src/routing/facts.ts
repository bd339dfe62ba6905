/** What a routing decision is made of, and what it answers. */
import type { BankSnapshot } from "#health";
import type { Calendar, FailureReason, Rail, TransferMode } from "#rails";
import type { Policy } from "./policy.ts";

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
  /** The first four letters of its IFSC, and the handle of its VPA: its health may be known apart. */
  readonly bankCode?: string | null;
  readonly handle?: string | null;
}

/** One of our banks, as it stands now. */
export interface BankFacts {
  readonly bankId: string;
  readonly rails: readonly Rail[];
  /** Switched on for this merchant. */
  readonly enabled: boolean;
  /** Rails that this bank cannot serve now, whatever its health: it is switched off for new orders. */
  readonly railsDown?: readonly Rail[];
  /** The bank's own ceiling of one transfer (paise, included) where it is lower than the rail's. */
  readonly maxPaise?: Readonly<Partial<Record<Rail, bigint>>>;
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
  /** The calendar in force; the published hours when not given. */
  readonly calendar?: Calendar;
  /** Without one: that of the product, version 0. */
  readonly policy?: Policy;
  readonly policyVersion?: number;
  /** How the banks are; without one all are well. */
  readonly snapshot?: BankSnapshot;
  /** Banks that are probed or recover and have no place free, by their key in the snapshot; when they will have one. */
  readonly full?: ReadonlyMap<string, Date>;
  /** A number from 0 to 99 that follows from the transfer's id: which share it belongs to. */
  readonly bucket?: number;
}

/** Why a rail and bank were not taken. */
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
  /** By what its answers say. */
  "bank_down",
  /** By what was announced. */
  "bank_announced_down",
  /** It is probed or recovers, and the few transfers that it gets by now are on their way. */
  "bank_without_place",
  "payee_bank_down",
  /** It could have carried the transfer, and another came first. */
  "came_later",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Candidate {
  readonly rail: Rail;
  readonly bankId: string;
  /** Null for the one chosen. */
  readonly skipped: SkipReason | null;
  /** What it was put in its place for, as far as it is not the same for all. */
  readonly state?: string;
  /** Of its last calls so many failed, in hundredths of a percent. */
  readonly failBp?: number;
  /** Put behind the others for its health. */
  readonly demoted?: true;
  /** The transfer belongs to this bank's share. */
  readonly share?: true;
  /** Its place in the policy's order, from 0. */
  readonly place?: number;
  /** What it costs by the policy, its failures weighed in (paise). */
  readonly cost?: string;
}

/** What the decision was made from, beside the transfer's amount and its moment: enough to make it again. */
export interface Given {
  readonly mode: TransferMode;
  /** The payee's instruments. */
  readonly payee: readonly string[];
  readonly payeeRefuses: readonly Rail[];
  readonly payeeDown: readonly Rail[];
  /** The payee's bank code and handle, where its health is known apart. */
  readonly payeeCodes: readonly string[];
  readonly banks: readonly {
    readonly bankId: string;
    readonly rails: readonly Rail[];
    readonly enabled: boolean;
    readonly railsDown: readonly Rail[];
    readonly maxPaise: Readonly<Partial<Record<Rail, string>>>;
  }[];
  readonly tried: readonly string[];
  /** The bank that holds the money; null: any. */
  readonly heldAt: string | null;
  readonly calendar: string;
  readonly full: readonly string[];
  /** Null: the policy has no shares. */
  readonly bucket: number | null;
}

/**
 * Why this route. Holds no amount, time or name, so that equal decisions are equal text and are stored once.
 */
export interface Explanation {
  /** The rule and its version: mode, the rails it allows in order, version. */
  readonly rule: string;
  readonly policyVersion: number;
  readonly snapshotNo: number;
  readonly given: Given;
  /** Every rail of the mode with every bank, in the order in which they were looked at. */
  readonly candidates: readonly Candidate[];
  readonly chosen: { readonly rail: Rail; readonly bankId: string } | null;
}

export interface Route {
  readonly kind: "route";
  readonly rail: Rail;
  readonly bankId: string;
  /** The bank gives only so many places, and this takes one of them; null: it need not. */
  readonly placeKey: string | null;
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
  /**
   * A bank, ours or the payee's, is down. `opensAt`: when a closed rail would open another way, if any. `againAt`: when
   * the first of our banks may be tried again, if that is known.
   */
  | {
      readonly kind: "down";
      readonly opensAt: Date | null;
      readonly againAt: Date | null;
      readonly explanation: Explanation;
    }
  /** Every bank that could pay has been tried. */
  | { readonly kind: "exhausted"; readonly explanation: Explanation }
  /** Waiting helps nothing: the amount, the payee's details or the banks' offers forbid it. */
  | { readonly kind: "impossible"; readonly reason: FailureReason; readonly explanation: Explanation };
