// The transfer record at the top of the home page, until a visitor sends a sandbox payout. Without scripts it stays.
import { SCENARIOS, GOOD_PAYEES, magicValuesOf } from "#app/facts/from-the-engine.ts";
import { exampleCaption, exampleTransfer } from "./example-transfer.ts";
import { TransferRecord } from "./transfer-card.tsx";

const accountOf = (scenario: string) =>
  magicValuesOf(SCENARIOS.find(({ id }) => id === scenario)!).accounts[0] ?? "";

/** Sandbox accounts, by what happens to a payment to them. */
const fates = [
  { label: "is paid instantly", account: GOOD_PAYEES.find((payee) => /^\d{15}$/.test(payee)) ?? "" },
  { label: "is paid after 5 seconds", account: accountOf("pending") },
  { label: "is declined: account closed", account: accountOf("closed") },
];

export function ExampleCard() {
  return (
    <div data-live-payout>
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
            that
            <select name="fate" className="min-h-9 rounded-field border border-line bg-surface px-2 text-ink">
              {fates.map(({ label, account }) => (
                <option key={label} value={account}>
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
