// The tabs of the sandbox controls.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function SandboxTabs() {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { to: to("developers/sandbox"), label: t("tabClock"), end: true },
        { to: to("developers/sandbox/banks"), label: t("tabBanks") },
        { to: to("developers/sandbox/drill"), label: t("tabDrill") },
        { to: to("developers/sandbox/inbox"), label: t("tabInbox") },
        { to: to("developers/sandbox/values"), label: t("tabValues") },
      ]}
    />
  );
}
