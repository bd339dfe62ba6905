// The balance of the wallet, and how long it will last.
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Explain } from "./explain.tsx";
import { useTexts } from "./texts.ts";

export function Forecast() {
  const t = useTexts();
  const to = useTo();
  const forecast = useCall("getBalanceForecast", { merchantId: useMerchantId() });
  const words = useWords();
  return (
    <Card
      title={t("balance")}
      actions={
        <ButtonLink size="sm" look="quiet" to={to("fund-sources")}>
          {t("addFunds")}
        </ButtonLink>
      }
    >
      {forecast.data ? (
        <div className="flex items-start justify-between gap-x-4" data-tile="balance">
          <div>
            <Money amount={forecast.data.available} size="figure" />
            <p className="mt-1 text-ink-2">{words(forecast.data)}</p>
          </div>
          <Explain label={t("balance")}>
            {t("explainForecast", {
              count: forecast.data.pace.transfers,
              days: forecast.data.pace.days,
              taken: formatRupees(forecast.data.pace.taken),
              hours: forecast.data.pace.hours,
            })}
          </Explain>
        </div>
      ) : forecast.error ? (
        <ErrorBox error={forecast.error} onRetry={() => void forecast.refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </Card>
  );
}

function useWords() {
  const t = useTexts();
  return ({ pace, runsOutAt, available }: Outputs["getBalanceForecast"]): string => {
    const { days, transfers, perHour } = pace;
    if (perHour === null) return t("noPace", { count: transfers, days });
    if (runsOutAt === null) return t("runsFar", { days });
    if (Number(available) <= 0) return t("runsOutNow");
    return t("runsOut", { time: formatTime(runsOutAt, "minute", t.language), days });
  };
}
