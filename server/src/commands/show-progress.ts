/** Shows the progress of long work: a bar on a terminal, plain lines elsewhere, never on standard output. */
import { terminal, type Out } from "./terminal.ts";

export interface Progress {
  /** From 0 to 1. */
  at(share: number): void;
  /** Removes the bar. */
  end(): void;
}

const WIDTH = 30;
/** Without a terminal, a line is printed for every quarter, and none for short work. */
const QUARTERS = 4;
const SOON_MS = 2_000;

/** Starts to show the progress; `what` is a noun such as "backup". */
export function showProgress(what: string, out: Out = terminal().err): Progress {
  return out.isTTY === true ? showBar(what, out) : showLines(what, out);
}

function showBar(what: string, out: Out): Progress {
  let shown = -1;
  return {
    at(share) {
      const percent = Math.floor(share * 100);
      if (percent === shown) return;
      shown = percent;
      out.write(`\r${drawBar(what, share)}  ${String(percent).padStart(3)}%`);
    },
    end: () => void out.write("\r\u001b[K"),
  };
}

/** Draws the bar at a share from 0 to 1. */
export function drawBar(what: string, share: number): string {
  const full = Math.round(share * WIDTH);
  return `${what}  ${"█".repeat(full)}${"░".repeat(WIDTH - full)}`;
}

function showLines(what: string, out: Out): Progress {
  const startedAt = performance.now();
  let told = 0;
  return {
    at(share) {
      const quarter = Math.floor(share * QUARTERS);
      if (quarter <= told || performance.now() - startedAt < SOON_MS) return;
      told = quarter;
      out.write(`${what}: ${(100 * quarter) / QUARTERS}%\n`);
    },
    end: () => undefined,
  };
}
