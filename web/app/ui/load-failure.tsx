// The message for a visitor when a page cannot be shown: the reason in words, and what to do next.
import { brand } from "#app/brand.ts";
import { ChunkLoadError } from "./load-chunk.ts";

export function LoadFailure({ error }: { error: unknown }) {
  const reason = error instanceof ChunkLoadError ? `${error.name}: ${error.message}` : null;
  return (
    <main id="main" className="frame py-24">
      <FailureMessage reason={reason} onRetry={() => window.location.reload()} />
    </main>
  );
}

interface FailureMessageProps {
  /** The error of a part that could not be fetched. Null if the page is there but cannot be drawn. */
  reason: string | null;
  onRetry?: () => void;
}

export function FailureMessage({ reason, onRetry }: FailureMessageProps) {
  const chunkFailed = reason !== null;
  return (
    <div className="margin-rule max-w-[40rem]" role="alert">
      <p role="heading" aria-level={1} tabIndex={-1} className="font-display text-34 font-semibold">
        {chunkFailed ? "This page did not load" : "This page could not be shown"}
      </p>
      <p className="mt-4 text-18 text-ink-2">
        {chunkFailed
          ? "A part of the page could not be fetched. Your connection may have dropped, or a new version was published meanwhile."
          : "Something went wrong on our side while drawing the page."}
      </p>
      {chunkFailed && (
        <p data-reason className="mt-4 font-mono text-13 text-ink-3">
          {reason}
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-4">
        <button
          type="button"
          className="min-h-11 rounded-field bg-primary px-5 font-semibold text-on-primary hover:bg-primary-hover"
          onClick={onRetry}
        >
          Try again
        </button>
        <a className="inline-flex min-h-11 items-center text-link underline" href="/">
          Go to the home page
        </a>
      </p>
      <p className="mt-6 text-14 text-ink-2">
        If it keeps happening, write to{" "}
        <a className="text-link underline" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
        .
      </p>
    </div>
  );
}
