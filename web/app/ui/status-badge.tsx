// Shows a status as a word, a mark and a colour, never by colour alone.
import type { ReactNode } from "react";
import type { Tone } from "#app/facts/statuses.ts";

const looks: Record<Tone, { classes: string; mark: string }> = {
  neu: { classes: "bg-neu-bg text-neu", mark: "M4 10h12" },
  info: { classes: "bg-info-bg text-info", mark: "M4 10h11M11 6l4 4-4 4" },
  warn: { classes: "bg-warn-bg text-warn", mark: "M7 5v10M13 5v10" },
  ok: { classes: "bg-ok-bg text-ok", mark: "M4 10.5l4 4 8-9" },
  bad: { classes: "bg-bad-bg text-bad", mark: "M5 5l10 10M15 5L5 15" },
  rev: { classes: "bg-rev-bg text-rev", mark: "M8 4L4 8l4 4M4 8h8a4 4 0 0 1 0 8H9" },
};

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { classes, mark } = looks[tone];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-field px-2 py-0.5 text-13 font-semibold whitespace-nowrap ${classes}`}
    >
      <svg
        viewBox="0 0 20 20"
        width="14"
        height="14"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <path d={mark} />
      </svg>
      {children}
    </span>
  );
}
