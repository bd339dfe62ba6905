// Shows the record of one transfer: an example at build time, then a real sandbox transfer when the visitor sends one.
import type { Tone } from "#app/facts/statuses.ts";
import { StatusBadge } from "#ui/status-badge.tsx";

export interface RecordLine {
  at: string;
  what: string;
}

export interface ShownTransfer {
  amount: string;
  words: string;
  badge: { tone: Tone; text: string };
  /** The position of the money: the last of the five stops that it reached. */
  reached: 0 | 1 | 2 | 3 | 4;
  lines: readonly RecordLine[];
}

const stops = ["You", "Bank", "IMPS", "Payee's bank", "Payee"];

function MoneyBar({ reached }: { reached: number }) {
  return (
    <ol className="mt-5 grid grid-cols-5 text-12 text-ink-2" aria-label="Who held the money, in order">
      {stops.map((stop, at) => (
        <li
          key={stop}
          className="relative pt-4 text-center"
          aria-current={at === reached ? "step" : undefined}
        >
          {at > 0 && (
            <span
              className={`absolute top-1 right-1/2 left-[-50%] h-0.5 ${at <= reached ? "bg-primary" : "bg-line"}`}
            />
          )}
          <span
            className={`absolute top-0 left-1/2 z-1 -ml-1.5 size-2.5 rounded-full border-2 ${at > reached ? "border-control" : "border-primary"} ${at === reached ? "bg-primary" : "bg-surface"}`}
          />
          {stop}
        </li>
      ))}
    </ol>
  );
}

/** `isNew` lets the lines appear one after another. */
export function TransferRecord({ transfer, isNew = false }: { transfer: ShownTransfer; isNew?: boolean }) {
  const { amount, words, badge, reached, lines } = transfer;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="font-display text-34 font-semibold tabular-nums">{amount}</p>
          <p className="text-13 text-ink-2">{words}</p>
        </div>
        <StatusBadge tone={badge.tone}>{badge.text}</StatusBadge>
      </div>
      <MoneyBar reached={reached} />
      <ol className="mt-5 min-h-56 text-14">
        {lines.map(({ at, what }, line) => (
          <li
            key={line}
            className={`grid grid-cols-[4.5rem_1fr] gap-2 border-t border-line py-2 ${isNew ? "appears" : ""}`}
          >
            <span className="font-mono text-13 text-ink-3">{at}</span>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
