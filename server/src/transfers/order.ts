/** What a merchant asks for, and what accepting answers. */
import type { Presumed } from "#access";
import type { CreatorKind, Way } from "#approvals";
import type { Actor } from "#audit";
import type { PayeeInput } from "#beneficiaries";
import type { Vault } from "#lib/vault";
import type { TransferMode } from "#rails";
import type { RefusalCode } from "./errors.ts";
import type { Origin } from "./origins.ts";
import type { Transfer } from "./transfer.ts";

/** One order to pay. */
export interface TransferOrder {
  /** The merchant's own id of the transfer: the same id is always the same transfer. */
  transferKey: string;
  payee: NamedPayee | { inline: PayeeInput };
  /** What was asked for, where `payee` was found out from it: the same words are the same order. */
  given?: TransferOrder["payee"];
  amountPaise: bigint;
  mode: TransferMode;
  remarks: string;
  /** Which fund source pays; null: the only one, or the wallet. */
  fundSourceId: string | null;
  /** Not before this moment, by the merchant's clock; it must be to come. */
  processOn?: Date | null;
  /** Where several wait for money: the higher goes first. Default 0, at most `PRIORITY_MAX` either way. */
  priority?: number;
  /** Whether the call does not wait for the outcome: wrong details then reject the transfer. Default no. */
  asynchronous?: boolean;
  /** What made the order, when it was no plain API call. */
  origin?: Origin | null;
  /** A draft: a member must approve it whatever the policies say. Default no. */
  drafted?: boolean;
  /**
   * When what it is made from was taken, by the merchant's clock: an order taken before its bank was stopped waits
   * until the bank is enabled, instead of being refused. Null: it is new.
   */
  takenAt?: Date | null;
  /** Who asks for it: makers cannot approve their own requests. Default: the system. */
  createdBy?: Asking;
  /** Whom the API took for its caller: when that holds no longer as the order is accepted, it is left out. */
  presumed?: Presumed | null;
  /** The channel, where a merchant may exempt it from its policies; null: they always apply. */
  way?: Way | null;
}

/** A listed beneficiary. */
export interface NamedPayee {
  readonly beneId: string;
  /** Our id of the one that is meant: another that has taken its place under the same `beneId` is not paid. */
  readonly beneficiaryId?: string;
}

/** Who asks for a transfer, and by which of the channels that policies distinguish. */
export interface Asking {
  readonly maker: Actor;
  readonly creator: CreatorKind;
}

/** `takenAt` of what was taken without a look at its bank: links and withdrawals wait whenever the stop began. */
export const TAKEN_UNASKED = new Date(0);

/** How high an order's priority may be, and how low below zero. */
export const PRIORITY_MAX = 100;

/** How much a member may order, at once or in parts, before identity must be confirmed again. */
export const UNPROVED_MAX_PAISE = 2_00_000_00n;

/** How far ahead an order may be given. */
export const PROCESS_ON_DAYS_MAX = 365;

/** The answer to an order. */
export type Acceptance =
  | { kind: "accepted"; transfer: Transfer }
  /** The merchant has used this id before; `sameContent`: whether for the same order. Nothing happened now. */
  | { kind: "repeated"; transfer: Transfer; sameContent: boolean }
  /** The order cannot be carried out as it stands; nothing is stored and the id stays free. */
  | { kind: "refused"; code: RefusalCode; details: Record<string, unknown> }
  /**
   * Ended when it came, for a reason that may pass: a rule stands against it, or the money is missing. It is stored, so
   * that a retry never turns a no into a yes.
   */
  | { kind: "rejected" | "failed"; transfer: Transfer; code: RefusalCode };

/**
 * A keyed hash of all that an order says, so that the same id with other content is noticed, and account numbers or
 * tokens cannot be found from the database by trying.
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
