// Shows the last four digits of a number. Members with the permission can see all of it for twenty seconds.
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useTexts } from "./texts.ts";

interface MaskedNumberProps {
  last4: string;
  /** Fetches the whole number from the server, which records that. Without it the number stays masked. */
  onReveal?: (() => Promise<string>) | undefined;
  /** The reason why this member cannot see the whole number. */
  refusal?: string | undefined;
}

const shownMs = 20_000;

/** Returns "5010 0012 3456 78": groups of four digits for reading. The copied text has no spaces. */
function groupNumber(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, "$1 ");
}

export function MaskedNumber({ last4, onReveal, refusal }: MaskedNumberProps) {
  const t = useTexts();
  const [whole, setWhole] = useState<string>();
  useEffect(() => {
    if (whole === undefined) return;
    const timer = setTimeout(() => setWhole(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [whole]);
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <span className="font-mono text-13">
        {whole === undefined ? (
          <>
            <span aria-hidden="true">••••</span>
            <span className="sr-only">{t("endingIn")} </span>
            {last4}
          </>
        ) : (
          groupNumber(whole)
        )}
      </span>
      {whole !== undefined && <CopyButton bare text={whole} label={t("copyNumber")} />}
      {onReveal && whole === undefined && (
        <IconButton
          icon="eye"
          label={t("reveal")}
          title={refusal ?? t("reveal")}
          aria-description={refusal}
          disabled={refusal !== undefined}
          className="size-7"
          onClick={() => void onReveal().then(setWhole, () => undefined)}
        />
      )}
    </span>
  );
}
