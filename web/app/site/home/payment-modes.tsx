import { paymentModes } from "#app/facts/payment-modes.ts";
import { priceRows } from "#site/pricing.ts";
import { Section } from "./section.tsx";

const feeRange = (group: keyof (typeof priceRows)[number]["fees"]) =>
  `${priceRows[0]?.fees[group]} to ${priceRows.at(-1)?.fees[group]}`;

const mode = (id: (typeof paymentModes)[number]["id"]) => paymentModes.find((one) => one.id === id);

const cards = [
  {
    title: "Bank Account",
    text: "Any account at the major Indian banks, with account number and IFSC.",
    stroke: "stroke-rail-imps",
    drawing: "M1 40h64M7 40V24M21 40V24M45 40V24M59 40V24M1 22L33 6l32 16z",
    facts: [
      [
        "Limit",
        `IMPS ${mode("imps")?.limit.replace("Up", "up")}; NEFT by default above ₹2,00,000; RTGS from ₹2,00,000`,
      ],
      ["Hours", "IMPS always; NEFT and RTGS 1 AM to 6:45 PM on bank working days"],
      ["Usual time", "IMPS seconds; NEFT up to about 2 hours"],
      ["Fee", `NEFT ${feeRange("neft")}; RTGS ${feeRange("rtgs")}; IMPS ${feeRange("instant")}`],
      ["Best for", "Suppliers, salaries, loans"],
    ],
  },
  {
    title: "Tokenised Cards",
    text: "Credit and debit cards, by token: the card number itself is never kept.",
    stroke: "stroke-rail-rtgs",
    drawing: "M1 10h60v32H1zM1 20h60M9 34h14",
    facts: [
      ["Limit", mode("card")?.limit ?? ""],
      ["Hours", "Always, holidays included"],
      ["Usual time", "Up to 48 hours until the card shows the credit"],
      ["Fee", `${feeRange("phone")}, the column "Pay to Phone + CC"`],
      ["Best for", "Refunds, card bills"],
    ],
  },
  {
    title: "UPI or Wallets",
    text: "A UPI ID, or just a phone number for Paytm and Amazon Pay.",
    stroke: "stroke-rail-upi",
    drawing: "M1 4h28v44H1zM11 42h8M9 16l6 6 6-6M15 22V10M9 32h12",
    facts: [
      ["Limit", "UPI ₹1,00,000; Paytm ₹1,00,000 with complete KYC; Amazon Pay ₹10,000"],
      ["Hours", "Always, holidays included"],
      ["Usual time", "Seconds"],
      ["Fee", feeRange("instant")],
      ["Best for", "Refunds, rewards, gig work"],
    ],
  },
] as const;

export function PaymentModes() {
  return (
    <Section
      id="payment-modes"
      title="Payment Modes"
      lead="One request; you name the destination, we mind the rail."
      sunken
    >
      <div className="grid gap-6 lg:grid-cols-3">
        {cards.map((card) => (
          <article key={card.title} className="rounded-card border border-line bg-surface p-6">
            <svg
              viewBox="0 0 80 52"
              width="80"
              height="52"
              aria-hidden="true"
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              className={card.stroke}
            >
              <path d={card.drawing} />
            </svg>
            <h3 className="mt-4 text-21">{card.title}</h3>
            <p className="mt-2 text-ink-2">{card.text}</p>
            <dl className="mt-5 text-14">
              {card.facts.map(([term, fact]) => (
                <div key={term} className="grid grid-cols-[6rem_1fr] gap-2 border-t border-line py-2">
                  <dt className="text-ink-2">{term}</dt>
                  <dd>{fact}</dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </div>
      <p className="mt-6 text-14 text-ink-2">
        Fees are per transfer, before taxes. All limits and hours:{" "}
        <a className="text-link underline underline-offset-4" href="/payout/make-payouts/payout-methods">
          Payout Methods
        </a>
        .
      </p>
    </Section>
  );
}
