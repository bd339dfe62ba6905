// The effect that a draft would have had: how many payments would have used another bank, which ones, and at what cost.
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useTo } from "#dashboard/shell/session.tsx";
import { EmptyState, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { percentOf } from "../percent-of.ts";
import { useTexts } from "./texts.ts";

type Trial = Outputs["tryRoutingPolicy"];
type Way = Trial["examples"][number]["before"];

export function TrialResult({ trial }: { trial: Trial }) {
  const t = useTexts();
  const { attempts, same, different, olderRules, compared, moved } = trial;
  if (attempts === 0) return <EmptyState title={t("nothingToTry")}>{t("nothingToTryLead")}</EmptyState>;
  return (
    <div className="grid gap-5" role="status">
      <div>
        <p className="font-display text-34 font-semibold tabular-nums">{t("movedOf", { moved, compared })}</p>
        <p className="text-13 text-ink-2">{t("movedLead")}</p>
      </div>
      <Sums trial={trial} />
      {different > 0 ? (
        <Note tone="warn">{t("replayDifferent", { different, attempts })}</Note>
      ) : (
        <Note tone="ok">{t("replaySame", { same, attempts })}</Note>
      )}
      {olderRules > 0 && <p className="text-13 text-ink-2">{t("replayOlder", { count: olderRules })}</p>}
      <Ways ways={trial.ways} />
      {moved > 0 && <Examples examples={trial.examples} />}
    </div>
  );
}

function Sums({ trial: { costBefore, costAfter, successBeforeBp, successAfterBp } }: { trial: Trial }) {
  const t = useTexts();
  const share = (basisPoints: number | null) =>
    basisPoints === null ? t("unknown") : `${percentOf(basisPoints)}%`;
  return (
    <KeyValues
      facts={[
        {
          label: t("cost"),
          value: (
            <>
              <Money amount={costBefore} /> → <Money amount={costAfter} className="font-semibold" />
            </>
          ),
        },
        {
          label: t("expected"),
          value: (
            <span className="tabular-nums">
              {share(successBeforeBp)} → <span className="font-semibold">{share(successAfterBp)}</span>
            </span>
          ),
        },
      ]}
    />
  );
}

function Ways({ ways }: { ways: Trial["ways"] }) {
  const t = useTexts();
  const sayWay = useWay();
  return (
    <table className="w-full text-14">
      <caption className="pb-1 text-left font-semibold">{t("firstAsked")}</caption>
      <thead>
        <tr className="border-b border-line text-13 text-ink-3">
          <th scope="col" className="py-1 pr-3 text-left font-semibold">
            {t("bankAndRail")}
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-semibold">
            {t("asItWas")}
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            {t("byDraft")}
          </th>
        </tr>
      </thead>
      <tbody>
        {ways.map(({ before, after, ...way }) => (
          <tr key={`${way.bankName} ${way.rail}`} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {sayWay(way)}
            </th>
            <td className="py-1.5 pr-3 text-right tabular-nums">{before}</td>
            <td className={`py-1.5 text-right tabular-nums ${before === after ? "" : "font-semibold"}`}>
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Examples({ examples }: { examples: Trial["examples"] }) {
  const t = useTexts();
  const to = useTo();
  const sayWay = useWay();
  return (
    <section>
      <h3 className="font-semibold">{t("examples")}</h3>
      <ul className="text-14">
        {examples.map(({ transferKey, amount, at, before, after }) => (
          <li key={transferKey} className="grid gap-x-3 border-b border-line py-1.5 last:border-b-0">
            <span className="flex flex-wrap justify-between gap-x-3">
              <Link
                to={to(`transfers/all/${encodeURIComponent(transferKey)}`)}
                className="min-h-6 font-mono text-13 break-all text-link underline"
              >
                {transferKey}
              </Link>
              <span>
                <Money amount={amount} /> <Time at={at} shape="minute" className="text-13 text-ink-3" />
              </span>
            </span>
            <span className="text-13 text-ink-2">
              {sayWay(before)} → {sayWay(after)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useWay(): (way: Way) => string {
  const t = useTexts();
  return ({ bankName, rail }) => t("way", { bank: bankName, rail: railName(rail) });
}
