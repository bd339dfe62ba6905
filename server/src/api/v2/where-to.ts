/** The details of a payee that say where money goes, and their comparison with a known payee. */
import type { PayeeInput } from "#beneficiaries";
import { instrumentOf, parsePhone, type TransferMode } from "#rails";

type Instrument = "accountNumber" | "ifsc" | "vpa" | "phone";

/** The given details of where money goes. */
export type WhereTo = Readonly<Partial<Record<Instrument, string>>>;

/** Returns the details that say where the money goes. A phone number is one only if the mode pays to it. */
export function whereTo({ accountNumber, ifsc, vpa, phone }: PayeeInput, mode: TransferMode): WhereTo {
  const given = { accountNumber, ifsc, vpa, phone: instrumentOf(mode) === "phone" ? phone : undefined };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Returns the first detail that differs from the payee's; null: they agree. */
export function findDifference(
  wanted: WhereTo,
  payee: Readonly<Record<Instrument, string | null>>,
): Instrument | null {
  const plain = (name: Instrument, value: string | null): string =>
    (name === "phone" ? parsePhone(value ?? "") : value?.toLowerCase()) ?? "";
  const names = Object.keys(wanted) as Instrument[];
  return names.find((name) => plain(name, wanted[name]!) !== plain(name, payee[name])) ?? null;
}
