/** Overdraft limits: requested, decided and set. */
import { isOwner, readMerchant, requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import { lockAccounts, setOverdraftLimit as writeLimit, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { newId } from "#lib/ids";
import { FundSourceError } from "./errors.ts";

// A merchant's request for an overdraft limit, and how it is read.

/** One request. The amount is in paise, times are by the merchant's clock. */
export interface OverdraftRequest {
  readonly requestId: string;
  readonly fundSourceId: string;
  readonly limitPaise: bigint;
  /** The merchant's reason. */
  readonly because: string;
  readonly status: "requested" | "granted" | "declined";
  readonly requestedAt: Date;
  readonly requestedBy: Actor;
  /** The operator's answer. */
  readonly answer: string | null;
  readonly decidedAt: Date | null;
}

/** The columns of a request under the names of the interface above. */
const overdraftRequestColumns = `
  request_id as "requestId", fund_source_id as "fundSourceId", limit_paise as "limitPaise", because, status,
  requested_at as "requestedAt", requested_by as "requestedBy", answer, decided_at as "decidedAt"`;

const LIST_MAX = 100;

/** Lists a merchant's requests for overdraft limits, newest first, at most 100. */
export async function listOverdraftRequests(tx: Tx): Promise<OverdraftRequest[]> {
  return tx.query<OverdraftRequest>(
    `select ${overdraftRequestColumns}
     from fund_sources.overdraft_request
     where merchant_id = $1
     order by request_id desc
     limit ${LIST_MAX}`,
    [tx.merchantId],
  );
}

/** Sets the limit as near to the wanted one as present use allows, under the lock of every debit. */
export async function applyOverdraftLimit(tx: Tx, sourceNo: number, wantedPaise: bigint): Promise<bigint> {
  const { available } = sourceAccounts(sourceNo);
  const used = -((await lockAccounts(tx, [available])).get(available)?.balancePaise ?? 0n);
  const limitPaise = used > wantedPaise ? used : wantedPaise;
  await writeLimit(tx, available, limitPaise);
  await tx.execute(
    `update fund_sources.fund_source
     set overdraft_target_paise = $3
     where merchant_id = $1
       and source_no = $2`,
    [tx.merchantId, sourceNo, limitPaise === wantedPaise ? null : wantedPaise],
  );
  return limitPaise;
}

interface OverdraftLimitToRequest {
  readonly fundSourceId: string;
  readonly limitPaise: bigint;
  /** The reason, in 1 to 500 characters. */
  readonly because: string;
  readonly by: Actor;
}

const BECAUSE_MAX = 500;

/**
 * Asks the operator for an overdraft limit; in the sandbox, where no money is lent, it is granted at once.
 * An Owner's request takes the place of another member's that is open, so that no member keeps Owners from asking.
 * Throws FundSourceError.not_found, limit_invalid, because_missing, or overdraft_requested while another request for
 * the fund source is open; AccessError.not_permitted for a member who may not manage limits.
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
      else if (await isOwner(tx, by)) await replaceOpen(tx, fundSourceId, by);
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

/** Ends the open request of another member, which the list shows as replaced. */
async function replaceOpen(tx: Tx, fundSourceId: string, by: Actor): Promise<void> {
  const replaced = await tx.query<OverdraftRequest>(REPLACE, [tx.merchantId, fundSourceId, tx.now, by]);
  await recordAudit(
    tx,
    replaced.map(({ limitPaise, requestedBy }) => ({
      actor: by,
      action: "fund-sources.overdraft_replaced",
      subject: `fund-source:${fundSourceId}`,
      detail: { limitPaise: limitPaise.toString(), requestedBy },
    })),
  );
}

const REPLACE = `
  update fund_sources.overdraft_request
  set status = 'declined', answer = 'Replaced by an Owner''s request.', decided_at = $3, decided_by = $4
  where merchant_id = $1
    and fund_source_id = $2
    and status = 'requested'
    and requested_by like 'member:%'
    and requested_by <> $4
  returning ${overdraftRequestColumns}`;

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

interface OverdraftDecision {
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

/**
 * Sets how far below zero a fund source may go, in paise, and returns the limit now in force. Existing
 * overdraft is not undone: a limit below present use becomes the present use, so that no new debit fits, and
 * drops to the wanted limit as money arrives. Throws FundSourceError.not_found or limit_invalid.
 */
export async function setOverdraftLimit(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, limitPaise, by }: { fundSourceId: string; limitPaise: bigint; by: Actor },
): Promise<{ overdraftLimitPaise: bigint }> {
  if (limitPaise < 0n) throw FundSourceError.limit_invalid({ limitPaise });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [source] = await tx.query<{ source_no: number }>(
      `select source_no
       from fund_sources.fund_source
       where merchant_id = $1
         and fund_source_id = $2
         and kind in ('wallet', 'bank_account')`,
      [merchantId, fundSourceId],
    );
    if (source === undefined) throw FundSourceError.not_found({ fundSourceId });
    const overdraftLimitPaise = await applyOverdraftLimit(tx, source.source_no, limitPaise);
    await recordAudit(tx, [
      {
        actor: by,
        action: "fund-sources.overdraft_limit_set",
        subject: `fund-source:${fundSourceId}`,
        detail: { limitPaise: limitPaise.toString(), inForcePaise: overdraftLimitPaise.toString() },
      },
    ]);
    return { overdraftLimitPaise };
  });
}
