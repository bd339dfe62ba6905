// A link leads to the other environment. Nothing is shown before the member confirms the switch.
import { useNavigate } from "react-router";
import { Button } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { keepEnvironment } from "./last-environment.ts";
import type { Environment } from "./nav.ts";
import { useTexts } from "./texts.ts";

interface SwitchPageProps {
  environment: Environment;
  other: Environment;
  onChosen: () => void;
}

export function SwitchPage({ environment, other, onChosen }: SwitchPageProps) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <main id="main" className="mx-auto max-w-[40rem] px-4 py-24">
      <PageHeader
        title={t("wrongEnvironment", { environment: t(environment) })}
        lead={t("wrongEnvironmentLead", { other: t(other) })}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          look="primary"
          onClick={() => {
            keepEnvironment(environment);
            onChosen();
          }}
        >
          {t("openIn", { environment: t(environment) })}
        </Button>
        <Button onClick={() => void navigate(`/dashboard/${other}`)}>
          {t("stayIn", { environment: t(other) })}
        </Button>
      </div>
    </main>
  );
}
