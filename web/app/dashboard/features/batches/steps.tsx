// Shows the steps of making a batch and the current one.
import { Stepper } from "#dashboard/ui/progress.tsx";
import { useTexts } from "./texts.ts";

export function Steps({ at, back }: { at: 0 | 1 | 2 | 3; back?: string }) {
  const t = useTexts();
  return (
    <Stepper
      label={t("steps")}
      at={at}
      steps={[
        { label: t("stepUpload") },
        { label: t("stepColumns"), to: back },
        { label: t("stepRows") },
        { label: t("stepReview") },
      ]}
    />
  );
}
