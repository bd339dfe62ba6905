// The payment modes: three kinds of destination, then all rails side by side.
import { feeGroupOf } from "#app/facts/from-the-engine.ts";
import { paymentModes } from "#app/facts/payment-modes.ts";
import type { PaymentMode } from "#app/facts/payment-modes.ts";
import { priceRows } from "#site/pricing.ts";
import { Section } from "./section.tsx";

const cards = [
  {
    title: "Bank Account",
    text: "Any account at the major Indian banks, by account number and IFSC.",
    bestFor: "Suppliers, salaries, loans",
    rails: "IMPS, NEFT, RTGS",
    stroke: "stroke-rail-imps",
    drawing: "M1 40h64M7 40V24M21 40V24M45 40V24M59 40V24M1 22L33 6l32 16z",
  },
  {
    title: "Tokenised Cards",
    text: "Credit and debit cards, by token. Vitaran never stores a full card number.",
    bestFor: "Refunds, card bills",
    rails: "Card networks",
    stroke: "stroke-rail-rtgs",
    drawing: "M1 10h60v32H1zM1 20h60M9 34h14",
  },
  {
    title: "UPI or Wallets",
    text: "A UPI ID, or just a phone number for Paytm and Amazon Pay.",
    bestFor: "Refunds, rewards, gig work",
    rails: "UPI, Paytm, Amazon Pay",
    stroke: "stroke-rail-upi",
    drawing: "M1 4h28v44H1zM11 42h8M9 16l6 6 6-6M15 22V10M9 32h12",
  },
] as const;

const strokes: Readonly<Partial<Record<PaymentMode["id"], string>>> = {
  imps: "stroke-rail-imps",
  neft: "stroke-rail-neft",
  rtgs: "stroke-rail-rtgs",
  upi: "stroke-rail-upi",
};

function feeOf(id: PaymentMode["id"]): string {
  const group = feeGroupOf(id);
  return `${priceRows[0]?.fees[group]} to ${priceRows.at(-1)?.fees[group]}`;
}

function Card({ title, text, bestFor, rails, stroke, drawing }: (typeof cards)[number]) {
  return (
    <article className="flow-root rounded-card border border-line bg-surface p-4 sm:flex sm:gap-5 sm:p-6 lg:block">
      <svg
        viewBox="0 0 80 52"
        width="80"
        height="52"
        aria-hidden="true"
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className={`shrink-0 max-sm:float-right max-sm:ml-3 max-sm:w-14 ${stroke}`}
      >
        <path d={drawing} />
      </svg>
      <div className="lg:mt-4">
        <h3 className="text-21">{title}</h3>
        <p className="mt-2 text-ink-2">{text}</p>
        <p className="mt-3 text-14">
          <span className="text-ink-2">{rails}.</span> {bestFor}.
        </p>
      </div>
    </article>
  );
}

const columns = [
  { label: "Limit", of: (mode: PaymentMode) => mode.limit },
  { label: "Hours", of: (mode: PaymentMode) => mode.hours },
  { label: "Arrives", of: (mode: PaymentMode) => mode.time },
  { label: "Fee", of: (mode: PaymentMode) => feeOf(mode.id) },
] as const;

function Row({ mode }: { mode: PaymentMode }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="text-left font-semibold whitespace-nowrap md:py-2.5 md:pr-4">
        <svg viewBox="0 0 18 6" width="18" height="6" aria-hidden="true" className="mr-2.5 inline-block">
          <path
            d="M3 3h12"
            strokeWidth="5"
            strokeLinecap="round"
            className={strokes[mode.id] ?? "stroke-rail-other"}
          />
        </svg>
        {mode.name}
      </th>
      {columns.map(({ label, of }) => (
        <td key={label} data-label={label} className="align-baseline md:py-2.5 md:pr-6 md:last:pr-0">
          {of(mode)}
        </td>
      ))}
    </tr>
  );
}

export function PaymentModes() {
  return (
    <Section
      id="payment-modes"
      title="Payment Modes"
      lead="You name the destination. Vitaran picks the rail, unless you do."
      sunken
    >
      <div className="grid gap-3 sm:gap-6 lg:grid-cols-3">
        {cards.map((card) => (
          <Card key={card.title} {...card} />
        ))}
      </div>
      <div className="modes mt-10">
        <table className="w-full border-collapse text-14">
          <caption className="sr-only">Limits, hours, arrival and fees by mode</caption>
          <thead>
            <tr className="border-b border-ink text-left">
              <th scope="col" className="py-2 font-semibold">
                Mode
              </th>
              {columns.map(({ label }) => (
                <th key={label} scope="col" className="py-2 font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {paymentModes.map((mode) => (
              <Row key={mode.id} mode={mode} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-6 text-14 text-ink-2">
        Fees are per transfer, by amount, before GST. Pay to Phone has a{" "}
        <a className="text-link underline underline-offset-4" href="#pricing">
          price of its own
        </a>
        . What each mode requires:{" "}
        <a className="text-link underline underline-offset-4" href="/payout/make-payouts/payout-methods">
          Payout Methods
        </a>
        .
      </p>
    </Section>
  );
}
