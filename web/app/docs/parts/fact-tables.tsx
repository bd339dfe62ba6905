// Tables drawn from the product's data, so that pages cannot contradict the product.
import { figures } from "#app/facts/figures.ts";
import type { FigureName } from "#app/facts/figures.ts";
import { answers, reasons } from "#app/facts/reasons.ts";
import { nameExamples, nameMatches } from "#app/facts/name-match.ts";
import { nationalHolidays, paymentModes, workingDays } from "#app/facts/payment-modes.ts";
import { statuses } from "#app/facts/statuses.ts";
import { webhookEvents } from "#app/facts/webhook-events.ts";
import { priceColumns, priceRows } from "#site/pricing.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import type { ReactNode } from "react";

/** Shows a figure of the engine inside a sentence or a cell. */
export function Fact({ of }: { of: FigureName }) {
  const words = figures[of];
  if (!words) throw new Error(`There is no fact ${of}`);
  return <>{words}</>;
}

interface FactTableProps {
  label: string;
  head: readonly string[];
  rows: { id?: string; cells: ReactNode[] }[];
  numbersFrom?: number;
}

export function FactTable({ label, head, rows, numbersFrom = head.length }: FactTableProps) {
  const kind = (at: number) => (at >= numbersFrom ? "number" : undefined);
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((title, at) => (
              <th key={title} scope="col" className={kind(at)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line} id={row.id}>
              {row.cells.map((cell, at) => (
                <td key={head[at]} className={kind(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function StatusTable() {
  const rows = statuses.map((fact) => ({
    id: `status-${fact.id}`,
    cells: [
      <code>{fact.status}</code>,
      <StatusBadge tone={fact.tone}>{fact.badge}</StatusBadge>,
      fact.money,
      fact.next,
    ],
  }));
  return (
    <FactTable
      label="Statuses"
      head={["Status", "Shown as", "Where the money is", "What to do"]}
      rows={rows}
    />
  );
}

export function PaymentModeTable() {
  const rows = paymentModes.map((mode) => ({
    id: `mode-${mode.id}`,
    cells: [mode.name, mode.limit, mode.hours, mode.time],
  }));
  return <FactTable label="Payment modes" head={["Mode", "Amount", "Hours", "Usual time"]} rows={rows} />;
}

export function WorkingDays() {
  const days = nationalHolidays.map(({ words, name }) => `${words} (${name})`);
  return (
    <p>
      Working days are {workingDays}. The national holidays are {days.slice(0, -1).join(", ")} and{" "}
      {days.at(-1)}. Limits are per transfer; your own limits and those of the payee's bank can be lower.
    </p>
  );
}

export function NeedsTable() {
  const rows = [
    { cells: ["Bank account", "Beneficiary ID, name, e-mail, phone, account number, IFSC"] },
    {
      cells: ["Card", "Beneficiary ID, name, e-mail, phone, card number (masked)"],
    },
    { cells: ["UPI", "Beneficiary ID, name, e-mail, phone, VPA"] },
    { cells: ["Wallet (Paytm, Amazon Pay)", "Phone number"] },
  ];
  return <FactTable label="Details needed" head={["Payout to", "Details needed"]} rows={rows} />;
}

export function WebhookEventTable() {
  const rows = webhookEvents.map((event) => ({
    id: `event-${event.name}`,
    cells: [<code>{event.name}</code>, event.when, event.fields.join(", ")],
  }));
  return (
    <FactTable
      label="Webhook events"
      head={["Event", "Sent when", "Parameters in addition to event and signature"]}
      rows={rows}
    />
  );
}

export function NameMatchTable() {
  const rows = nameMatches.map((match) => ({
    cells: [match.outcome, match.meaning, match.paid ? "Sent" : "Not sent", match.score],
  }));
  return (
    <FactTable
      label="Name match outcomes"
      head={["Outcome", "Meaning", "Payout", "Score"]}
      rows={rows}
      numbersFrom={3}
    />
  );
}

export function NameExampleTable() {
  const rows = nameExamples.map(({ difference, given, atBank, outcome, paid }) => ({
    cells: [difference, given, atBank, `${outcome}: ${paid ? "sent" : "not sent"}`],
  }));
  return (
    <FactTable
      label="Examples of name matches"
      head={["Difference", "You give", "Name at the bank", "Outcome"]}
      rows={rows}
    />
  );
}

export function AnswerTable() {
  const rows = answers.map((answer) => ({
    cells: [answer.http, <code>{answer.status}</code>, answer.message, answer.remedy],
  }));
  return <FactTable label="API responses" head={["HTTP", "status", "message", "What to do"]} rows={rows} />;
}

export function ReasonTable() {
  const rows = reasons.map((fact) => ({
    id: `err-${fact.reason}`,
    cells: [<code>{fact.reason}</code>, fact.meaning, fact.remedy],
  }));
  return <FactTable label="Reasons" head={["reason", "What happened", "What to do"]} rows={rows} />;
}

export function PriceTable() {
  const rows = priceRows.map((row) => ({
    cells: [row.amount, ...priceColumns.map((column) => row.fees[column.id])],
  }));
  const cards = ", and Pay to Phone + CC (cards)";
  const head = priceColumns.map(({ id, label }) => (id === "phone" ? `${label}${cards}` : label));
  return <FactTable label="Fees per transfer" head={["Amount", ...head]} rows={rows} numbersFrom={1} />;
}
