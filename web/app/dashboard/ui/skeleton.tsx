// Placeholders in the final size of the content. Nothing is visible for the first 150 ms, because most answers arrive
// sooner.
import { useTexts } from "./texts.ts";

/** A placeholder for lines of text. */
export function Skeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  const t = useTexts();
  return (
    <div className={`skeleton ${className ?? ""}`} aria-busy="true">
      <span className="sr-only">{t("loading")}</span>
      {Array.from({ length: lines }, (_unused, at) => (
        <span key={at} aria-hidden="true" data-short={at === lines - 1 || undefined} />
      ))}
    </div>
  );
}

/** A placeholder for a whole screen. */
export function ScreenSkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton lines={2} className="max-w-80" />
      <Skeleton lines={6} />
    </div>
  );
}
