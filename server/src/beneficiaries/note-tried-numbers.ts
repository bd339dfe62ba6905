/** Notes the account numbers that members try out in forms and files, so that Owners notice who searches for them. */
import { memberOf, readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { bankCodeOf, istDate } from "#rails";
import { indexAccount, openAccountNumber } from "./account-number.ts";
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
 * Notes the numbers of beneficiaries that a member has added, or was refused, which end like another one at the same
 * bank that someone else listed or paid, also before: answers about the new beneficiary tell whether it is the same
 * account. A number that is stored exactly so is no guess.
 */
export async function noteAddedNumbers(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { by, beneficiaries }: { by: Actor; beneficiaries: readonly BeneficiaryInput[] },
): Promise<void> {
  const memberId = memberOf(by);
  const given = beneficiaries.flatMap((input) => accountOf(cleanDetails(input)) ?? []);
  if (memberId === null || given.length === 0) return;
  const ends = [...new Set(given.map(({ accountNumber }) => accountNumber.slice(-4)))];
  const stored = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Stored>(READ_ALIKE, [merchantId, ends, by]),
  );
  const byPlace = Map.groupBy(stored, ({ end, ifsc }) => `${bankCodeOf(ifsc)} ${end}`);
  const numbers = given.flatMap(({ accountNumber, ifsc }) => {
    const alike = byPlace.get(`${bankCodeOf(ifsc)} ${accountNumber.slice(-4)}`) ?? [];
    const index = indexAccount(ctx.vault, merchantId, { accountNumber, ifsc });
    return alike.some((one) => !one.index.equals(index)) ? [accountNumber] : [];
  });
  await noteTriedNumbers(ctx, merchantId, { memberId, numbers: [...new Set(numbers)] });
}

interface Stored {
  readonly end: string;
  readonly ifsc: string;
  readonly index: Buffer;
}

/**
 * Reads the account number and the UPI ID of a listed beneficiary that the member added in the last week. To preview a
 * payment to it tells as much about the number as to type it there.
 */
export async function readOwnNumber(
  { db, vault }: Pick<Context, "db" | "vault">,
  merchantId: string,
  { beneId, by }: { beneId: string | undefined; by: Actor },
): Promise<{ accountNumber?: string; vpa?: string }> {
  if (beneId === undefined) return {};
  const [own] = await db.inMerchant(merchantId, (tx) =>
    tx.query<{ sealed: Buffer | null; vpa: string | null }>(READ_OWN, [merchantId, beneId, by, tx.now]),
  );
  return {
    ...(own?.sealed && { accountNumber: openAccountNumber({ vault }, merchantId, own.sealed) }),
    ...(own?.vpa && { vpa: own.vpa }),
  };
}

const READ_OWN = `
  select sealed_account as sealed, vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and bene_id = $2
    and bene_id is not null
    and removed_at is null
    and added_by = $3
    and added_at > $4::timestamptz - interval '7 days'`;

const READ_ALIKE = `
  select distinct account_last4 as end, ifsc, account_index as index
  from beneficiaries.beneficiary
  where merchant_id = $1
    and account_last4 = any ($2::text[])
    and account_index is not null
    and ifsc is not null
    and added_by <> $3`;

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
