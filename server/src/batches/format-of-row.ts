import { categoryOf, isTransferMode, type TransferMode } from "#rails";
import { FORMATS, MIXED, type FormatName, type RowFields } from "./formats.ts";

/** Returns the format that a row would have in a batch of only its kind. */
export function formatOfRow(format: FormatName, { transferMode, token, ...row }: RowFields): FormatName {
  if (format !== MIXED) return format;
  if (token !== undefined) return "CARD";
  if (row.beneId !== undefined) return "BENEFICIARY_ID";
  const category = isTransferMode(transferMode) ? categoryOf(transferMode) : "BANK";
  return category === "BANK" ? "BANK_ACCOUNT" : category;
}

/** Returns the mode of a row: its own, or otherwise that of its format. */
export function modeOfRow(format: FormatName, { transferMode }: RowFields): TransferMode {
  return transferMode !== undefined && isTransferMode(transferMode) ? transferMode : FORMATS[format].mode!;
}
