// The tabs of Beneficiaries.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function BeneficiaryTabs() {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { to: to("beneficiaries"), label: t("tabAll") },
        { to: to("beneficiaries/batch"), label: t("tabBatch"), end: false },
        { to: to("beneficiaries/removed"), label: t("tabRemoved") },
      ]}
    />
  );
}
