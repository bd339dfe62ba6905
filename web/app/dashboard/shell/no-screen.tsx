import { ButtonLink } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";

export default function NoScreen() {
  const t = useTexts();
  const to = useTo();
  return (
    <>
      <PageHeader title={t("noScreenTitle")} lead={t("noScreenLead")} />
      <ButtonLink to={to("")}>{t("goToSummary")}</ButtonLink>
    </>
  );
}
