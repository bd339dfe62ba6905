// The mark: two rails that leave one point and reach their payees, drawn over the margin line of an account book.
export function Wordmark() {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true" className="shrink-0">
        <path d="M5 3v22" className="stroke-margin" strokeWidth="1.5" />
        <path d="M5 14h5c6 0 5-8 13-8" fill="none" className="stroke-primary" strokeWidth="2.5" />
        <path d="M5 14h5c6 0 5 8 13 8" fill="none" className="stroke-ink" strokeWidth="2.5" />
        <circle cx="23" cy="6" r="2.5" className="fill-primary" />
        <circle cx="23" cy="22" r="2.5" className="fill-ink" />
      </svg>
      <span className="font-display text-21 font-semibold tracking-tight">Vitaran</span>
    </span>
  );
}
