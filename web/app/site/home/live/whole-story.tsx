// The details that the record leaves out: the banks that were considered, and every posting of the ledger.
import { bankName, shownAmount } from "./story.ts";
import type { Story } from "./story.ts";

const skips: Readonly<Record<string, string>> = { came_later: "standby" };

function Banks({ attempts }: Story) {
  const candidates = attempts.flatMap(({ route }) => route?.candidates ?? []);
  return (
    <ul className="mt-1">
      {candidates.map(({ bankId, rail, skipped }, at) => (
        <li key={at} className="flex justify-between gap-4 border-t border-line py-1.5">
          <span>
            {bankName(bankId)}, {rail.toUpperCase()}
          </span>
          <span className="text-ink-2">
            {skipped === null ? "chosen" : (skips[skipped] ?? skipped.replaceAll("_", " "))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Ledger({ ledger }: Story) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Ledger">
      <table className="mt-1 w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-ink">
            {["Debit", "Credit", "Amount"].map((name) => (
              <th key={name} scope="col" className="py-1.5 pr-3 font-semibold last:pr-0 last:text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ledger.map(({ debit, credit, amount }, at) => (
            <tr key={at} className="border-b border-line align-baseline">
              <td className="py-1.5 pr-3">{debit}</td>
              <td className="py-1.5 pr-3">{credit}</td>
              <td className="py-1.5 text-right tabular-nums">{shownAmount(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function WholeStory({ story }: { story: Story }) {
  return (
    <details className="mt-4 border-t border-line pt-2 text-13">
      <summary className="flex min-h-11 items-center text-14 text-link underline underline-offset-4">
        See the full history
      </summary>
      <p className="text-ink-2">
        Transfer <code className="font-mono break-all text-ink">{story.transferId}</code>
      </p>
      <p className="mt-3 text-14 font-semibold">Banks considered</p>
      <Banks {...story} />
      <p className="mt-3 text-14 font-semibold">Ledger</p>
      <Ledger {...story} />
      <p className="mt-3 text-ink-2">
        Read from <code className="font-mono text-ink">/sandbox/transfers</code>.{" "}
        <a className="text-link underline underline-offset-4" href="/payout/make-payouts/lifecycle">
          What the statuses mean
        </a>
      </p>
    </details>
  );
}
