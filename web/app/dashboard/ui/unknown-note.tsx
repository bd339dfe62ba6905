// An order about money was sent, and it is not known yet whether it was done.
import { Button } from "./button.tsx";
import { Note } from "./layout.tsx";
import { useTexts } from "./texts.ts";

/** `onAsk` is `askAgain` of useMoneySend: undefined while all is known. */
export function UnknownNote({ onAsk }: { onAsk: (() => void) | undefined }) {
  const t = useTexts();
  if (onAsk === undefined) return null;
  return (
    <div role="status">
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
    </div>
  );
}
