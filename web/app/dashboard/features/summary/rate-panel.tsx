// The tab Success Rate: by day, by rail, by bank.
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { LineChart } from "#dashboard/ui/chart/line-chart.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { ByBank } from "./by-bank.tsx";
import { FigureTable } from "./figure-table.tsx";
import { statusesOf, useRowsLink } from "./rows-link.ts";
import { useTexts } from "./texts.ts";
import type { Range } from "./use-range.ts";
import { FEW, formatRate, noonOf } from "./words.ts";

type Figures = Outputs["getFigures"];
type Figure = Figures["total"];

export function RatePanel({ figures, range }: { figures: Figures; range: Range }) {
  const t = useTexts();
  const rowsOf = useRowsLink();
  const { from, to } = figures;
  const dayName = (day: string) => formatTime(noonOf(day), "day", t.language);
  const shortDay = (day: string) => dayName(day).replace(/ \d{4}$/, "");
  const kept = { mode: range.mode, fundSourceId: range.fundSourceId };
  const head = [
    t(hasInterval(figures.total) ? "rateAndInterval" : "successRate"),
    t("results"),
    t("succeeded"),
    t("failed"),
    t("reversed"),
    t("inFlight"),
  ];
  const cells = ({ successRate: rate, succeeded, failed, reversed, inFlight }: Figure) => [
    <Rate of={rate} />,
    rate.transfers,
    succeeded.transfers,
    failed.transfers,
    reversed.transfers,
    inFlight.transfers,
  ];
  return (
    <div className="grid gap-4">
      <Card title={t("rateByDay")}>
        <LineChart
          summary={t("rateChartAbout", { from: dayName(from), to: dayName(to) })}
          note={t(figures.byDay.some(hasInterval) ? "rateChartNote" : "rateChartNoteFew")}
          format={(value) => `${Math.round(value)}%`}
          range={[lowestOf(figures), 100]}
          points={figures.byDay.map(({ day, successRate: rate }) => ({
            label: shortDay(day),
            value: rate.rate === null ? null : rate.rate * 100,
            band: bandOf(rate),
            count: rate.transfers,
            about: `${dayName(day)}: ${formatRate(rate.rate)}, ${t("ofResults", { count: rate.transfers })}`,
          }))}
          twin={{
            head: [t("day"), ...head, t("amount")],
            rows: figures.byDay.toReversed().map((row) => [
              <Link to={rowsOf({ from: row.day, to: row.day, ...kept })} className="text-link underline">
                {dayName(row.day)}
              </Link>,
              ...cells(row),
              <Money amount={row.succeeded.amount} />,
            ]),
          }}
        />
      </Card>
      <div className="grid items-start gap-4 min-[100rem]:grid-cols-2">
        <Card title={t("byRail")} flush>
          <FigureTable
            caption={t("byRail")}
            head={[t("rail"), ...head]}
            rows={figures.byRail}
            keyOf={({ rail }) => rail}
            cells={(row) => [
              <Link
                to={rowsOf({ from, to, rail: row.rail, status: statusesOf.results, ...kept })}
                className="text-link underline"
              >
                {railName(row.rail)}
              </Link>,
              ...cells(row),
            ]}
          />
        </Card>
        <ByBank rows={figures.byBank} head={head} cells={cells} />
      </div>
    </div>
  );
}

const hasInterval = ({ successRate: { transfers } }: Pick<Figure, "successRate">): boolean =>
  transfers >= FEW;

/** Returns the interval in percent. With few results it would cover nearly the whole chart, so there is none. */
function bandOf({ transfers, low, high }: Figure["successRate"]): [number, number] | undefined {
  return transfers < FEW || low === null || high === null ? undefined : [low * 100, high * 100];
}

/** Shows the rate, and its 95% confidence interval if there are enough results. */
function Rate({ of: { transfers, rate, low, high } }: { of: Figure["successRate"] }) {
  return (
    <>
      <span className="block">{formatRate(rate)}</span>
      {transfers >= FEW && (
        <span className="block text-12 text-ink-3">
          {formatRate(low)} – {formatRate(high)}
        </span>
      )}
    </>
  );
}

/** Returns the start of the chart's scale in percent: below everything that is drawn, in steps of a quarter. */
function lowestOf({ byDay }: Figures): number {
  const drawn = byDay.flatMap(({ successRate: one }) => [
    ...(one.rate === null ? [] : [one.rate * 100]),
    ...(bandOf(one) ?? []),
  ]);
  return Math.min(75, Math.floor(Math.min(100, ...drawn) / 25) * 25);
}
