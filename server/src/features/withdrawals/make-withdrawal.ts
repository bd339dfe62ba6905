/** Makes a withdrawal, which sets its money aside at once, and gives the money back if it was not paid. */
import { isOwner, readMerchant, requireOfMember, requirePayouts } from "#access";
import { recordAudit, type Actor } from "#audit";
import { noteWithdrawal, readFundSources, readRegisteredAccount, TRANSIT_NO, WALLET_ID } from "#fund-sources";
import { lockAccounts, postEntries, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { istDate } from "#lib/ist";
import { nextOpening } from "#rails";
import { isByMember, placeWithdrawals } from "./place-withdrawals.ts";
import {
  transferKeyOf,
  WITHDRAWALS_OF_MEMBER,
  WITHDRAWALS_PER_DAY,
  WITHDRAWAL,
  type Withdrawal,
  type WithdrawalOrder,
  type WithdrawalOutcome,
} from "./withdrawal.ts";

/**
 * Takes money out of the wallet for good and sends it to the registered account. The money is set aside at once, and
 * the order is placed with the transfer engine in the hours of withdrawals. A withdrawal cannot be taken back, and
 * overdrawn money cannot be withdrawn. The same id again returns the withdrawal as it stands now. For a member it
 * throws AccessError.not_permitted without the permission to manage fund sources, and payouts_disabled.
 */
export async function makeWithdrawal(
  ctx: Context,
  merchantId: string,
  order: WithdrawalOrder,
): Promise<WithdrawalOutcome> {
  const outcome = await ctx.db.inMerchant(merchantId, (tx) => setAside(tx, order));
  crashPoint("withdrawals.make.committed");
  if (outcome.kind === "refused" || outcome.withdrawal.status !== "waiting") return outcome;
  return { ...outcome, withdrawal: await placeNow(ctx, merchantId, outcome.withdrawal) };
}

const { available: WALLET } = sourceAccounts(0);
const { available: TRANSIT } = sourceAccounts(TRANSIT_NO);

async function setAside(tx: Tx, order: WithdrawalOrder): Promise<WithdrawalOutcome> {
  await requireOfMember(tx, order.by, "manage_fund_sources");
  const merchant = await readMerchant(tx);
  await requirePayouts(tx, order.by, merchant);
  const registered = await readRegisteredAccount(tx);
  if (registered === null) return { kind: "refused", code: "not_configured" };
  // The wallet's lock makes sure that withdrawals are decided one after the other.
  const wallet = (await lockAccounts(tx, [WALLET, TRANSIT])).get(WALLET);
  const day = istDate(tx.now);
  const [known, taken] = await Promise.all([
    readKnown(tx, order.withdrawalKey),
    readPlaces(tx, day, order.by),
  ]);
  if (known !== undefined) {
    const isSame = known.amountPaise === order.amountPaise && known.remarks === order.remarks;
    if (!isSame) return { kind: "refused", code: "withdrawal_id_exists" };
    return { kind: "made", withdrawal: known, repeated: true };
  }
  if (taken.all >= WITHDRAWALS_PER_DAY) return { kind: "refused", code: "too_many" };
  // In live a member who is no Owner leaves one of a day to others.
  const byMember = isByMember(merchant, order.by);
  if (taken.own >= WITHDRAWALS_OF_MEMBER && byMember && !(await isOwner(tx, order.by)))
    return { kind: "refused", code: "too_many_of_member" };
  if (wallet === undefined || order.amountPaise > wallet.balancePaise) {
    return { kind: "refused", code: "insufficient_balance" };
  }
  const withdrawalId = newId();
  const { amountPaise } = order;
  const line = { debit: WALLET, credit: TRANSIT, amountPaise };
  await postEntries(tx, [{ causeId: withdrawalId, kind: "withdrawal", lines: [line] }]);
  const facts = { withdrawalId, day, place: taken.all + 1, accountVersion: registered.version, byMember };
  const withdrawal = await insert(tx, order, facts);
  await noteWithdrawal(tx, { fundSourceId: WALLET_ID, amountPaise });
  const detail = { amountPaise: amountPaise.toString(), accountVersion: registered.version };
  const subject = `withdrawal:${withdrawalId}`;
  await recordAudit(tx, [{ actor: order.by, action: "withdrawals.withdrawal_made", subject, detail }]);
  crashPoint("withdrawals.make.written");
  return { kind: "made", withdrawal, repeated: false };
}

async function readKnown(tx: Tx, withdrawalKey: string): Promise<Withdrawal | undefined> {
  const [known] = await tx.query<Withdrawal>(
    `select ${WITHDRAWAL.columns}
     from withdrawals.withdrawal
     where merchant_id = $1
       and withdrawal_key = $2`,
    [tx.merchantId, withdrawalKey],
  );
  return known;
}

/** Counts the withdrawals of a day, in all and by one actor. Each keeps its place, whatever its outcome. */
async function readPlaces(tx: Tx, day: string, by: Actor): Promise<{ all: number; own: number }> {
  const [row] = await tx.query<{ all: number; own: number }>(
    `select count(*)::integer as all, (count(*) filter (where made_by = $3))::integer as own
     from withdrawals.withdrawal
     where merchant_id = $1
       and day = $2`,
    [tx.merchantId, day, by],
  );
  return row!;
}

async function insert(
  tx: Tx,
  { withdrawalKey, amountPaise, remarks, by }: WithdrawalOrder,
  facts: { withdrawalId: string; day: string; place: number; accountVersion: number; byMember: boolean },
): Promise<Withdrawal> {
  const { withdrawalId, day, place, accountVersion, byMember } = facts;
  const [made] = await tx.query<Withdrawal>(
    `insert into withdrawals.withdrawal (
       merchant_id, withdrawal_id, withdrawal_key, fund_source_id, amount_paise, remarks, account_version, day,
       place, transfer_key, due_at, made_at, made_by
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     returning ${WITHDRAWAL.columns}`,
    [
      tx.merchantId,
      withdrawalId,
      withdrawalKey,
      WALLET_ID,
      amountPaise,
      remarks,
      accountVersion,
      day,
      place,
      transferKeyOf(withdrawalId),
      // Others can reject a member's withdrawal from now on, whatever its hours.
      byMember ? tx.now : nextOpening("withdrawal", tx.now),
      tx.now,
      by,
    ],
  );
  return made!;
}

/**
 * Places the withdrawal now if its hours allow it. It is made whatever happens here, because the worker finds every
 * withdrawal that is due.
 */
async function placeNow(ctx: Context, merchantId: string, withdrawal: Withdrawal): Promise<Withdrawal> {
  try {
    await placeWithdrawals(ctx, merchantId);
    const latest = await ctx.db.inMerchant(merchantId, (tx) => readKnown(tx, withdrawal.withdrawalKey));
    return latest!;
  } catch (error) {
    if (error instanceof CrashError) throw error;
    const { withdrawalId } = withdrawal;
    ctx.log.error(
      { err: error, withdrawalId },
      "a withdrawal could not be handed over; it is found due again",
    );
    return withdrawal;
  }
}

const SET_MAX = 100;

/**
 * Gives the money of withdrawals that were not paid, or came back, to the wallet again, and returns how many there
 * were.
 */
export async function giveBackWithdrawals(ctx: Context, merchantId: string): Promise<number> {
  const count = await ctx.db.inMerchant(merchantId, giveBack);
  crashPoint("withdrawals.give_back.committed");
  return count;
}

async function giveBack(tx: Tx): Promise<number> {
  const due = await tx.query<{ withdrawalId: string; fundSourceId: string; amountPaise: bigint }>(CLAIM, [
    tx.merchantId,
    tx.now,
    SET_MAX,
  ]);
  if (due.length === 0) return 0;
  const sources = new Map((await readFundSources(tx)).map((one) => [one.fundSourceId, one.sourceNo]));
  const { available: transit } = sourceAccounts(TRANSIT_NO);
  await postEntries(
    tx,
    due.map(({ withdrawalId, fundSourceId, amountPaise }) => {
      const { available } = sourceAccounts(sources.get(fundSourceId)!);
      // The same phase has set the money aside as line 1, so the books accept this only once as well.
      const lines = [{ debit: transit, credit: available, amountPaise }];
      return { causeId: withdrawalId, kind: "withdrawal" as const, firstLine: 2, lines };
    }),
  );
  await tx.execute(
    `update withdrawals.withdrawal
     set due_at = null
     where merchant_id = $1
       and withdrawal_id = any ($2::uuid[])`,
    [tx.merchantId, due.map(({ withdrawalId }) => withdrawalId)],
  );
  crashPoint("withdrawals.give_back.written");
  return due.length;
}

const CLAIM = `
  select withdrawal_id as "withdrawalId", fund_source_id as "fundSourceId", amount_paise as "amountPaise"
  from withdrawals.withdrawal
  where merchant_id = $1
    and due_at <= $2
    and status in ('failed', 'returned')
  order by withdrawal_id
  limit $3
  for update skip locked`;
