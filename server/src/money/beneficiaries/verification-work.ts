/** The background work of verifications: asks banks about due ones, with limited retries, until they end. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { defineWorker, repeatsIn } from "#lib/worker";
import { askAbout } from "./ask-banks.ts";
import { type Ended, recordVerifications } from "./record-verifications.ts";
import { type Verification, VERIFICATION_COLUMNS } from "./verification.ts";

/** Verifications that are asked in parallel; a hanging bank delays them together by one time-out at most. */
const SET_MAX = 16;
/** The duration of a claim: longer than asking two banks takes, with time to spare. */
const LEASE_MS = 60_000;
const SECOND_MS = 1_000;
/** The delays between failed tries. After the last one, the verification has failed. */
const ASK_AGAIN_MS = [15 * SECOND_MS, 60 * SECOND_MS, 5 * 60 * SECOND_MS, 30 * 60 * SECOND_MS] as const;

/** Asks about everything that a merchant has due, including what becomes due meanwhile. */
export async function workVerifications(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
): Promise<void> {
  while ((await askAboutDue(ctx, merchantId)) > 0);
}

export const verificationsWorker = defineWorker({
  name: "verifications",
  everyMs: 2 * SECOND_MS,
  due: `exists (
    select from beneficiaries.verification
    where verification.merchant_id = clock.merchant_id
      and verification.status = 'waiting'
      and verification.due_at <= clock.now
  )`,
  work: workVerifications,
  /** The times at which banks are asked about verifications again. */
  moments: { verifications: repeatsIn("beneficiaries.verification", "status = 'waiting'") },
});

async function askAboutDue(ctx: Pick<Context, "db" | "vault" | "log">, merchantId: string): Promise<number> {
  const claimed = await ctx.db.inMerchant(merchantId, claim);
  if (claimed.length === 0) return 0;
  crashPoint("beneficiaries.verifications.claimed");
  const asked = await Promise.all(
    claimed.map(async (verification) => ({
      verification,
      ...(await askAbout(ctx, merchantId, verification)),
    })),
  );
  crashPoint("beneficiaries.verifications.answered");
  const isOver = ({ verification, again }: (typeof asked)[number]): boolean =>
    !again || verification.asked > ASK_AGAIN_MS.length;
  const ended: readonly Ended[] = asked.filter(isOver);
  const open = asked.filter((one) => !isOver(one)).map(({ verification }) => verification);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    if (ended.length > 0) await recordVerifications(tx, ended);
    if (open.length > 0) await postpone(tx, open);
  });
  return claimed.length;
}

/** Claims by counting a try and moving the due time; if the worker dies, it is due after the lease. */
function claim(tx: Tx): Promise<Verification[]> {
  return tx.query<Verification>(
    `with due as materialized (
       select verification_id
       from beneficiaries.verification
       where merchant_id = $1
         and status = 'waiting'
         and due_at <= $2
       order by due_at, verification_id
       limit $4
       for update skip locked
     )
     update beneficiaries.verification
     set due_at = $3, asked = asked + 1
     from due
     where verification.merchant_id = $1
       and verification.verification_id = due.verification_id
     returning ${VERIFICATION_COLUMNS}`,
    [tx.merchantId, tx.now, new Date(tx.now.getTime() + LEASE_MS), SET_MAX],
  );
}

/** Works only while the claim lasts; if another worker has taken over, nothing changes. */
async function postpone(tx: Tx, open: readonly Verification[]): Promise<void> {
  await tx.execute(
    `update beneficiaries.verification
     set due_at = open.due_at
     from unnest($2::uuid[], $3::smallint[], $4::timestamptz[]) as open (id, asked, due_at)
     where verification.merchant_id = $1
       and verification.verification_id = open.id
       and verification.asked = open.asked
       and verification.status = 'waiting'`,
    [
      tx.merchantId,
      open.map(({ verificationId }) => verificationId),
      open.map(({ asked }) => asked),
      open.map(({ asked }) => new Date(tx.now.getTime() + ASK_AGAIN_MS[asked - 1]!).toISOString()),
    ],
  );
}
