// Four tiles about reliability. Each shows a part of the product, in HTML.
import type { ReactNode } from "react";
import { figures } from "#app/facts/figures.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { Proof } from "./proof.tsx";
import { Section } from "./section.tsx";

function Rows({ rows }: { rows: [ReactNode, ReactNode][] }) {
  return (
    <ul className="text-14">
      {rows.map(([left, right], at) => (
        <li
          key={at}
          className="flex min-h-10 items-center justify-between gap-3 border-t border-line py-2 first:border-0"
        >
          <span>{left}</span>
          <span className="text-right tabular-nums">{right}</span>
        </li>
      ))}
    </ul>
  );
}

/** Draws thirty days of one bank: one mark for each day, taller if the bank was down. */
function DowntimeStrip() {
  const down = new Map([
    [6, 14],
    [7, 20],
    [19, 10],
    [26, 26],
  ]);
  return (
    <div>
      <svg
        viewBox="0 0 300 30"
        role="img"
        className="w-full"
        aria-label="An example strip of thirty days: the bank was down on four of them"
      >
        {Array.from({ length: 30 }, (_, day) => {
          const minutes = down.get(day);
          const height = minutes ?? 5;
          return (
            <rect
              key={day}
              x={day * 10 + 1}
              y={28 - height}
              width="7"
              height={height}
              className={minutes ? "fill-margin" : "fill-rail-other"}
            />
          );
        })}
        <path d="M0 29.5H300" className="stroke-line" />
      </svg>
      <p className="mt-2 flex justify-between text-12 text-ink-2">
        <span>30 days ago</span>
        <span>downtime on 4 days</span>
        <span>today</span>
      </p>
    </div>
  );
}

const tiles: { title: string; text: string; piece: ReactNode }[] = [
  {
    title: "Multi-bank routing",
    text: `A success rate of ${figures.successGoal} in a simulated month of outages: each payment goes through a bank that works, and moves to another only after proof that the first did not pay.`,
    piece: (
      <Rows
        rows={[
          ["First bank, IMPS", <StatusBadge tone="warn">Downtime</StatusBadge>],
          ["Second bank, IMPS", <StatusBadge tone="ok">Chosen</StatusBadge>],
          ["Second bank, NEFT", <StatusBadge tone="neu">Standby</StatusBadge>],
        ]}
      />
    ),
  },
  {
    title: "Risk shield",
    text: "Daily transaction limits and fraud detection: a block list, and checks for duplicates, new payees and unusual amounts, in both the API and the dashboard.",
    piece: (
      <Rows
        rows={[
          ["Daily limit ₹50,00,000.00", "₹38,40,000.00 used"],
          ["Approval above", "₹2,00,000.00"],
          ["Beneficiary on the block list", <StatusBadge tone="bad">Rejected</StatusBadge>],
        ]}
      />
    ),
  },
  {
    title: "Real-time downtime detection",
    text: `Vitaran watches every response of a bank. It detects an outage within ${figures.bankCalls} payments.`,
    piece: <DowntimeStrip />,
  },
  {
    title: `Reconciliation within ${figures.matchTime}`,
    text: `Nearly 100% of the lines of a bank statement are matched with their transfers within ${figures.matchTime} of its arrival. You get a list of the rest.`,
    piece: (
      <Rows
        rows={[
          ["UTR 632514208731", "₹1,25,000.00"],
          ["Statement line 14:02:09", "₹1,25,000.00"],
          [
            <span className="font-semibold">Difference</span>,
            <span className="double-rule font-semibold">₹0.00</span>,
          ],
        ]}
      />
    ),
  },
];

export function Features() {
  return (
    <Section
      id="features"
      title="Built to be relied on"
      lead="Payouts are easy until a bank stops responding. Vitaran is built for that moment."
    >
      <div className="grid gap-6 md:grid-cols-2">
        {tiles.map((tile) => (
          <article
            key={tile.title}
            className="flex flex-col justify-between gap-6 rounded-card border border-line bg-surface p-6"
          >
            <div>
              <h3 className="text-21">{tile.title}</h3>
              <p className="mt-2 text-ink-2">{tile.text}</p>
            </div>
            <div>{tile.piece}</div>
          </article>
        ))}
      </div>
      <p className="mt-4 text-13 text-ink-3">Figures inside the tiles are examples.</p>
      <Proof />
    </Section>
  );
}
