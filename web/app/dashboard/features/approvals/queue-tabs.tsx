// The tabs of approvals: waiting requests and past decisions.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function QueueTabs() {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("tabs")}
      tabs={[
        { to: to("transfers/approve"), label: t("waiting") },
        { to: to("transfers/approve/history"), label: t("decided") },
      ]}
    />
  );
}
