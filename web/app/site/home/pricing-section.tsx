import { figures } from "#app/facts/figures.ts";
import { priceColumns, priceRows } from "#site/pricing.ts";
import { Calculator } from "./calculator/calculator.tsx";
import { Section } from "./section.tsx";

function PriceTable({ label }: { label: string }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={`Fees, ${label}`}>
      <table className="w-full border-collapse text-13 sm:text-14">
        <caption className="pb-3 text-left text-14 text-ink-2">
          Rupees for each transfer; taxes and bank charges are extra.
        </caption>
        <thead>
          <tr className="border-b border-ink">
            <th scope="col" className="py-2 text-left align-bottom font-semibold sm:pr-4">
              Amount
            </th>
            {priceColumns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className="py-2 pl-2 text-right align-bottom font-semibold sm:pl-4"
              >
                {column.label}
                {column.id === "phone" && (
                  <span className="block text-12 font-normal text-ink-2">and Pay to Phone + CC (cards)</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {priceRows.map((row) => (
            <tr key={row.amount} className="border-b border-line">
              <th scope="row" className="py-3 sm:pr-4 text-left font-normal">
                {row.amount}
              </th>
              {priceColumns.map((column) => (
                <td key={column.id} className="py-3 pl-2 sm:pl-4 text-right tabular-nums">
                  {row.fees[column.id]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Plan({ title, text, open = false }: { title: string; text: string; open?: boolean }) {
  return (
    <details open={open} className="group border-t border-line">
      <summary className="flex min-h-16 items-center justify-between gap-4 py-3">
        <span>
          <span className="block font-display text-21 font-semibold">{title}</span>
          <span className="block text-14 text-ink-2">{text}</span>
        </span>
        <span
          aria-hidden="true"
          className="text-21 text-ink-3 before:content-['+'] group-open:before:content-['−']"
        />
      </summary>
      <div className="pt-1 pb-6">
        <PriceTable label={title} />
      </div>
    </details>
  );
}

const parts = [
  {
    of: "The software",
    price: "₹0",
    about: "Open source under Apache-2.0, with all features.",
  },
  {
    of: "The operator",
    price: `${figures.feeLeast} to ${figures.feeMost} per transfer`,
    about:
      "The fees below are those that the operator of an installation can charge its merchants. If you run it for yourself, they are only booked in your own ledger.",
  },
  {
    of: "The bank",
    price: "Its own charges",
    about:
      "What you have agreed with your bank. RazorpayX and Cashfree Payouts take their fees from your account there.",
  },
];

export function Pricing() {
  return (
    <Section
      id="pricing"
      title="Pricing"
      lead="The software is free. The operator of an installation can charge a fee per transfer. Topping up is free."
    >
      <dl className="mb-14 grid gap-x-10 gap-y-6 md:grid-cols-3">
        {parts.map(({ of, price, about }) => (
          <div key={of} className="border-t border-line pt-4">
            <dt className="text-14 text-ink-2">{of}</dt>
            <dd className="mt-1 font-display text-26 font-semibold">{price}</dd>
            <dd className="mt-1 text-14 text-ink-2">{about}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-10 lg:grid-cols-[6fr_5fr]">
        <div className="min-w-0 self-start border-b border-line">
          <Plan title="Wallets" text="Payouts from the Vitaran wallet" open />
          <Plan title="Connected BaaS" text="Payouts from your own connected bank account" />
          <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-3">
            <div>
              <h3 className="text-21">Standard</h3>
              <p className="text-14 text-ink-2">Pay as you go, for startups</p>
            </div>
            <a
              href="#contact"
              className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
            >
              Contact us
            </a>
          </div>
        </div>
        <div className="min-w-0">
          <Calculator />
        </div>
      </div>
    </Section>
  );
}
