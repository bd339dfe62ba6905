/** Checks, before funds are considered, that the mode can pay the payee and the amount is within limits. */
import { isWritableName } from "#banks";
import { storedCardOf, type PayeeFacts } from "#beneficiaries";
import { istDate } from "#lib/ist";
import { checkAmount, ifscExists, instrumentOf, isIndianMobile } from "#rails";
import type { RefusalCode } from "../errors.ts";
import { PROCESS_ON_DAYS_MAX, type TransferOrder } from "./order.ts";

export interface OrderRefusal {
  code: RefusalCode;
  details: Record<string, unknown>;
}

/**
 * Returns why the order cannot be carried out; null if it can. `payee` is undefined if it does not exist, or if it
 * would be new and the maker of the order has added too many.
 */
export function checkOrder(
  order: TransferOrder,
  payee: PayeeFacts | undefined,
  now: Date,
): OrderRefusal | null {
  if (payee === undefined)
    return refuse("inline" in order.payee ? "account_limit_exceeded" : "beneficiary_not_found");
  const problem = checkAmount(order.mode, order.amountPaise, now);
  if (problem?.kind === "below_minimum")
    return refuse("amount_below_minimum", { minPaise: problem.minPaise });
  if (problem?.kind === "above_maximum")
    return refuse("amount_above_maximum", { maxPaise: problem.maxPaise });
  if (isOutOfTime(order, now)) return refuse("process_on_invalid", { daysMax: PROCESS_ON_DAYS_MAX });
  if (payee.status === "invalid") return refuse("beneficiary_details_invalid");
  if (!isWritableName(payee.name)) return refuse("name_not_writable");
  if (payee.status === "awaiting_approval") return refuse("beneficiary_not_allowed");
  if (payee.ifsc !== null && !ifscExists(payee.ifsc)) return refuse("invalid_ifsc", { ifsc: payee.ifsc });
  if (isOfExpiredCard(order, now)) return refuse("card_token_invalid");
  if (mustWait(payee, now)) return refuse("beneficiary_too_new", { payableAt: payee.payableAt });
  return checkInstrument(order, payee);
}

function isOutOfTime({ processOn }: TransferOrder, now: Date): boolean {
  if (!processOn) return false;
  const aheadMs = processOn.getTime() - now.getTime();
  return !(aheadMs > 0 && aheadMs <= PROCESS_ON_DAYS_MAX * 86_400_000);
}

/** If there is no cooling period, a payee never waits, even if it was added after this transaction began. */
function mustWait({ addedAt, payableAt }: PayeeFacts, now: Date): boolean {
  return payableAt > addedAt && payableAt > now;
}

function checkInstrument(order: TransferOrder, payee: PayeeFacts): OrderRefusal | null {
  const instrument = instrumentOf(order.mode);
  switch (instrument) {
    case "account":
      return payee.sealedAccount !== null && payee.ifsc !== null ? null : refuse("no_bank_account");
    case "vpa":
      return payee.vpa !== null ? null : refuse("no_vpa");
    case "phone":
      return isIndianMobile(payee.phone ?? "") ? null : refuse("mode_not_valid_for_beneficiary");
    case "card":
      return payee.sealedCard !== null || storedCardOf(payee) !== null
        ? null
        : refuse("mode_not_valid_for_beneficiary");
    default: {
      const never: never = instrument;
      return never;
    }
  }
}

/** A card token is valid until the end of its expiry month, in India time. */
function isOfExpiredCard({ payee }: TransferOrder, now: Date): boolean {
  const expiry = "inline" in payee ? payee.inline.cardToken?.expiry : null;
  return expiry != null && expiry < istDate(now).slice(0, 7);
}

function refuse(code: RefusalCode, details: Record<string, unknown> = {}): OrderRefusal {
  return { code, details };
}
