/** `npm run verify-ledger`: proves the books, or says what contradicts them. */
import { readMerchant } from "#access";
import { readConfig } from "#lib/config";
import { verifyLedger } from "#proof";
import { openEngine } from "./open-engine.ts";

/** Prints each invariant with what was found; exit code 1 when anything was. Throws AccessError.merchant_not_found. */
export async function printVerification(merchantId: string | null): Promise<void> {
  const engine = await openEngine(readConfig(), { join: true });
  try {
    if (merchantId !== null) await engine.ctx.db.inMerchant(merchantId, readMerchant);
    const { checked, findings } = await verifyLedger(engine.ctx, merchantId);
    for (const { name, says, findings: count } of checked) {
      console.log(`${count === 0 ? "holds " : "BROKEN"}  ${name.padEnd(28)} ${says}`);
    }
    for (const finding of findings) {
      console.log(
        `\n${finding.check}: merchant ${finding.merchantId}, ${finding.subject}: ${finding.detail}`,
      );
    }
    console.log(findings.length === 0 ? "\nThe ledger is proved." : `\n${findings.length} contradictions.`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await engine.close();
  }
}
