/** Transfers as callers outside see them. */
import type { Context } from "#lib/context";
import { openAccountNumber, type PayeeFacts } from "#beneficiaries";
import { categoryOf, type WireCategory } from "#rails";
import { publicStatus, type PublicStatus } from "./machine.ts";
import type { Transfer } from "./transfer.ts";

export interface TransferView extends Transfer {
  readonly publicStatus: PublicStatus;
  readonly category: WireCategory;
}

/** The payee as it was when the transfer was accepted. The account number is in clear. */
interface PayeeView {
  readonly beneId: string | null;
  readonly name: string;
  readonly bankAccount: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
}

export interface TransferDetails extends TransferView {
  readonly beneficiary: PayeeView;
}

/** Adds the public status and the mode's category. */
export function viewTransfer(transfer: Transfer): TransferView {
  return { ...transfer, publicStatus: publicStatus[transfer.status], category: categoryOf(transfer.mode) };
}

/** Adds the payee, with the account number in clear. */
export function detailTransfer(ctx: Context, transfer: Transfer, payee: PayeeFacts): TransferDetails {
  const { beneId, name, sealedAccount, ifsc, vpa, phone } = payee;
  const bankAccount =
    sealedAccount === null ? null : openAccountNumber(ctx, transfer.merchantId, sealedAccount);
  return { ...viewTransfer(transfer), beneficiary: { beneId, name, bankAccount, ifsc, vpa, phone } };
}
