// Formats the times of the status page, in Indian time.
const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

export const timeOf = (at: Date): string =>
  `<time datetime="${at.toISOString()}" class="whitespace-nowrap tabular-nums">${clock.format(at)} IST</time>`;

const dayOf = (at: Date): string => clock.format(at).split(", ")[0]!;

/** Formats a period as "22 Nov 2026, 14:02 IST to 14:31 IST (29 min)". */
export function spanOf(from: Date, to: Date | null): string {
  if (to === null) return `Since ${timeOf(from)}`;
  const isSameDay = dayOf(from) === dayOf(to);
  const end = isSameDay ? `${clock.format(to).split(", ")[1]} IST` : timeOf(to);
  return `${timeOf(from)} to ${end} (${durationOf(to.getTime() - from.getTime())})`;
}

function durationOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return "under a minute";
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
