// The header of Access Management, with its tabs.
import type { ReactNode } from "react";
import { useCan } from "#dashboard/shell/can.tsx";
import { useTo } from "#dashboard/shell/session.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useTexts } from "./texts.ts";

export function AccessHeader({ actions }: { actions?: ReactNode }) {
  const t = useTexts();
  const to = useTo();
  const can = useCan();
  const tabs = [
    { to: to("settings/access"), label: t("users") },
    { to: to("settings/access/roles"), label: t("roles") },
    ...(can("getProvider") ? [{ to: to("settings/access/sign-on"), label: t("signOn") }] : []),
    ...(can("listAuditRecords") ? [{ to: to("settings/access/audit-log"), label: t("auditLog") }] : []),
  ];
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={actions} />
      <Tabs label={t("views")} tabs={tabs} />
    </>
  );
}
