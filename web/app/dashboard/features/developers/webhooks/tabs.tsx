// The tabs of Webhook.
import { useTo } from "#dashboard/shell/session.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function WebhookTabs() {
  const t = useTexts();
  const to = useTo();
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { to: to("developers/webhooks"), label: t("tabEndpoints"), end: true },
        { to: to("developers/webhooks/deliveries"), label: t("tabDeliveries") },
        { to: to("developers/webhooks/signatures"), label: t("tabSignatures") },
      ]}
    />
  );
}
