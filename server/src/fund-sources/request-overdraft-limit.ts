import { readMerchant, requireOfMember } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates } from "#lib/db";
import { newId } from "#lib/ids";
import { applyOverdraftLimit } from "./apply-overdraft-limit.ts";
import { FundSourceError } from "./errors.ts";
import { overdraftRequestColumns, type OverdraftRequest } from "./overdraft-request.ts";

export interface OverdraftLimitToRequest {
  readonly fundSourceId: string;
  readonly limitPaise: bigint;
  /** The reason, in 1 to 500 characters. */
  readonly because: string;
  readonly by: Actor;
}

const BECAUSE_MAX = 500;

/**
 * Asks the operator for an overdraft limit; in the sandbox, where no money is lent, it is granted at once.
 * Throws FundSourceError.not_found, limit_invalid, because_missing, or overdraft_requested while a request
 * for the fund source is open; AccessError.not_permitted for a member who may not manage limits.
 */
export async function requestOverdraftLimit(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, limitPaise, because, by }: OverdraftLimitToRequest,
): Promise<OverdraftRequest> {
  if (limitPaise < 0n) throw FundSourceError.limit_invalid({ limitPaise });
  if (because.trim() === "" || because.length > BECAUSE_MAX) throw FundSourceError.because_missing();
  try {
    return await ctx.db.inMerchant(merchantId, async (tx) => {
      await requireOfMember(tx, by, "manage_limits");
      const isGranted = (await readMerchant(tx)).mode === "sandbox";
      const [source] = await tx.query<{ source_no: number }>(FIND_SOURCE, [merchantId, fundSourceId]);
      if (source === undefined) throw FundSourceError.not_found({ fundSourceId });
      if (isGranted) await applyOverdraftLimit(tx, source.source_no, limitPaise);
      const [request] = await tx.query<OverdraftRequest>(INSERT, [
        merchantId,
        newId(),
        fundSourceId,
        limitPaise,
        because.trim(),
        isGranted ? "granted" : "requested",
        tx.now,
        by,
        isGranted ? "granted at once in the sandbox" : null,
        isGranted ? tx.now : null,
        isGranted ? "system" : null,
      ]);
      const detail = { limitPaise: limitPaise.toString(), because: because.trim(), granted: isGranted };
      const subject = `fund-source:${fundSourceId}`;
      await recordAudit(tx, [{ actor: by, action: "fund-sources.overdraft_requested", subject, detail }]);
      return request!;
    });
  } catch (error) {
    if (!violates(error, "one_open_overdraft_request_per_fund_source")) throw error;
    throw FundSourceError.overdraft_requested({ fundSourceId });
  }
}

const FIND_SOURCE = `
  select source_no
  from fund_sources.fund_source
  where merchant_id = $1
    and fund_source_id = $2
    and kind in ('wallet', 'bank_account')`;

const INSERT = `
  insert into fund_sources.overdraft_request (
    merchant_id, request_id, fund_source_id, limit_paise, because, status, requested_at, requested_by, answer,
    decided_at, decided_by
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${overdraftRequestColumns}`;
