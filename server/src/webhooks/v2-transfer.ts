/** A transfer in the words of the v2 notifications; the calls of v2 answer with the same fields. */
import { formatRupees } from "#lib/money";
import { formatV2Time, type V2Data } from "./v2-data.ts";

export interface V2TransferFacts {
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly standing: V2Standing;
  /** Who is paid; the account number in clear. */
  readonly payee: {
    readonly beneId: string | null;
    readonly bankAccount: string | null;
    readonly ifsc: string | null;
    readonly vpa: string | null;
  };
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  /** BANK, UPI, CARD ... */
  readonly category: string;
  readonly utr: string | null;
  readonly fundSourceId: string;
  readonly acceptedAt: Date;
  readonly updatedAt: Date;
}

const COMPLETED =
  "The transfer has been processed by the beneficiary's bank and has been credited to the beneficiary.";
const SENT =
  "The transfer has been accepted by the bank. The beneficiary's bank has not confirmed the credit yet.";

const ENDED = {
  FAILED: "The transfer has failed and nothing was paid",
  REJECTED: "The transfer has been rejected and no money was moved",
  REVERSED: "The transfer was paid and has come back from the beneficiary's bank",
} as const;

/** How a transfer can end. */
export type V2Ending = "SUCCESS" | keyof typeof ENDED;

interface V2End {
  readonly status: V2Ending;
  /** Whether the beneficiary's bank has credited; only a success asks. */
  readonly acknowledged: boolean;
  /** Why it was not paid, or came back. */
  readonly reason: string | null;
  /** What is to be said in place of the reason's word: of a failure that was paid after all. */
  readonly explained?: string | null;
}

/** How a transfer stands, in the three words of v2: status, its code, and a sentence. */
export interface V2Standing {
  readonly status: string;
  readonly code: string;
  readonly description: string;
}

/**
 * The words for a transfer that has ended. A success is final for the beneficiary when its code is COMPLETED;
 * elsewhere the code is the reason, if there is one.
 */
export function standingAtEnd({ status, acknowledged, reason, explained = null }: V2End): V2Standing {
  if (status === "SUCCESS") {
    const beside = explained === null ? "" : ` ${explained}`;
    return acknowledged
      ? { status, code: "COMPLETED", description: COMPLETED + beside }
      : { status, code: "SENT_TO_BENEFICIARY", description: SENT + beside };
  }
  if (reason !== null && explained !== null) return { status, code: reason, description: explained };
  const said = ENDED[status];
  return {
    status,
    code: reason ?? status,
    description: reason === null ? `${said}.` : `${said}: ${reason}.`,
  };
}

/** The three words as fields. */
export const describeV2Standing = ({ status, code, description }: V2Standing): V2Data => ({
  status,
  status_code: code,
  status_description: description,
});

/** The codes of a transfer that failed and was paid after all; the second, that it has come back since. */
const PAID_LATE = "PAID_AFTER_FAILURE";
const CAME_BACK = "PAID_LATE_AND_RETURNED";

/** A transfer as it stands, or stood at an event. What is not known, or was not charged, is left out. */
export function describeV2Transfer(transfer: V2TransferFacts): V2Data {
  const { standing, utr } = transfer;
  const { status, code } = standing;
  const isPaid = status === "SUCCESS" || status === "REVERSED" || code === PAID_LATE || code === CAME_BACK;
  return {
    transfer_id: transfer.transferKey,
    cf_transfer_id: String(transfer.referenceId),
    ...describeV2Standing(standing),
    beneficiary_details: describePayee(transfer.payee),
    transfer_amount: v2Rupees(transfer.amountPaise),
    ...(status === "SUCCESS" || code === PAID_LATE
      ? {
          transfer_service_charge: v2Rupees(transfer.feePaise),
          transfer_service_tax: v2Rupees(transfer.taxPaise),
        }
      : {}),
    transfer_mode: transfer.category,
    ...(isPaid && utr !== null ? { transfer_utr: utr } : {}),
    fundsource_id: transfer.fundSourceId,
    added_on: formatV2Time(transfer.acceptedAt),
    updated_on: formatV2Time(transfer.updatedAt),
  };
}

/** The IFSC goes under both of its names: clients read either. */
function describePayee({ beneId, bankAccount, ifsc, vpa }: V2TransferFacts["payee"]): V2Data {
  return {
    ...(beneId === null ? {} : { beneficiary_id: beneId }),
    beneficiary_instrument_details: {
      ...(bankAccount === null ? {} : { bank_account_number: bankAccount }),
      ...(ifsc === null ? {} : { bank_ifsc: ifsc, ifsc }),
      ...(vpa === null ? {} : { vpa }),
    },
  };
}

/** The one place where an amount is a number: v2 wants it so. Exact for every amount that a transfer may have. */
export function v2Rupees(paise: bigint): number {
  return Number(formatRupees(paise));
}
