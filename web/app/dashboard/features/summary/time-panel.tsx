// The tab Transfer TAT: how long transfers took until their result, by day, by rail, by bank.
import type { Outputs } from "#dashboard/api/operations.ts";
import { RangeChart } from "#dashboard/ui/chart/bar-charts.tsx";
import { seriesOf } from "#dashboard/ui/chart/series.ts";
import { Card } from "#dashboard/ui/layout.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { ByBank } from "./by-bank.tsx";
import { FigureTable } from "./figure-table.tsx";
import { useTexts } from "./texts.ts";
import { formatTick, formatTook, noonOf } from "./words.ts";

type Figures = Outputs["getFigures"];
type Figure = Figures["total"];

export function TimePanel({ figures }: { figures: Figures }) {
  const t = useTexts();
  const { from, to } = figures;
  const dayName = (day: string) => formatTime(noonOf(day), "day", t.language);
  const took = (ms: number | undefined) => (ms === undefined ? t("none") : formatTook(ms, t.language));
  const head = [t("results"), t("p50"), t("p95")];
  const cells = ({ took: time }: Figure) => [time?.transfers ?? 0, took(time?.p50Ms), took(time?.p95Ms)];
  return (
    <div className="grid gap-4">
      <Card title={t("timeByRail")}>
        <RangeChart
          summary={t("timeChartAbout", { from: dayName(from), to: dayName(to) })}
          note={t("timeChartNote")}
          format={(seconds) => formatTick(seconds, t.language)}
          ranges={figures.byRail.flatMap(({ rail, took: time }) =>
            time === null
              ? []
              : [
                  {
                    label: railName(rail),
                    middle: time.p50Ms / 1_000,
                    slow: time.p95Ms / 1_000,
                    mark: usualSeconds[rail],
                    shown: `${took(time.p50Ms)} – ${took(time.p95Ms)}`,
                    series: seriesOf(rail),
                  },
                ],
          )}
          twin={{
            head: [t("rail"), ...head],
            rows: figures.byRail.map((row) => [railName(row.rail), ...cells(row)]),
          }}
        />
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card title={t("timeByDay")} flush>
          <FigureTable
            caption={t("timeByDay")}
            head={[t("day"), ...head]}
            rows={figures.byDay.filter(({ took: time }) => time !== null).toReversed()}
            keyOf={({ day }) => day}
            cells={(row) => [dayName(row.day), ...cells(row)]}
          />
        </Card>
        <ByBank rows={figures.byBank} head={head} cells={cells} />
      </div>
    </div>
  );
}

/** The usual time of each rail in seconds, from the documentation of payout methods. */
const usualSeconds: Readonly<Record<string, number>> = {
  imps: 900,
  upi: 900,
  paytm: 900,
  amazonpay: 900,
  neft: 7_200,
  rtgs: 7_200,
  card: 172_800,
};
