/** Notes the account numbers that members try out in forms, so that Owners notice who searches for numbers. */
import { readMerchant } from "#access";
import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { istDate } from "#rails";

/** Owners are told of every so many different numbers of one member in a day. */
const TOLD_EVERY = 20;

interface Tried {
  readonly memberId: string;
  readonly numbers: readonly string[];
}

/** Notes numbers that a member of a live merchant tries out; the same one again on that day counts no more. */
export async function noteTriedNumbers(
  { db, vault }: Pick<Context, "db" | "vault">,
  merchantId: string,
  { memberId, numbers }: Tried,
): Promise<void> {
  if (numbers.length === 0) return;
  const hashes = numbers.map((number) =>
    vault.hmac("tried account numbers", `${merchantId}\n${memberId}\n${number}`),
  );
  await db.inMerchant(merchantId, async (tx) => {
    if ((await readMerchant(tx)).mode !== "live") return;
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `numbers tried:${merchantId}:${memberId}`,
    ]);
    const values = [merchantId, memberId, istDate(tx.now)];
    const added = await tx.execute(NOTE, [...values, hashes]);
    if (added === 0) return;
    await tx.execute(FORGET, values);
    const [row] = await tx.query<{ count: number }>(COUNT, values);
    const { count } = row!;
    if (Math.floor(count / TOLD_EVERY) === Math.floor((count - added) / TOLD_EVERY)) return;
    const actor = `member:${memberId}` as const;
    const action = "beneficiaries.numbers_tried";
    await recordAudit(tx, [{ actor, action, subject: actor, detail: { count } }]);
  });
}

const NOTE = `
  insert into beneficiaries.number_tried (merchant_id, member_id, day, number_hash)
  select $1, $2, $3, hash
  from unnest($4::bytea[]) as tried (hash)
  on conflict do nothing`;

const FORGET =
  "delete from beneficiaries.number_tried where merchant_id = $1 and member_id = $2 and day < $3";

const COUNT = `
  select count(*)::integer as count
  from beneficiaries.number_tried
  where merchant_id = $1
    and member_id = $2
    and day = $3`;
