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
import { formatRate, noonOf } from "./words.ts";

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
    t("rateAndInterval"),
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
          note={t("rateChartNote")}
          format={(value) => `${Math.round(value)}%`}
          range={[lowestOf(figures), 100]}
          points={figures.byDay.map(({ day, successRate: rate }) => ({
            label: shortDay(day),
            value: rate.rate === null ? null : rate.rate * 100,
            band: rate.low === null || rate.high === null ? undefined : [rate.low * 100, rate.high * 100],
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

/** Shows the rate and its 95% confidence interval. */
function Rate({ of: { rate, low, high } }: { of: Figure["successRate"] }) {
  return (
    <>
      <span className="block">{formatRate(rate)}</span>
      {rate !== null && (
        <span className="block text-12 text-ink-3">
          {formatRate(low)} – {formatRate(high)}
        </span>
      )}
    </>
  );
}

/** Returns the start of the chart's scale in percent: below the worst day, in steps of a quarter. */
function lowestOf({ byDay }: Figures): number {
  const rates = byDay.flatMap(({ successRate: { low } }) => (low === null ? [] : [low]));
  return Math.min(75, Math.floor(Math.min(1, ...rates) * 4) * 25);
}
