// The transfer record at the top of the home page, until a visitor sends a sandbox payout. Without scripts it stays.
import { BANKS, GOOD_PAYEES, magicValuesOf, SCENARIOS } from "#app/facts/from-the-engine.ts";
import { exampleCaption, exampleTransfer } from "./example-transfer.ts";
import { TransferRecord } from "./transfer-card.tsx";

const accountOf = (scenario: string) =>
  magicValuesOf(SCENARIOS.find(({ id }) => id === scenario)!).accounts[0] ?? "";

/** The state of the sandbox in which a visitor sends a payout. */
export interface Weather {
  label: string;
  /** The payee's account in the sandbox. */
  account: string;
  /** The behaviour of the banks while the payout is sent: the first is down, or none answers. */
  banks?: "down" | "silent";
  /** The time by which the sandbox's clock moves while the bank does not answer, so that the visitor need not wait. */
  waits?: string;
}

const goodAccount = GOOD_PAYEES.find((payee) => /^\d{15}$/.test(payee)) ?? "";

const weathers: Weather[] = [
  { label: "all banks work", account: goodAccount },
  { label: "the first bank is down", account: goodAccount, banks: "down" },
  { label: "the bank never answers", account: goodAccount, banks: "silent", waits: "2m" },
  { label: "the payee's account is closed", account: accountOf("closed") },
];

export function ExampleCard() {
  return (
    <div data-live-payout={JSON.stringify({ weathers, bankIds: BANKS.map(({ id }) => id) })}>
      <figure className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <TransferRecord transfer={exampleTransfer} />
        <figcaption className="border-t border-line pt-3 text-12 text-ink-3">{exampleCaption}</figcaption>
        <div className="only-js mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-14">
          <button
            type="button"
            data-send-payout
            className="min-h-11 rounded-field border border-control px-4 font-semibold hover:bg-sunken"
          >
            Send a sandbox payout
          </button>
          <label className="flex min-h-11 items-center gap-2 text-ink-2">
            when
            <select
              aria-label="Send when"
              name="weather"
              className="min-h-9 rounded-field border border-line bg-surface px-2 text-ink"
            >
              {weathers.map(({ label }, at) => (
                <option key={label} value={at}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
      </figure>
    </div>
  );
}
