// The organization has no merchant in this environment.
import { useNavigate } from "react-router";
import { Button } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { keepEnvironment } from "./last-environment.ts";
import type { Environment } from "./nav.ts";
import { useTexts } from "./texts.ts";

export function NoMerchant({ environment }: { environment: Environment }) {
  const t = useTexts();
  const navigate = useNavigate();
  const other: Environment = environment === "live" ? "sandbox" : "live";
  return (
    <main id="main" className="mx-auto max-w-[40rem] px-4 py-24">
      <PageHeader
        title={environment === "live" ? t("noLiveMerchant") : t("noSandboxMerchant")}
        lead={environment === "live" ? t("noLiveMerchantLead") : t("noSandboxMerchantLead")}
      />
      <Button
        look="primary"
        onClick={() => {
          keepEnvironment(other);
          void navigate(`/dashboard/${other}`);
        }}
      >
        {t("openIn", { environment: t(other) })}
      </Button>
    </main>
  );
}
