// Vitaran beside hosted services, point by point, including what they do better.
import { figures } from "#app/facts/figures.ts";

interface Point {
  name: string;
  ours: string;
  hosted: string;
}

const groups: { title: string; points: readonly Point[] }[] = [
  {
    title: "Where Vitaran is better",
    points: [
      {
        name: "Your data",
        ours: "In your own database. Account numbers and contact details of payees are encrypted with your key.",
        hosted: "With the service, under its policies.",
      },
      {
        name: "A bank that does not answer",
        ours: `The payment stays open. The bank is asked for ${figures.pollingTime}; after that, a person checks. You can read that rule, and try it.`,
        hosted: "The service handles it, by rules that you cannot read.",
      },
      {
        name: "Choice of bank",
        ours: "Your priorities, shares and costs decide. Each decision is stored with its reasons.",
        hosted: "The service chooses, within the settings that it offers.",
      },
      {
        name: "The books",
        ours: "A double-entry ledger in your database, which one command verifies.",
        hosted: "Statements and reports. The ledger is the service's own.",
      },
      {
        name: "Your code",
        ours: "The calls and webhooks of Cashfree Payouts, so your code can move here, and back.",
        hosted: "Each service has its own API.",
      },
      {
        name: "Trying it",
        ours: "On your computer, with banks that fail when you want and a clock that you can move.",
        hosted: "In the service's test environment.",
      },
    ],
  },
  {
    title: "Where a hosted service is better",
    points: [
      {
        name: "Real payments",
        ours: "None yet: all tests use simulated banks.",
        hosted: "Made every day.",
      },
      {
        name: "Banks",
        ours: "You need an agreement with a bank, or an account with RazorpayX or Cashfree Payouts to pay through.",
        hosted: "Included.",
      },
      {
        name: "Going live",
        ours: "You set up servers, backups and the connection to a bank, and take legal advice.",
        hosted: "You sign up and send your documents.",
      },
      {
        name: "Running it",
        ours: "You watch it, upgrade it and repair it.",
        hosted: "The service's engineers do.",
      },
      {
        name: "Certificates",
        ours: "None. You obtain those that your business needs.",
        hosted: "The large services have them, such as PCI DSS.",
      },
      {
        name: "Support",
        ours: "The documentation, the source code, and the operator of your installation.",
        hosted: "A support team.",
      },
    ],
  },
  {
    title: "Where it depends",
    points: [
      {
        name: "Cost",
        ours: "The software is free. You pay for servers, for your bank, and for the people who run it.",
        hosted: "A fee for each payout, and nothing to run.",
      },
    ],
  },
];

const cell = "align-baseline lg:w-[40%] text-ink-2 lg:py-3 lg:pr-8 lg:last:pr-0";

function Group({ title, points }: (typeof groups)[number]) {
  return (
    <tbody role="rowgroup">
      <tr role="row">
        <th
          role="rowheader"
          scope="rowgroup"
          colSpan={3}
          className="border-b border-ink pt-8 pb-2 text-left font-display text-18 font-semibold"
        >
          {title}
        </th>
      </tr>
      {points.map(({ name, ours, hosted }) => (
        <tr key={name} role="row" className="border-b border-line">
          <th
            role="rowheader"
            scope="row"
            className="text-left align-baseline font-semibold lg:w-56 lg:py-3 lg:pr-8"
          >
            {name}
          </th>
          <td role="cell" data-label="Vitaran" className={cell}>
            {ours}
          </td>
          <td role="cell" data-label="Hosted" className={cell}>
            {hosted}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

export function Comparison() {
  return (
    <div className="mt-20">
      <h3 id="compared" tabIndex={-1} className="scroll-mt-6 text-26">
        Compared with a hosted service
      </h3>
      <p className="mt-2 max-w-[45rem] text-ink-2">
        A service such as Cashfree Payouts or RazorpayX runs everything for you, and some of that is better
        than doing it yourself. You can also have both, because Vitaran can pay{" "}
        <a className="text-link underline underline-offset-4" href="/payout/integrations/go-live">
          through your account there
        </a>
        .
      </p>
      {/* Styles lay the rows out as blocks on narrow screens, which would take away the roles of a table. */}
      <table role="table" className="compare w-full border-collapse text-14">
        <caption className="sr-only">
          Vitaran on your own servers and a hosted service, point by point
        </caption>
        <thead role="rowgroup">
          <tr role="row" className="text-left">
            {["Point", "Vitaran, on your own servers", "A hosted service"].map((name) => (
              <th key={name} role="columnheader" scope="col" className="pt-6 font-normal text-ink-2">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </table>
    </div>
  );
}
