/** The routing facts of transfers, and the attempt that a chosen route becomes. */
import type { Context } from "#lib/context";
import { adapterOf } from "#banks";
import type { PayeeFacts } from "#beneficiaries";
import type { BankConnection } from "#fund-sources";
import { CALENDARS, lookUpIfsc, type CalendarName, type Rail, type TransferMode } from "#rails";
import { chooseRoute, type BankFacts, type NoRoute, type Route } from "#routing";

/** What choosing needs of a transfer. */
export interface ToRoute {
  mode: TransferMode;
  amountPaise: bigint;
  fundSourceId: string;
  /** The bank that holds the fund source's money; null: it may leave by any. */
  bankId: string | null;
  payee: PayeeFacts;
  banksTried: readonly string[];
  /** The installation's `railCalendar`. */
  calendar: CalendarName;
}

/** The merchant's banks as routing sees them. */
export function bankFactsOf(connections: readonly BankConnection[]): BankFacts[] {
  return connections.map((connection) => ({
    bankId: connection.bankId,
    rails: adapterOf(connection).capabilities(connection.bankId).rails,
    enabled: connection.enabled,
  }));
}

/** Chooses rail and bank of one transfer now. */
export function routeTransfer(transfer: ToRoute, banks: readonly BankFacts[], now: Date): Route | NoRoute {
  const { mode, amountPaise, fundSourceId, bankId, payee, banksTried, calendar } = transfer;
  const hasImps = payee.ifsc === null || lookUpIfsc(payee.ifsc)?.imps !== false;
  return chooseRoute({
    mode,
    amountPaise,
    now,
    payee: {
      hasAccount: payee.sealedAccount !== null && payee.ifsc !== null,
      hasVpa: payee.vpa !== null,
      hasPhone: payee.phone !== null,
      hasCard: payee.sealedCard !== null,
      railsRefused: hasImps ? [] : ["imps"],
    },
    banks,
    banksTried,
    fundSource: { fundSourceId, bankId },
    calendar: CALENDARS[calendar],
  });
}

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Longest reference each rail's messages carry. */
const REFERENCE_LENGTH: Partial<Record<Rail, number>> = { upi: 32 };
const REFERENCE_LENGTH_USUAL = 16;

/**
 * Our reference of one attempt. It follows from the merchant, the merchant's own id of the transfer and the
 * attempt's number alone: made again after a restore from a backup it is the same, and the bank knows it.
 */
export function referenceOf(
  ctx: Context,
  {
    merchantId,
    transferKey,
    attempt,
    rail,
  }: { merchantId: string; transferKey: string; attempt: number; rail: Rail },
): string {
  const digest = ctx.vault.hmac("transfers.reference", `${merchantId}|${transferKey}|${attempt}`);
  const length = REFERENCE_LENGTH[rail] ?? REFERENCE_LENGTH_USUAL;
  return [...digest.subarray(0, length)].map((byte) => ALPHABET[byte & 31]).join("");
}
