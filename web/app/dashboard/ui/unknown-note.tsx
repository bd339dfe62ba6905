// Says that an order about money was sent and its outcome is still unknown.
import { Button } from "./button.tsx";
import { Note } from "./layout.tsx";
import { useTexts } from "./texts.ts";

/** `onAsk` is the `askAgain` of useMoneySend. It is undefined while nothing is unknown. */
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
