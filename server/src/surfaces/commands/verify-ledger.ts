/** `npm run verify-ledger`: proves the books and shows the progress, or prints what contradicts them. */
import { readMerchant } from "#access";
import { readConfig } from "#lib/config";
import { verifyLedger, type LedgerVerification, type ProofProgress } from "#proof";
import { openEngine } from "./open-engine.ts";
import { drawBar } from "./print-result.ts";
import { say, terminal, type Out } from "./terminal.ts";

/**
 * Prints each invariant with its findings and duration, with `json` all in one JSON object; exit code 1 if
 * there are findings, or if a home does not answer. Throws AccessError.merchant_not_found.
 */
export async function printVerification(
  merchantId: string | null,
  { json = false }: { readonly json?: boolean } = {},
): Promise<void> {
  const engine = await openEngine(readConfig(terminal().environment), { join: true });
  try {
    if (merchantId !== null) await engine.ctx.db.inMerchant(merchantId, readMerchant);
    const progress = showChecks();
    const options = { onProgress: progress.at };
    const verification = await verifyLedger(engine.ctx, merchantId, options).finally(progress.end);
    if (verification.findings.length + verification.unverified.length > 0) terminal().exitCode = 1;
    if (json) say(JSON.stringify(verification));
    else tell(verification);
  } finally {
    await engine.close();
  }
}

function tell({ checked, findings, unverified }: LedgerVerification): void {
  for (const { name, says, findings: count, tookMs } of checked) {
    say(`${count === 0 ? "holds " : "BROKEN"}  ${seconds(tookMs).padStart(7)}  ${name.padEnd(34)}  ${says}`);
  }
  for (const finding of findings) {
    say(`\n${finding.check}: merchant ${finding.merchantId}, ${finding.subject}: ${finding.detail}`);
  }
  if (findings.length > 0) say(`\n${findings.length} errors.`);
  else if (unverified.length === 0) say("\nThe books are correct.");
  if (unverified.length > 0)
    say(`\nNot verified, because these homes do not answer: ${unverified.join(", ")}.`);
}

/** Shows the checks of a proof, but never on standard output. */
interface ChecksProgress {
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
function seconds(tookMs: number): string {
  return `${(tookMs / 1_000).toFixed(1)} s`;
}
