// Copies a text and confirms it, in the button and to screen readers.
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { useTexts } from "./texts.ts";

interface CopyButtonProps {
  text: string | (() => string);
  /** The text of the button. */
  label: string;
  /** Shows only the icon, next to the text to copy. `label` is then its accessible name. */
  bare?: boolean;
}

export function CopyButton({ text, label, bare }: CopyButtonProps) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  function copy(): void {
    void navigator.clipboard.writeText(typeof text === "string" ? text : text()).then(() => setCopied(true));
  }
  const icon = copied ? "check" : "copy";
  return (
    <>
      {bare ? (
        <IconButton icon={icon} label={label} onClick={copy} className="size-7" />
      ) : (
        <Button size="sm" look="quiet" icon={icon} onClick={copy}>
          {copied ? t("copied") : label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {copied ? t("copied") : ""}
      </span>
    </>
  );
}
