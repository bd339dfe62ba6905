// The payee of a transfer, with at most the last four digits of an account.
import type { TransferPayee } from "#dashboard/api/operations.ts";

/** Returns "HDFC Bank ••••4321", a UPI ID, a phone number or a card. */
export function destinationOf(payee: TransferPayee): string {
  const { accountLast4, bankName, ifsc, vpa, cardLast4, phone } = payee;
  if (accountLast4 !== null) return `${bankName ?? ifsc ?? ""} ••••${accountLast4}`.trim();
  if (cardLast4 !== null) return `••••${cardLast4}`;
  return vpa ?? phone ?? "";
}

export function Payee({ payee }: { payee: TransferPayee }) {
  return (
    <span className="block min-w-0 md:max-w-48">
      <span className="block truncate" title={payee.name}>
        {payee.name}
      </span>
      <span className="block truncate text-12 font-normal text-ink-3">{destinationOf(payee)}</span>
    </span>
  );
}
