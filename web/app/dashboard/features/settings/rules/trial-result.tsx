// Describes what a rule or a block would have stopped.
import { Link } from "react-router";
import { useTo } from "#dashboard/shell/session.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { Time } from "#dashboard/ui/time.tsx";
import type { Trial } from "./kinds.ts";
import { useTexts } from "./texts.ts";

const shownMax = 10;

export function TrialResult({
  trial: { judged, stopped, first },
  trusts,
}: {
  trial: Trial;
  trusts: boolean;
}) {
  const t = useTexts();
  const to = useTo();
  const all = { judged: judged.count, amount: formatRupees(judged.amount) };
  if (judged.count === 0) return <Note>{t("triedNone")}</Note>;
  if (stopped.count === 0) return <Note tone="ok">{t("triedNothing", all)}</Note>;
  return (
    <div role="status">
      <Note tone={trusts ? "ok" : "warn"} title={t(trusts ? "triedTrust" : "tried", all)}>
        <p className="font-semibold">
          {t("stopped", { count: stopped.count, amount: formatRupees(stopped.amount) })}
        </p>
        <p className="mt-2 text-13 text-ink-2">{t("firstOnes")}</p>
        <ul className="grid gap-1 text-13">
          {first.slice(0, shownMax).map(({ transferId, amount, acceptedAt }) => (
            <li key={transferId} className="flex flex-wrap justify-between gap-x-4">
              <Link
                className="inline-block py-1 font-mono break-all"
                to={`${to("transfers/all")}?f=1&q=${encodeURIComponent(transferId)}`}
              >
                {transferId}
              </Link>
              <span>
                <Money amount={amount} /> · <Time at={acceptedAt} shape="minute" />
              </span>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
