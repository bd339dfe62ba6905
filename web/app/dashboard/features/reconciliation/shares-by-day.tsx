// The share of payments and of statement lines that was reconciled in time, by day.
import { useState } from "react";
import { LineChart } from "#dashboard/ui/chart/line-chart.tsx";
import { Segments } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";
import { percentOf, useDay } from "./words.ts";
import type { Reconciliation } from "./words.ts";

const ages = ["fiveMinutes", "oneHour", "oneDay"] as const;
type Age = (typeof ages)[number];
type Days = Reconciliation["fromPaymentByDay"];

export function SharesByDay({ of }: { of: Reconciliation }) {
  const t = useTexts();
  const [age, setAge] = useState<Age>("fiveMinutes");
  return (
    <div className="grid gap-4 border-t border-line p-4 md:p-5">
      <div className="flex">
        <Segments
          label={t("within")}
          value={age}
          options={ages.map((id) => ({ id, label: t(id) }))}
          onChange={setAge}
        />
      </div>
      <div className="grid gap-6 xl:grid-cols-2">
        <Drawing what={t("fromPayment")} days={of.fromPaymentByDay} age={age} />
        <Drawing what={t("fromStatement")} days={of.fromStatementByDay} age={age} />
      </div>
    </div>
  );
}

function Drawing({ what, days, age }: { what: string; days: Days; age: Age }) {
  const t = useTexts();
  const dayOf = useDay();
  const shareOf = (one: Days[number]) => one.ages[age];
  const counted = days.map(shareOf).filter(({ total }) => total > 0);
  const least = Math.min(100, ...counted.map(percentOf));
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-14 font-semibold">{what}</h3>
      {counted.length === 0 ? (
        <p className="text-13 text-ink-2">{t("noneYet")}</p>
      ) : (
        <LineChart
          height={180}
          summary={t("chartAbout", { what })}
          range={[Math.min(75, Math.floor(least / 25) * 25), 100]}
          format={(value) => `${Math.round(value)}%`}
          points={days.map((one) => {
            const share = shareOf(one);
            const day = dayOf(one.day);
            const isNone = share.total === 0;
            return {
              label: day.replace(/ \d{4}$/, ""),
              value: isNone ? null : percentOf(share),
              count: share.total,
              about: isNone
                ? t("chartDayNone", { day })
                : t("chartDay", { day, share: percentOf(share), ...share }),
            };
          })}
          twin={{
            head: [t("day"), ...ages.map((id) => t(id))],
            rows: days.toReversed().map((one) => [
              dayOf(one.day),
              ...ages.map((id) => {
                const share = one.ages[id];
                return share.total === 0 ? "–" : `${percentOf(share)}% (${t("share", share)})`;
              }),
            ]),
          }}
        />
      )}
    </section>
  );
}
