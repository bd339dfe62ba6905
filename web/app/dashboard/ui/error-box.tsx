// Shows an error, its ID in our logs, and a way to continue.
import { ApiError, NoAnswer } from "../api/api-error.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";
import { useTexts } from "./texts.ts";

interface ErrorBoxProps {
  error: unknown;
  /** Called by "Try again". Omit it after a call that may have moved money. */
  onRetry?: (() => void) | undefined;
  className?: string;
}

/** Returns the details that support needs, without anything that the user typed. */
function detailsOf(error: unknown): string {
  const { pathname } = window.location;
  const lines = [`page: ${pathname}`, `at: ${new Date().toISOString()}`];
  if (error instanceof ApiError) {
    const { status, code, requestId, message } = error.refusal;
    return [`request: ${requestId}`, `answer: ${status} ${code}`, `message: ${message}`, ...lines].join("\n");
  }
  return [`error: ${String(error)}`, ...lines].join("\n");
}

export function useErrorWords(): (error: unknown) => string {
  const t = useTexts();
  return (error) => {
    if (error instanceof ApiError) {
      const { status, message, fields } = error.refusal;
      if (status >= 500) return t("errorServer");
      // The messages of the fields are more helpful than "Some of what was sent cannot be used".
      return [...new Set(fields.map((field) => field.message))].join(" ") || message;
    }
    if (error instanceof NoAnswer) return error.unknown ? t("errorUnknown") : t("errorNoAnswer");
    return t("errorScreen");
  };
}

export function ErrorBox({ error, onRetry, className }: ErrorBoxProps) {
  const t = useTexts();
  const words = useErrorWords();
  const requestId = error instanceof ApiError ? error.refusal.requestId : "";
  return (
    <div
      role="alert"
      className={`rounded-card border border-line border-l-3 border-l-bad bg-surface p-4 ${className ?? ""}`}
    >
      <p className="flex gap-2 font-semibold">
        <Icon name="warning" className="text-bad" />
        {words(error)}
      </p>
      {requestId !== "" && (
        <p className="mt-1 ml-7 text-13 text-ink-2">
          {t("requestId")} <code className="font-mono">{requestId}</code>
        </p>
      )}
      <div className="mt-3 ml-7 flex flex-wrap gap-2">
        {onRetry && (
          <Button size="sm" icon="refresh" onClick={onRetry}>
            {t("tryAgain")}
          </Button>
        )}
        <CopyButton text={() => detailsOf(error)} label={t("copyDetails")} />
      </div>
    </div>
  );
}
