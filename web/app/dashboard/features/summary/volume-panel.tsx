// The amount that arrived on each day of the range.
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { BarChart } from "#dashboard/ui/chart/bar-charts.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { statusesOf, useRowsLink } from "./rows-link.ts";
import { useTexts } from "./texts.ts";
import type { Range } from "./use-range.ts";
import { formatShortRupees, noonOf } from "./words.ts";

export function VolumePanel({ figures, range }: { figures: Outputs["getFigures"]; range: Range }) {
  const t = useTexts();
  const rowsOf = useRowsLink();
  const { from, to, byDay } = figures;
  const dayName = (day: string) => formatTime(noonOf(day), "day", t.language);
  const kept = { mode: range.mode, fundSourceId: range.fundSourceId, status: statusesOf.succeeded };
  return (
    <Card title={t("amountByDay")}>
      <BarChart
        summary={t("amountChartAbout", { from: dayName(from), to: dayName(to) })}
        format={(rupees) => formatShortRupees(rupees, t.language)}
        bars={byDay.map(({ day, succeeded: { amount, transfers } }) => ({
          label: dayName(day).replace(/ \d{4}$/, ""),
          value: Number(amount),
          about: `${dayName(day)}: ${formatRupees(amount)}, ${t("count", { count: transfers })}`,
        }))}
        twin={{
          head: [t("day"), t("succeeded"), t("amount")],
          rows: byDay.toReversed().map(({ day, succeeded }) => [
            <Link to={rowsOf({ from: day, to: day, ...kept })} className="text-link underline">
              {dayName(day)}
            </Link>,
            succeeded.transfers,
            <Money amount={succeeded.amount} />,
          ]),
        }}
      />
    </Card>
  );
}
