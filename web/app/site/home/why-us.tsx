// Four benefits to choose from. They are radio buttons, so that they work by keyboard and without scripts too.
import { Fragment } from "react";
import { figures } from "#app/facts/figures.ts";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon.tsx";
import { Comparison } from "./comparison.tsx";
import { DashboardPictures } from "./dashboard-pictures.tsx";
import { Section } from "./section.tsx";

interface Benefit {
  id: string;
  title: string;
  icon: IconName;
  text: string;
  facts: { figure: string; what: string }[];
  more: { label: string; path: string };
}

const benefits: Benefit[] = [
  {
    id: "always-on",
    title: "Always On",
    icon: "clock",
    text: "Pay at any hour: day and night, on Sundays and bank holidays.",
    facts: [
      { figure: "24x7", what: "IMPS, UPI, wallets and cards run at every hour, holidays included." },
      { figure: "0 minutes", what: "of cool-off. Pay a beneficiary as soon as you add it." },
      {
        figure: "Queued, not lost",
        what: "A NEFT or RTGS transfer outside banking hours waits and leaves at the next opening.",
      },
    ],
    more: { label: "Hours and limits of each mode", path: "/payout/make-payouts/payout-methods" },
  },
  {
    id: "smarter-transfers",
    title: "Smarter Transfers",
    icon: "route",
    text: "Each payment goes through a bank and a rail that work right now.",
    facts: [
      {
        figure: figures.successGoal,
        what: "success rate by routing across several banks, in a simulated month of outages that our tests repeat.",
      },
      { figure: "Real time", what: "detection of bank downtimes, so payments go around them." },
      {
        figure: "Once",
        what: "A payment with an unknown outcome is checked with the bank. It is never sent twice.",
      },
    ],
    more: { label: "How downtimes are detected", path: "/payout/downtimes" },
  },
  {
    id: "one-platform",
    title: "One Platform Any Destination",
    icon: "hub",
    text: "Bank accounts, cards, UPI IDs and wallets through one API, one dashboard, one statement.",
    facts: [
      { figure: "7 modes", what: "IMPS, NEFT, RTGS, UPI, tokenised cards, Paytm and Amazon Pay." },
      { figure: figures.fileRows, what: "transfers in a minute, from one file, if your bank keeps pace." },
      {
        figure: "4 libraries",
        what: "for Node.js, Java, Python and PHP. Any other language can use plain HTTP.",
      },
    ],
    more: { label: "Ways to make payouts", path: "/payout/make-payouts/customers" },
  },
  {
    id: "total-control",
    title: "Total Control",
    icon: "dial",
    text: "You decide who sends, who approves, from which account, and up to what amount.",
    facts: [
      { figure: "2 people", what: "for each payment, if you require it: one initiates, another approves." },
      { figure: "Daily limits", what: "and other rules stop a payment before any bank sees it." },
      {
        figure: "Every step",
        what: "of a transfer is recorded with its time, its cause and its ledger entries.",
      },
    ],
    more: { label: "Roles and permissions", path: "/payout/make-payouts/assign-roles" },
  },
];

function Card({ benefit, first }: { benefit: Benefit; first: boolean }) {
  return (
    <label className="flex gap-4 border-t border-line p-4 py-5 last-of-type:border-b hover:bg-sunken has-checked:bg-surface has-checked:shadow-[inset_3px_0_0_var(--color-margin)] has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="benefit"
        id={`benefit-${benefit.id}`}
        defaultChecked={first}
        className="sr-only"
      />
      <Icon name={benefit.icon} className="mt-1 shrink-0 text-primary" />
      <span>
        <span className="block font-display text-21 font-semibold">{benefit.title}</span>
        <span className="mt-1 block text-ink-2">{benefit.text}</span>
      </span>
    </label>
  );
}

function Detail({ benefit }: { benefit: Benefit }) {
  return (
    <div data-benefit={benefit.id} className="rounded-card border border-line bg-surface p-6 md:p-8">
      <h3 className="sr-only">{benefit.title}</h3>
      <dl>
        {benefit.facts.map((fact) => (
          <div key={fact.figure} className="border-b border-line py-4 first:pt-0">
            <dt className="font-display text-26 font-semibold text-primary">{fact.figure}</dt>
            <dd className="mt-1 max-w-[28rem] text-ink-2">{fact.what}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-5">
        <a className="text-link underline underline-offset-4" href={benefit.more.path}>
          {benefit.more.label}
        </a>
      </p>
    </div>
  );
}

export function WhyUs() {
  return (
    <Section id="why-us" title="Why Us" lead="Paying people should be the dullest part of your day.">
      <fieldset className="benefits">
        <legend className="sr-only">Choose a benefit</legend>
        {benefits.map((benefit, at) => (
          <Fragment key={benefit.id}>
            <Card benefit={benefit} first={at === 0} />
            <Detail benefit={benefit} />
          </Fragment>
        ))}
      </fieldset>
      <DashboardPictures />
      <Comparison />
    </Section>
  );
}
