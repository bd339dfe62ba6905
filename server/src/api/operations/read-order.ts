/** Reads the order of a transfer from a request; returns the order, or the name of the error in it. */
import { containsCardNumber, isCardNumberAsId, isRemarks, isTransferMode, type TransferMode } from "#rails";
import { parseRupees } from "#lib/money";
import { PRIORITY_MAX, type TransferOrder } from "#transfers";
import { type Fields, readField, readMoment, readText } from "./fields.ts";
import type { Version } from "./operation.ts";
import type { Refusal } from "./transfer-answers.ts";
import { FUND_SOURCE_ID_LENGTH_MAX } from "./order-fields.ts";

/** The fields that all three transfer calls read alike; `throughPhone`: the phone number gives the VPA. */
export type OrderTerms = Omit<TransferOrder, "payee"> & { readonly throughPhone?: true };

const ONE_RUPEE = 100n;
const TRANSFER_ID_LENGTH_MAX = 40;

/** Returns the refusal of the first required field that is missing. */
export function findMissing(body: Fields, names: Readonly<Record<string, Refusal>>): Refusal | null {
  for (const name of Object.keys(names)) if (readField(body, name) === undefined) return names[name]!;
  return null;
}

interface HowToRead {
  readonly version: Version;
  /** Null: the mode must be given. */
  readonly modeDefault: TransferMode | null;
  /** The only mode of the call; a mode in the request is ignored. */
  readonly modeFixed?: TransferMode;
  /** True if the call can pay to phone numbers. */
  readonly takesPhone?: boolean;
  /** True if the call can pay the card of a listed beneficiary. */
  readonly takesCard?: boolean;
}

/** Reads everything except the payee. */
export function readTerms(
  body: Fields,
  { version, modeDefault, modeFixed, takesPhone = false, takesCard = false }: HowToRead,
): OrderTerms | Refusal {
  const amountPaise = readAmount(body);
  if (typeof amountPaise === "string") return amountPaise;
  const transferKey = readText(body, "transferId") ?? "";
  if (transferKey.length > TRANSFER_ID_LENGTH_MAX || transferKey === "") return "transfer_id_invalid";
  if (!/^[A-Za-z0-9_-]+$/.test(transferKey)) return "transfer_id_characters";
  if (isCardNumberAsId(transferKey)) return "transfer_id_invalid";
  const asked = modeFixed ?? readField(body, "transferMode") ?? modeDefault;
  const isPhone = takesPhone && asked === "phone";
  const mode = isPhone ? "upi" : asked;
  if (!isTransferMode(mode)) return "mode_invalid";
  const remarks = readText(body, "remarks") ?? (readField(body, "remarks") === undefined ? "" : null);
  if (remarks === null || !isRemarks(remarks) || containsCardNumber(remarks)) return "remarks_invalid";
  // A tag names something that the merchant has set up; nothing can be set up, so no tag is valid.
  if (readField(body, "tag") !== undefined) return "tag_invalid";
  // Remittance data implies duties that only a merchant cleared for it may take on.
  if (readField(body, "rda") !== undefined) return "feature_not_available";
  // A card given with the order is paid by its token, which only `cardpay` takes.
  if (mode === "card" && modeFixed === undefined && !takesCard) return "mode_not_available";
  const fundSourceId = version === "v1.2" ? readText(body, "paymentInstrumentId") : undefined;
  if (fundSourceId === null || (fundSourceId?.length ?? 0) > FUND_SOURCE_ID_LENGTH_MAX) {
    return "fund_source_not_available";
  }
  const processOn = version === "v1.2" ? readMoment(body, "processOn") : undefined;
  if (processOn === null) return "process_on_invalid";
  const priority = version === "v1.2" ? readPriority(body) : 0;
  if (priority === null) return "priority_invalid";
  return {
    transferKey,
    amountPaise,
    mode,
    remarks,
    fundSourceId: fundSourceId ?? null,
    processOn: processOn ?? null,
    priority,
    ...(isPhone ? { throughPhone: true as const } : {}),
  };
}

/** Reads a whole number within the engine's bounds, 0 if absent; null if it is not one. */
function readPriority(body: Fields): number | null {
  const given = readField(body, "priority") ?? 0;
  return Number.isInteger(given) && Math.abs(given as number) <= PRIORITY_MAX ? (given as number) : null;
}

function readAmount(body: Fields): bigint | Refusal {
  const amount = parseRupees(readField(body, "amount"));
  if (amount === "not_an_amount") return "amount_invalid";
  if (amount === "too_many_decimals") return "amount_decimals";
  return amount < ONE_RUPEE ? "amount_too_small" : amount;
}
