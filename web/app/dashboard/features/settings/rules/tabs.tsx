// The tabs of Risk rules.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function RuleTabs() {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { to: to("settings/rules"), label: t("tabRules") },
        { to: to("settings/blocked-payees"), label: t("tabBlocked") },
      ]}
    />
  );
}
