/** The details of a payee that say where money goes, and whether they are those of a payee that is known. */
import type { PayeeInput } from "#beneficiaries";
import { instrumentOf, parsePhone, type TransferMode } from "#rails";

type Instrument = "accountNumber" | "ifsc" | "vpa" | "phone";

/** What was given of them. */
export type WhereTo = Readonly<Partial<Record<Instrument, string>>>;

/** The details that say where the money of an order goes. A phone number does so only where the mode pays to it. */
export function whereTo({ accountNumber, ifsc, vpa, phone }: PayeeInput, mode: TransferMode): WhereTo {
  const given = { accountNumber, ifsc, vpa, phone: instrumentOf(mode) === "phone" ? phone : undefined };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The first detail that is another one than that of the payee; null: they agree. */
export function findDifference(
  wanted: WhereTo,
  payee: Readonly<Record<Instrument, string | null>>,
): Instrument | null {
  const plain = (name: Instrument, value: string | null): string =>
    (name === "phone" ? parsePhone(value ?? "") : value?.toLowerCase()) ?? "";
  const names = Object.keys(wanted) as Instrument[];
  return names.find((name) => plain(name, wanted[name]!) !== plain(name, payee[name])) ?? null;
}
