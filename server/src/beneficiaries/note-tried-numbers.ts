/** Notes the account numbers that members try out in forms and files, so that Owners notice who searches for them. */
import { memberOf, readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { istDate } from "#rails";
import { accountOf, cleanDetails } from "./clean-details.ts";
import type { BeneficiaryInput } from "./details.ts";

/** The number of different numbers of one member in a day after which Owners are told again. */
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

/**
 * Notes the numbers of beneficiaries that a member has added, or was refused, which end like that of another listed one
 * at the same branch: the answer tells whether it is the same account.
 */
export async function noteAddedNumbers(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { by, beneficiaries }: { by: Actor; beneficiaries: readonly BeneficiaryInput[] },
): Promise<void> {
  const memberId = memberOf(by);
  const given = beneficiaries.flatMap((input) => {
    const account = accountOf(cleanDetails(input));
    return account === null ? [] : [{ beneId: input.beneId, ...account }];
  });
  if (memberId === null || given.length === 0) return;
  const alike = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ number: string }>(READ_ALIKE, [
      merchantId,
      given.map(({ beneId }) => beneId),
      given.map(({ accountNumber }) => accountNumber),
      given.map(({ ifsc }) => ifsc),
    ]),
  );
  await noteTriedNumbers(ctx, merchantId, { memberId, numbers: alike.map(({ number }) => number) });
}

const READ_ALIKE = `
  select distinct given.number
  from unnest($2::text[], $3::text[], $4::text[]) as given (bene_id, number, ifsc)
  where exists (
    select from beneficiaries.beneficiary as listed
    where listed.merchant_id = $1
      and listed.account_last4 = right(given.number, 4)
      and listed.ifsc = given.ifsc
      and listed.bene_id <> given.bene_id
      and listed.removed_at is null
  )`;

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
