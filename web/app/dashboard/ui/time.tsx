// Shows a time in India, with the same time in UTC available.
import { useLanguage } from "../texts/language.ts";
import { formatTime } from "./moments.ts";
import type { TimeShape } from "./moments.ts";

export { dayOf, financialYearOf, formatAgo, formatTime, monthBefore, sayDays, today } from "./moments.ts";
export type { TimeShape } from "./moments.ts";

interface TimeProps {
  /** The time in ISO 8601, as the API writes it. */
  at: string;
  shape?: TimeShape;
  className?: string;
}

export function Time({ at, shape = "moment", className }: TimeProps) {
  const language = useLanguage();
  return (
    <time
      dateTime={at}
      title={`${at.slice(0, 19).replace("T", " ")} UTC`}
      className={`tabular-nums ${className ?? ""}`}
    >
      {formatTime(at, shape, language)}
    </time>
  );
}
