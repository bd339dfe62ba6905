import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { applyOverdraftLimit } from "./apply-overdraft-limit.ts";
import { FundSourceError } from "./errors.ts";
import { overdraftRequestColumns, type OverdraftRequest } from "./overdraft-request.ts";

export interface OverdraftDecision {
  readonly requestId: string;
  readonly verdict: "grant" | "decline";
  /** Shown to the merchant; required to decline. */
  readonly answer: string | null;
  readonly by: Actor;
}

/**
 * Grants a request for an overdraft limit, which applies at once, or declines it. Throws
 * FundSourceError.overdraft_request_not_found, overdraft_request_decided, or because_missing.
 */
export async function decideOverdraftRequest(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { requestId, verdict, answer, by }: OverdraftDecision,
): Promise<OverdraftRequest> {
  const isGrant = verdict === "grant";
  if (!isGrant && !answer?.trim()) throw FundSourceError.because_missing();
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (isGrant) await applyOverdraftLimit(tx, request.sourceNo, request.limitPaise);
    const [decided] = await tx.query<OverdraftRequest>(
      `update fund_sources.overdraft_request
       set status = $3, answer = $4, decided_at = $5, decided_by = $6
       where merchant_id = $1
         and request_id = $2
       returning ${overdraftRequestColumns}`,
      [merchantId, requestId, isGrant ? "granted" : "declined", answer?.trim() || null, tx.now, by],
    );
    const action = `fund-sources.overdraft_${decided!.status}`;
    const detail = { limitPaise: request.limitPaise.toString(), answer: decided!.answer };
    await recordAudit(tx, [{ actor: by, action, subject: `fund-source:${request.fundSourceId}`, detail }]);
    return decided!;
  });
}

async function lockRequest(tx: Tx, requestId: string): Promise<OverdraftRequest & { sourceNo: number }> {
  const [request] = await tx.query<OverdraftRequest & { sourceNo: number }>(
    `select ${overdraftRequestColumns},
       (
         select source_no
         from fund_sources.fund_source as source
         where source.merchant_id = request.merchant_id
           and source.fund_source_id = request.fund_source_id
       ) as "sourceNo"
     from fund_sources.overdraft_request as request
     where merchant_id = $1
       and request_id = $2
     for update of request`,
    [tx.merchantId, requestId],
  );
  if (request === undefined) throw FundSourceError.overdraft_request_not_found({ requestId });
  if (request.status !== "requested")
    throw FundSourceError.overdraft_request_decided({ status: request.status });
  return request;
}
