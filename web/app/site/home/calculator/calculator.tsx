// Calculates the price of a number of transfers. Without scripts it is a worked example.
import { feeGroupOf, LIMITS } from "#app/facts/from-the-engine.ts";
import { paymentModes } from "#app/facts/payment-modes.ts";
import { gstPercent, priceBook } from "#site/pricing.ts";
import { priceLines } from "./price-lines.ts";
import { priceOf } from "./price-of.ts";
import type { Asked, PriceBook } from "./price-of.ts";

const always = "Always, holidays included";

const modes = paymentModes.map(({ id, name, time, hours }) => {
  const { minPaise, maxPaise } = LIMITS[id].at(-1)!;
  return {
    id,
    name,
    group: feeGroupOf(id),
    minPaise,
    maxPaise,
    arrives: hours === always ? `${time}, at any hour` : `${time}; runs ${hours}`,
  };
});

/** Payments to a phone number use UPI but have their own price. */
const phone = { ...modes.find(({ id }) => id === "upi")!, id: "phone", name: "Pay to Phone", group: "phone" };

const book: PriceBook = { ...priceBook, modes: [...modes, phone] };
const first: Asked = { amount: "10,000", mode: "imps", count: "100" };

const label = "mb-1 block text-14 font-semibold";
const field = "min-h-11 w-full rounded-field border border-control bg-surface px-3 text-16 tabular-nums";

function Fields() {
  return (
    <div className="only-js mt-4 grid gap-4 sm:grid-cols-3">
      <div>
        <label htmlFor="calculator-amount" className={label}>
          Amount, ₹
        </label>
        <input
          id="calculator-amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={first.amount}
          aria-describedby="calculator-problem"
          className={field}
        />
      </div>
      <div>
        <label htmlFor="calculator-mode" className={label}>
          Mode
        </label>
        <select id="calculator-mode" name="mode" defaultValue={first.mode} className={field}>
          {book.modes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="calculator-count" className={label}>
          Transfers
        </label>
        <input
          id="calculator-count"
          name="count"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={first.count}
          aria-describedby="calculator-problem"
          className={field}
        />
      </div>
    </div>
  );
}

export function Calculator() {
  const price = priceOf(book, first);
  if (typeof price === "string") throw new Error(price);
  const lines = priceLines(price);
  const row = "flex justify-between gap-6 border-t border-line py-2";
  return (
    <div
      role="group"
      aria-labelledby="calculator-title"
      data-calculator
      data-prices={JSON.stringify(book)}
      className="group/calculator rounded-card border border-line bg-surface p-6"
    >
      <h3 id="calculator-title" className="text-21">
        Calculate your price
      </h3>
      <Fields />
      <p id="calculator-problem" data-problem role="alert" className="mt-2 text-14 text-bad empty:hidden" />
      <dl className="mt-5 text-14 group-data-wrong/calculator:invisible">
        <div className={row}>
          <dt>
            <span data-line="asked">{lines.asked}</span>, <span data-line="each">{lines.each}</span> each
          </dt>
          <dd className="tabular-nums" data-line="fees">
            {lines.fees}
          </dd>
        </div>
        <div className={row}>
          <dt className="text-ink-2">GST, {gstPercent} of each fee</dt>
          <dd className="tabular-nums" data-line="gst">
            {lines.gst}
          </dd>
        </div>
        <div className="double-rule flex justify-between gap-6 border-t border-t-ink py-2 font-semibold">
          <dt>To pay</dt>
          <dd className="tabular-nums">
            <output data-line="total">{lines.total}</output>
          </dd>
        </div>
        <div className="flex justify-between gap-6 pt-3">
          <dt className="text-ink-2">Arrives</dt>
          <dd className="text-right" data-line="arrives">
            {lines.arrives}
          </dd>
        </div>
      </dl>
    </div>
  );
}
