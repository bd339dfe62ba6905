// The tab Transfer TAT: within which time results came, by day, by rail, by bank.
import type { Outputs } from "#dashboard/api/operations.ts";
import { Card } from "#dashboard/ui/layout.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { DayChart } from "./day-chart.tsx";
import { FigureTable } from "./figure-table.tsx";
import { useTexts } from "./texts.ts";
import { formatTook, noonOf, railName } from "./words.ts";

type Figures = Outputs["getFigures"];
type Figure = Figures["total"];

export function TimePanel({ figures }: { figures: Figures }) {
  const t = useTexts();
  const { from, to } = figures;
  const dayName = (day: string) => formatTime(noonOf(day), "day", t.language);
  const took = (ms: number | undefined) => (ms === undefined ? t("none") : formatTook(ms, t.language));
  const head = [t("results"), t("p50"), t("p95")];
  const cells = ({ took: time }: Figure) => [time?.transfers ?? 0, took(time?.p50Ms), took(time?.p95Ms)];
  const scale = scaleOf(figures);
  return (
    <div className="grid gap-4">
      <DayChart
        title={t("timeByDay")}
        about={t("timeChartAbout", { from: dayName(from), to: dayName(to) })}
        joined={false}
        ticks={scale.ticks.map((ms) => ({ at: scale.place(ms), label: took(ms) }))}
        days={figures.byDay.map(({ day, took: time }) => ({
          day,
          label: dayName(day).replace(/ \d{4}$/, ""),
          bar: time?.transfers ?? 0,
          line: time === null ? null : scale.place(time.p50Ms),
          low: time === null ? null : scale.place(time.p50Ms),
          high: time === null ? null : scale.place(time.p95Ms),
        }))}
        table={
          <FigureTable
            caption={t("timeByDay")}
            head={[t("day"), ...head]}
            rows={figures.byDay.toReversed()}
            keyOf={({ day }) => day}
            cells={(row) => [dayName(row.day), ...cells(row)]}
          />
        }
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card title={t("byRail")} flush>
          <FigureTable
            caption={t("byRail")}
            head={[t("rail"), ...head]}
            rows={figures.byRail}
            keyOf={({ rail }) => rail}
            cells={(row) => [railName(row.rail), ...cells(row)]}
          />
        </Card>
        <Card title={t("byBank")} flush>
          <FigureTable
            caption={t("byBank")}
            head={[t("bank"), ...head]}
            rows={figures.byBank}
            keyOf={({ bankId }) => bankId ?? ""}
            cells={(row) => [row.bankName ?? t("noBank"), ...cells(row)]}
          />
        </Card>
      </div>
    </div>
  );
}

/** Times from tenths of a second to days stand on one scale only as powers. */
function scaleOf({ byDay }: Figures): { place: (ms: number) => number; ticks: readonly number[] } {
  const most = Math.max(1_000, ...byDay.map(({ took }) => took?.p95Ms ?? 0));
  const marks = [100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 864_000_000];
  const end = marks.find((mark) => mark >= most) ?? most;
  const place = (ms: number) => Math.max(0, Math.log(Math.max(ms, 100) / 100) / Math.log(end / 100));
  const shown = marks.filter((mark) => mark <= end);
  return {
    place,
    ticks: shown.length > 5 ? shown.filter((_mark, at) => at % 2 === (shown.length - 1) % 2) : shown,
  };
}
