/** The whole life of one transfer, for people who want to see it happen. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { readVerdicts } from "#risk";
import { readTransfers } from "#transfers";
import { SandboxError } from "./errors.ts";

/**
 * Steps, verdicts with the rule that spoke, attempts, what the banks said, ledger postings and events of one transfer,
 * each in its order. Amounts of a rule are in paise.
 */
export async function readStory(ctx: Context, merchantId: string, transferKey: string): Promise<object> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  if (transfer === undefined) throw SandboxError.transfer_not_found({ transferId: transferKey });
  const { transferId, amountPaise, feePaise, taxPaise } = transfer;
  const [verdicts, steps, attempts, facts, postings, events] = await ctx.db.inMerchant(merchantId, (tx) =>
    Promise.all([
      readVerdicts(tx, [transferId]),
      ...[STEPS, ATTEMPTS, FACTS, POSTINGS, EVENTS].map((text) => readRows(tx, text, transferId)),
    ]),
  );
  return {
    transferId: transferKey,
    referenceId: String(transfer.referenceId),
    status: transfer.publicStatus,
    amount: formatRupees(amountPaise),
    fee: formatRupees(feePaise),
    tax: formatRupees(taxPaise),
    utr: transfer.utr,
    reason: transfer.reason,
    acknowledged: transfer.acknowledged ? 1 : 0,
    steps,
    verdicts: verdicts.map(({ transferId: _transferId, ...verdict }) => verdict),
    attempts,
    bankMessages: facts,
    ledger: postings!.map(({ amountPaise: paise, ...posting }) => ({
      ...posting,
      amount: formatRupees(paise as bigint),
    })),
    events,
  };
}

function readRows(tx: Tx, text: string, transferId: string): Promise<Record<string, unknown>[]> {
  return tx.query<Record<string, unknown>>(text, [tx.merchantId, transferId]);
}

const STEPS = `
  select step, from_status as "from", to_status as "to", because, at
  from transfers.step
  where merchant_id = $1 and transfer_id = $2
  order by step`;

const ATTEMPTS = `
  select attempt.attempt, attempt.bank_id as "bankId", attempt.rail, attempt.reference, attempt.live, attempt.evidence,
    decision.explanation as route
  from transfers.attempt
  left join routing.decision
    on decision.merchant_id = attempt.merchant_id and decision.decision_id = attempt.decision_id
  where attempt.merchant_id = $1 and transfer_id = $2
  order by attempt`;

const FACTS = `
  select attempt, source, evidence, code, detail, utr, credited, at
  from transfers.fact
  where merchant_id = $1 and transfer_id = $2
  order by at, fact_key`;

const POSTINGS = `
  select posting.kind, debit.name as debit, credit.name as credit, posting.amount_paise as "amountPaise", posting.at
  from ledger.posting
  join ledger.account as debit on debit.merchant_id = posting.merchant_id and debit.account_no = debit_no
  join ledger.account as credit on credit.merchant_id = posting.merchant_id and credit.account_no = credit_no
  where posting.merchant_id = $1 and cause_id = $2
  order by posting.at, phase, line`;

const EVENTS = `
  select seq, type, at
  from webhooks.event
  where merchant_id = $1 and subject_id = $2
  order by seq`;
