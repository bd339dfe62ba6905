/** Limits the visits of an IP address per minute, against floods. Guesses are limited in the database. */

import { lineOf } from "#lib/line-of";

const VISITS_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const ADDRESSES_MAX = 50_000;

/** Makes a counter of visits by address. It returns true if one more is allowed. */
export function makeVisitLimit(perMinute = VISITS_PER_MINUTE): (ip: string, now?: number) => boolean {
  const visits = new Map<string, { count: number; endsAt: number }>();
  return (ip, now = performance.now()) => {
    const line = lineOf(ip);
    const known = visits.get(line);
    if (known !== undefined && known.endsAt > now) {
      known.count += 1;
      return known.count <= perMinute;
    }
    visits.delete(line);
    if (visits.size >= ADDRESSES_MAX) visits.delete(visits.keys().next().value as string);
    visits.set(line, { count: 1, endsAt: now + MINUTE_MS });
    return true;
  };
}
