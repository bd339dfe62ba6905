// The reasons why transfers of the range were not paid, the most frequent first, with what to do.
import { Suspense, use } from "react";
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { useRowsLink } from "./rows-link.ts";
import { useTexts } from "./texts.ts";
import type { Range } from "./use-range.ts";
import { formatRate } from "./words.ts";

type Summary = Outputs["getSummary"];
type Reason = Summary["reasons"][number];

const SHOWN = 6;

export function Reasons({ summary, range }: { summary: Summary; range: Range }) {
  const t = useTexts();
  const { reasons } = summary;
  return (
    <Card title={t("reasons")} flush={reasons.length > 0}>
      {reasons.length === 0 ? (
        <p className="text-ink-2">{t("reasonsNone")}</p>
      ) : (
        <Suspense fallback={<Skeleton className="p-4" />}>
          <ul>
            {reasons.slice(0, SHOWN).map((one) => (
              <Line key={`${one.outcome} ${one.reason}`} {...{ one, summary, range }} />
            ))}
          </ul>
        </Suspense>
      )}
    </Card>
  );
}

let hindi: Promise<Record<string, { meaning: string; remedy: string }>> | undefined;

function Line({ one, summary, range }: { one: Reason; summary: Summary; range: Range }) {
  const t = useTexts();
  const rowsOf = useRowsLink();
  const { from, to, reasons } = summary;
  const all = reasons.reduce((sum, { transfers }) => sum + transfers, 0);
  if (t.language === "hi") hindi ??= import("./reason-words.hi.ts").then((module) => module.default);
  const words = (t.language === "hi" && hindi ? use(hindi)[one.reason] : undefined) ?? one;
  return (
    <li data-reason={one.reason} className="border-b border-line px-4 py-3 last:border-b-0 md:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={rowsOf({ from, to, reason: one.reason, mode: range.mode, fundSourceId: range.fundSourceId })}
          className="font-semibold hover:underline"
        >
          {words.meaning}
        </Link>
        <span className="text-13 text-ink-2 tabular-nums">
          {t("count", { count: one.transfers })} · {formatRate(one.transfers / all)} ·{" "}
          <Money amount={one.amount} />
        </span>
      </div>
      <p className="text-13 text-ink-2">
        {words.remedy} <code className="font-mono text-12 text-ink-3">{one.reason}</code>
      </p>
    </li>
  );
}
