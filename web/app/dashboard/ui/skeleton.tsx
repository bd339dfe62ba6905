// Where something will stand, in its final size. Nothing is shown for the first 150 ms: most answers come sooner.
import { useTexts } from "./texts.ts";

/** Lines of text to come. */
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

/** A whole screen to come. */
export function ScreenSkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton lines={2} className="max-w-80" />
      <Skeleton lines={6} />
    </div>
  );
}
