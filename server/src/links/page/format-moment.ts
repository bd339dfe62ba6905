import { istText } from "#rails";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a moment in India: `22 Nov 2026, 16:12 IST`. */
export function formatMoment(at: Date): string {
  const [date = "", time = ""] = istText(at).split(" ");
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}, ${time.slice(0, 5)} IST`;
}

/** Formats the time of day in India: `16:12 IST`. */
export function formatTime(at: Date): string {
  return `${istText(at).slice(11, 16)} IST`;
}
