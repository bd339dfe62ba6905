/** Shows the progress of a ledger proof: a bar on a terminal, elsewhere a plain line for each check. */
import type { ProofProgress } from "#proof";
import { drawBar } from "./print-result.ts";
import { terminal, type Out } from "./terminal.ts";

/** Shows the checks of a proof, but never on standard output. */
export interface ChecksProgress {
  at(progress: ProofProgress): void;
  /** Removes the bar. */
  end(): void;
}

/** On a terminal the seconds advance even if no check ends. */
const TICK_MS = 1_000;

/** The width of a terminal that does not report it. */
const COLUMNS = 80;

/** Without a terminal, a proof that ends sooner prints nothing; a longer one prints every line. */
const SOON_MS = 2_000;

/** Starts to show the progress of a proof. */
export function showChecks(out: Out = terminal().err, soonMs = SOON_MS): ChecksProgress {
  return out.isTTY === true ? showBar(out) : showLines(out, soonMs);
}

function showLines(out: Out, soonMs: number): ChecksProgress {
  const startedAt = performance.now();
  const held: string[] = [];
  return {
    at(progress) {
      held.push(...lineOf(progress));
      if (performance.now() - startedAt < soonMs) return;
      for (const line of held.splice(0)) out.write(line);
    },
    end: () => undefined,
  };
}

function lineOf({ done, of, ended }: ProofProgress): string[] {
  if (ended === undefined) return [];
  const { name, findings, tookMs } = ended;
  const verdict = findings === 0 ? "holds " : "BROKEN";
  return [`proof: ${done} of ${of}  ${verdict}  ${name}, ${seconds(tookMs)}\n`];
}

function showBar(out: Out): ChecksProgress {
  const startedAt = performance.now();
  let shown: ProofProgress | null = null;
  const draw = (): void => {
    if (shown === null) return;
    const { done, of, running } = shown;
    const facts = [`${done} of ${of}`, seconds(performance.now() - startedAt), running.join(", ")];
    const line = [drawBar("proof", done / of), ...facts].join("  ");
    // A line that wraps could not be overwritten.
    out.write(`\r${line.slice(0, (out.columns ?? COLUMNS) - 1)}\u001b[K`);
  };
  const timer = setInterval(draw, TICK_MS);
  return {
    at(progress) {
      shown = progress;
      draw();
    },
    end() {
      clearInterval(timer);
      out.write("\r\u001b[K");
    },
  };
}

/** Returns a duration in seconds, for people. */
export function seconds(tookMs: number): string {
  return `${(tookMs / 1_000).toFixed(1)} s`;
}
