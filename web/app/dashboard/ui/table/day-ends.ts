// Converts Indian days to times: from the beginning of the first to the end of the last.
import type { Range } from "./use-filters.ts";

const dayMs = 86_400_000;

const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

export function dayEnds({ from, to }: Range): { from?: string; to?: string } {
  return {
    ...(from !== undefined && { from: startOf(from).toISOString() }),
    ...(to !== undefined && { to: new Date(startOf(to).getTime() + dayMs).toISOString() }),
  };
}
