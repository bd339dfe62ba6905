import type { Context } from "#lib/context";
import { verifyAuditChain } from "#audit";
import { CHECKS } from "./checks.ts";

/** Something that contradicts an invariant. */
export interface Finding {
  check: string;
  merchantId: string | null;
  subject: string;
  detail: string;
}

export interface Verification {
  /** The invariants that were checked, with what each says. */
  checked: { name: string; says: string; findings: number }[];
  /** At most 20 findings of each. */
  findings: Finding[];
}

const FINDINGS_MAX = 20;

/**
 * Checks every invariant of money over all merchants, or one. Reads only; a large ledger takes its time, and
 * `onProgress` is told how much of it is over, from 0 to 1. An empty `findings` is the proof.
 */
export async function verifyLedger(
  ctx: Context,
  merchantId: string | null = null,
  { onProgress = () => undefined }: { readonly onProgress?: (share: number) => void } = {},
): Promise<Verification> {
  const verification: Verification = { checked: [], findings: [] };
  for (const [index, { name, says, sql }] of CHECKS.entries()) {
    // The chains of the audit trail are one part more.
    onProgress(index / (CHECKS.length + 1));
    const found = await ctx.db.sweep(async (read) => {
      await read.query("set local statement_timeout = 0");
      await read.query("set local transaction_timeout = 0");
      await read.query("set local enable_seqscan = on");
      return read.query<Omit<Finding, "check">>(
        `select merchant_id as "merchantId", subject, detail
         from (${sql}) as found
         where $1::uuid is null or merchant_id = $1::uuid
         limit ${FINDINGS_MAX}`,
        [merchantId],
      );
    });
    verification.checked.push({ name, says, findings: found.length });
    verification.findings.push(...found.map((finding) => ({ check: name, ...finding })));
  }
  onProgress(CHECKS.length / (CHECKS.length + 1));
  await verifyAudit(ctx, merchantId, verification);
  onProgress(1);
  return verification;
}

async function verifyAudit(ctx: Context, only: string | null, verification: Verification): Promise<void> {
  const name = "audit-chain-holds";
  const merchants = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(
      `select merchant_id as "merchantId"
       from access.merchant
       where $1::uuid is null or merchant_id = $1::uuid
       union all
       -- What concerns all merchants of an organization is in a chain of its own.
       select organization_id
       from access.organization
       where $1::uuid is null`,
      [only],
    ),
  );
  let findings = 0;
  for (const { merchantId } of merchants) {
    const bad = await verifyAuditChain(ctx, merchantId);
    if (bad === null) continue;
    findings += 1;
    verification.findings.push({
      check: name,
      merchantId,
      subject: "audit record",
      detail: JSON.stringify(bad),
    });
  }
  verification.checked.push({
    name,
    says: "No audit record was changed, removed or put in between.",
    findings,
  });
}
