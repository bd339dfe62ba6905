// The tabs of reconciliation.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function ViewTabs({ open }: { open?: number | undefined }) {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { to: to("fund-sources/reconciliation"), label: t("tabBreaks"), count: open },
        { to: to("fund-sources/reconciliation/statements"), label: t("tabStatements") },
      ]}
    />
  );
}
