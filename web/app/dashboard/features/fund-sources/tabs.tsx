// The tabs of Fund Sources.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function FundSourceTabs({ downtimes }: { downtimes?: number | undefined }) {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { to: to("fund-sources"), label: t("tabSources") },
        { to: to("fund-sources/withdrawals"), label: t("withdrawals") },
        { to: to("fund-sources/downtimes"), label: t("tabDowntimes"), count: downtimes },
      ]}
    />
  );
}
