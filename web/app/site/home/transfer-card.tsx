// One transfer, told as its own record tells it.
import { StatusBadge } from "#ui/status-badge.tsx";

const stops = ["You", "Bank", "IMPS", "Payee's bank", "Payee"];

const events = [
  { at: "14:02:07", what: "Accepted. ₹1,25,000.00 held in the wallet" },
  { at: "14:02:07", what: "Checked: limits, risk rules, duplicate" },
  { at: "14:02:07", what: "Routed to IMPS by the second bank; the first reports a downtime" },
  { at: "14:02:09", what: "Debited. UTR 632514208731" },
  { at: "14:02:09", what: "Webhook TRANSFER_SUCCESS answered 200" },
  { at: "14:02:11", what: "Credited by the payee's bank: acknowledged 1" },
];

function MoneyBar() {
  return (
    <ol className="mt-5 grid grid-cols-5 text-12 text-ink-2" aria-label="Who held the money, in order">
      {stops.map((stop, at) => (
        <li key={stop} className="relative pt-4 text-center">
          <span
            className={`absolute top-1 h-0.5 bg-primary ${at === 0 ? "left-1/2 right-0" : at === 4 ? "right-1/2 left-0" : "inset-x-0"}`}
          />
          <span
            className={`absolute top-0 left-1/2 -ml-1.5 size-2.5 rounded-full border-2 border-primary ${at === 4 ? "bg-primary" : "bg-surface"}`}
          />
          {stop}
        </li>
      ))}
    </ol>
  );
}

export function TransferCard() {
  return (
    <figure className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="font-display text-34 font-semibold tabular-nums">₹1,25,000.00</p>
          <p className="text-13 text-ink-2">Rupees One Lakh Twenty-Five Thousand Only</p>
        </div>
        <StatusBadge tone="ok">Credited</StatusBadge>
      </div>
      <MoneyBar />
      <ol className="mt-5 text-14">
        {events.map((event) => (
          <li key={event.what} className="grid grid-cols-[4.5rem_1fr] gap-2 border-t border-line py-2">
            <span className="font-mono text-13 text-ink-3">{event.at}</span>
            <span>{event.what}</span>
          </li>
        ))}
      </ol>
      <figcaption className="border-t border-line pt-3 text-12 text-ink-3">
        An example: the record of one transfer, times in IST.
      </figcaption>
    </figure>
  );
}
