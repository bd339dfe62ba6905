/** The orders of a merchant, and the answers to them. */
import type { Presumed } from "#access";
import type { CreatorKind, ExemptWay } from "#approvals";
import type { Actor } from "#audit";
import type { PayeeInput } from "#beneficiaries";
import type { Vault } from "#lib/vault";
import type { TransferMode } from "#rails";
import type { RefusalCode } from "../errors.ts";
import type { Origin } from "../origins.ts";
import type { Transfer } from "../transfer.ts";

export interface TransferOrder {
  /** The merchant's own ID of the transfer: the same ID is always the same transfer. */
  transferKey: string;
  payee: BeneficiaryToPay | { inline: PayeeInput };
  /** The payee as requested, if `payee` was looked up from it. Repeats are recognized by this. */
  given?: TransferOrder["payee"];
  amountPaise: bigint;
  /** The amount by which policies and limits of keys judge it, if that is more than what the payee gets. */
  judgedPaise?: bigint;
  mode: TransferMode;
  remarks: string;
  /** The fund source that pays. Null means the only one, or the wallet. */
  fundSourceId: string | null;
  /** Not to be sent before this moment, by the merchant's clock. It must be in the future. */
  processOn?: Date | null;
  /** If several wait for money, the higher goes first. At most `PRIORITY_MAX` up or down. Default 0. */
  priority?: number;
  /** True if the call does not wait for the outcome: wrong details then reject the transfer. */
  asynchronous?: boolean;
  /** The origin of the order. Null means a plain API call. */
  origin?: Origin | null;
  /** The reason why a member must approve it, whatever the policies say. Default: no approval is needed. */
  drafted?: string;
  /**
   * The time at which the request behind the order was taken, by the merchant's clock. If the bank was stopped after
   * that, the order waits until the bank is enabled, instead of being refused. Null means that the order is new.
   */
  takenAt?: Date | null;
  /** The maker, who cannot approve the request. Default: the system. */
  createdBy?: OrderMaker;
  /** The presumed caller. If that is no longer true when the order is accepted, the order is left out. */
  presumed?: Presumed | null;
  /** The channel, if a merchant can exempt it from its policies. Null means that the policies always apply. */
  way?: ExemptWay | null;
}

/** A listed beneficiary. */
interface BeneficiaryToPay {
  readonly beneId: string;
  /** Our ID of the beneficiary, so that a later one with the same `beneId` is not paid instead. */
  readonly beneficiaryId?: string;
}

/** The maker of a transfer, and the channel, as far as policies distinguish channels. */
export interface OrderMaker {
  readonly maker: Actor;
  readonly creator: CreatorKind;
  /** The member whom the secret of a key pair was shown to, if it asked before the order is made. */
  readonly secretShownTo?: string | null;
  /** Members who cannot approve it either, because they made what it repeats. */
  readonly otherMakers?: readonly string[];
}

/**
 * The `takenAt` of orders that are taken without a check of the bank: links and withdrawals wait, whenever it was
 * stopped.
 */
export const TAKEN_UNASKED = new Date(0);

/** The highest priority; its negative is the lowest. */
export const PRIORITY_MAX = 100;

/** A member can order this much, at once or in parts, before a new proof of identity is needed. */
export const UNPROVED_MAX_PAISE = 2_00_000_00n;

/** Orders can be scheduled this many days ahead. */
export const PROCESS_ON_DAYS_MAX = 365;

const LINK_KEY = /^fg_[0-9a-f]{32}_[0-9]+$/;

/**
 * Returns true if an ID has the form of those that payout links give their transfers. Readers of the audit log know
 * the IDs of links, so no caller may use such an ID: the payee of the link could not be paid under it any more.
 */
export function isLinkKey(transferKey: string): boolean {
  return LINK_KEY.test(transferKey);
}

export type Acceptance =
  | { kind: "accepted"; transfer: Transfer }
  /** The merchant has used this ID before; `sameContent` is true for the same order. Nothing is done. */
  | { kind: "repeated"; transfer: Transfer; sameContent: boolean }
  /** The order cannot be carried out as it is. Nothing is stored and the ID stays free. */
  | { kind: "refused"; code: RefusalCode; details: Record<string, unknown> }
  /**
   * Ended at once for a reason that may pass: a rule, or too little money. It is stored, so that a retry with
   * the same ID never turns the refusal into a payment.
   */
  | { kind: "rejected" | "failed"; transfer: Transfer; code: RefusalCode };

/**
 * A keyed hash of everything that an order says. It reveals the same ID with other content, and account
 * numbers or tokens cannot be found from the database by guessing them.
 */
export function contentHash(vault: Vault, order: TransferOrder): Buffer {
  const said = order.given ?? order.payee;
  const payee = "beneId" in said ? said.beneId : sortedDetails(said.inline);
  const content: unknown[] = [
    payee,
    order.amountPaise.toString(),
    order.mode,
    order.remarks,
    order.fundSourceId,
  ];
  if (order.processOn) content.push(order.processOn.toISOString());
  if (order.given) content.push("payee found out");
  return vault.hmac("transfers.content", JSON.stringify(content)).subarray(0, 16);
}

function sortedDetails(details: PayeeInput): (readonly [string, unknown])[] {
  return Object.entries(details)
    .filter(([, value]) => value !== undefined && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
