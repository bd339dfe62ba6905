/** `npm run verify-ledger`: proves the books, or prints what contradicts them. */
import { readMerchant } from "#access";
import { readConfig } from "#lib/config";
import { verifyLedger, type Verification } from "#proof";
import { openEngine } from "./open-engine.ts";
import { seconds, showChecks } from "./show-checks.ts";
import { say, terminal } from "./terminal.ts";

/**
 * Prints each invariant with its findings and duration, with `json` all in one JSON object; exit code 1 if
 * there are findings. Throws AccessError.merchant_not_found.
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
    if (verification.findings.length > 0) terminal().exitCode = 1;
    if (json) say(JSON.stringify(verification));
    else tell(verification);
  } finally {
    await engine.close();
  }
}

function tell({ checked, findings }: Verification): void {
  for (const { name, says, findings: count, tookMs } of checked) {
    say(`${count === 0 ? "holds " : "BROKEN"}  ${seconds(tookMs).padStart(7)}  ${name.padEnd(34)}  ${says}`);
  }
  for (const finding of findings) {
    say(`\n${finding.check}: merchant ${finding.merchantId}, ${finding.subject}: ${finding.detail}`);
  }
  say(findings.length === 0 ? "\nThe books are correct." : `\n${findings.length} errors.`);
}
