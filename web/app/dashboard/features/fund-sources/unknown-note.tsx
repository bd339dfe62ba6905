// An order about money was sent and no answer came.
import { Button } from "#dashboard/ui/button.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { useTexts } from "./texts.ts";

export function UnknownNote({ onAsk }: { onAsk: (() => void) | undefined }) {
  const t = useTexts();
  if (onAsk === undefined) return null;
  return (
    <Note
      tone="warn"
      title={t("unknownTitle")}
      actions={
        <Button size="sm" onClick={onAsk}>
          {t("unknownAsk")}
        </Button>
      }
    >
      {t("unknownLead")}
    </Note>
  );
}
