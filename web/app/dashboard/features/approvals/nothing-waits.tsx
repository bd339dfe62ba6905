// An empty queue explains when it would have requests.
import type { ReactNode } from "react";
import { useTo } from "#dashboard/shell/session.tsx";
import { ButtonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/layout.tsx";
import { useTexts } from "./texts.ts";

export function NothingWaits({ children }: { children: ReactNode }) {
  const t = useTexts();
  const to = useTo();
  return (
    <EmptyState
      title={t("emptyTitle")}
      action={<ButtonLink to={to("settings/approval-policies")}>{t("policiesLink")}</ButtonLink>}
    >
      {children}
    </EmptyState>
  );
}
