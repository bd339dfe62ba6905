// Draws the share of good calls of each bank and rail with its confidence interval. Banks with too few calls are left
// out.
import type { Outputs } from "#dashboard/api/operations.ts";
import { IntervalChart } from "#dashboard/ui/chart/interval-chart.tsx";
import { seriesOf } from "#dashboard/ui/chart/series.ts";
import { Card } from "#dashboard/ui/layout.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { percentOf } from "./percent-of.ts";
import { useTexts } from "./texts.ts";

export function SuccessChart({ items }: { items: Outputs["getBankHealth"]["items"] }) {
  const t = useTexts();
  const bars = items.flatMap(({ bankName, rail, payeeCode, successBp, lowBp, highBp, calls }) =>
    payeeCode !== null || successBp === null || lowBp === null || highBp === null
      ? []
      : [
          {
            ...{ label: bankName, detail: railName(rail), series: seriesOf(rail), calls },
            value: successBp / 100,
            low: lowBp / 100,
            high: highBp / 100,
            shown: `${percentOf(successBp)}%`,
          },
        ],
  );
  if (bars.length === 0) return null;
  return (
    <Card title={t("chartTitle")}>
      <IntervalChart
        bars={bars}
        summary={t("chartAbout")}
        note={t("chartNote")}
        format={(value) => `${value}%`}
        twin={{
          head: [t("bank"), t("rail"), t("share"), t("calls")],
          rows: bars.map(({ label, detail, shown, low, high, calls }) => [
            label,
            detail,
            `${shown} (${t("interval", { low: percentOf(low * 100), high: percentOf(high * 100) })})`,
            calls,
          ]),
        }}
      />
    </Card>
  );
}
