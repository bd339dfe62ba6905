/**
 * Records the account numbers that members try out in forms and files, so that Owners notice when someone searches for
 * numbers.
 */
import { memberOf, readMerchant } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { istDate } from "#lib/ist";
import { type BankAccount, accountOfVpa, bankCodeOf, bankCodesOf } from "#rails";
import { indexAccount, openAccountNumber } from "./account-number.ts";
import { accountsOf, cleanDetails } from "./fields.ts";
import type { PayeeInput } from "./details.ts";

/**
 * The number of different numbers of one member in a day after which Owners are told again: of those in forms together,
 * and of those that end like payees at one bank.
 */
const TOLD_EVERY = 20;

interface Tried {
  readonly number: string;
  /** The bank and end that it shares with payees, or null for numbers in a form that were compared with everything. */
  readonly place: string | null;
}

/** Notes numbers that a member of a live merchant tries out in forms. */
export function noteTriedNumbers(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { memberId, numbers }: { readonly memberId: string; readonly numbers: readonly string[] },
): Promise<void> {
  return noteTried(ctx, merchantId, {
    memberId,
    tried: numbers.map((number) => ({ number, place: null })),
  });
}

/** Notes numbers of a member of a live merchant; the same one again at that place and day counts no more. */
async function noteTried(
  { db, vault }: Pick<Context, "db" | "vault">,
  merchantId: string,
  { memberId, tried }: { readonly memberId: string; readonly tried: readonly Tried[] },
): Promise<void> {
  if (tried.length === 0) return;
  const hash = (what: string): Buffer =>
    vault.hmac("tried account numbers", `${merchantId}\n${memberId}\n${what}`);
  // The same number at another place is a new guess, because the answer reveals something else.
  const hashes = tried.map(({ number, place }) => hash(JSON.stringify([place, number])));
  const places = tried.map(({ place }) => (place === null ? null : hash(place)));
  await db.inMerchant(merchantId, async (tx) => {
    if ((await readMerchant(tx)).mode !== "live") return;
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `numbers tried:${merchantId}:${memberId}`,
    ]);
    const values = [merchantId, memberId, istDate(tx.now)];
    await tx.execute(FORGET, values);
    const counts = await tx.query<{ before: number; added: number }>(NOTE, [...values, hashes, places]);
    const told = counts.flatMap(({ before, added }) => {
      const count = before + added;
      return Math.floor(count / TOLD_EVERY) > Math.floor(before / TOLD_EVERY) ? [count] : [];
    });
    const actor = `member:${memberId}` as const;
    const action = "beneficiaries.numbers_tried";
    await recordAudit(
      tx,
      told.map((count) => ({ actor, action, subject: actor, detail: { count } })),
    );
  });
}

/**
 * Notes the numbers of payees that a member has added or paid, or was refused, which end like another one at the same
 * bank that someone else listed or paid, also before: answers about the new payee tell whether it is the same account.
 * A number that is stored exactly so is no guess.
 */
export async function noteAddedNumbers(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { by, payees }: { by: Actor; payees: readonly PayeeInput[] },
): Promise<void> {
  const memberId = memberOf(by);
  const given = payees.flatMap((input) => accountsOf(cleanDetails(input)));
  if (memberId === null || given.length === 0) return;
  const ends = [...new Set(given.map(({ accountNumber }) => accountNumber.slice(-4)))];
  const places = given.flatMap(({ accountNumber, ifsc }) =>
    bankCodesOf(ifsc).map((bank) => `${bank} ${accountNumber.padStart(4, "0").slice(-4)}`),
  );
  const banks = [...new Set(given.flatMap(({ ifsc }) => bankCodesOf(ifsc)))];
  const stored = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Stored>(READ_ALIKE, [merchantId, ends, by, [...new Set(places)], banks]),
  );
  const indexOf = (account: BankAccount): string =>
    indexAccount(ctx.vault, merchantId, account).toString("hex");
  const known = stored.flatMap(({ end, ifsc, index, vpa }) => {
    if (vpa === null) return [{ place: `${bankCodeOf(ifsc!)} ${end}`, index: index!.toString("hex") }];
    const account = accountOfVpa(vpa);
    return account === null ? [] : [{ place: placeOf(account), index: indexOf(account) }];
  });
  const byPlace = Map.groupBy(known, ({ place }) => place);
  const tried = given.flatMap((account) => {
    const place = placeOf(account);
    const alike = byPlace.get(place) ?? [];
    const isGuess = alike.length > 0 && alike.every(({ index }) => index !== indexOf(account));
    return isGuess ? [{ number: account.accountNumber, place }] : [];
  });
  await noteTried(ctx, merchantId, { memberId, tried });
}

const placeOf = ({ accountNumber, ifsc }: BankAccount): string =>
  `${bankCodeOf(ifsc)} ${accountNumber.slice(-4)}`;

/** A payee that ends alike, by its account or by a UPI ID that names one. */
interface Stored {
  readonly end: string | null;
  readonly ifsc: string | null;
  readonly index: Buffer | null;
  readonly vpa: string | null;
}

/** A beneficiary that a member listed alone, with the numbers that a preview of a payment to it tries out. */
export interface OwnNumber {
  readonly beneficiaryId: string;
  readonly accountNumber?: string;
  readonly vpa?: string;
}

/**
 * Reads the account number and the UPI ID of a listed beneficiary that the member added, unless others have approved
 * it. Until it is paid, a preview of a payment to it tells as much about the number as typing it there.
 */
export async function readOwnNumber(
  { db, vault }: Pick<Context, "db" | "vault">,
  merchantId: string,
  { beneId, by }: { beneId: string | undefined; by: Actor },
): Promise<OwnNumber | null> {
  if (beneId === undefined) return null;
  type Own = { beneficiaryId: string; sealed: Buffer | null; vpa: string | null };
  const [own] = await db.inMerchant(merchantId, (tx) => tx.query<Own>(READ_OWN, [merchantId, beneId, by]));
  if (own === undefined) return null;
  const { beneficiaryId, sealed, vpa } = own;
  return {
    beneficiaryId,
    ...(sealed && { accountNumber: openAccountNumber({ vault }, merchantId, sealed) }),
    ...(vpa && { vpa }),
  };
}

const READ_OWN = `
  select beneficiary_id as "beneficiaryId", sealed_account as sealed, vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and bene_id = $2
    and bene_id is not null
    and removed_at is null
    and added_by = $3
    and not exists (
      select from approvals.request
      where request.merchant_id = $1
        and request.subject_kind = 'beneficiary'
        and request.subject_id = beneficiary_id::text
        and request.status = 'approved'
        and request.proposal ->> 'change' is distinct from 'remove'
    )`;

const READ_ALIKE = `
  select distinct account_last4 as end, ifsc, account_index as index, null as vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and account_last4 = any ($2::text[])
    and left(ifsc, 4) || ' ' || account_last4 = any ($4::text[])
    and account_index is not null
    and added_by <> $3
  union all
  select null, null, null, vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and vpa_account_end = any ($4::text[])
    and vpa_account_end <> ''
    and added_by <> $3
  union all
  select null, null, null, vpa
  from beneficiaries.beneficiary
  where merchant_id = $1
    and vpa_account_end is null
    and vpa_handle like '%.ifsc.npci'
    and upper(left(vpa_handle, 4)) = any ($5::text[])
    and added_by <> $3`;

const NOTE = `
  with added as (
    insert into beneficiaries.number_tried (merchant_id, member_id, day, number_hash, place_hash)
    select $1, $2, $3, number, place
    from unnest($4::bytea[], $5::bytea[]) as tried (number, place)
    on conflict do nothing
    returning place_hash
  )
  select (
      select count(*)::integer
      from beneficiaries.number_tried as earlier
      where merchant_id = $1
        and member_id = $2
        and day = $3
        and earlier.place_hash is not distinct from added.place_hash
    ) as before,
    count(*)::integer as added
  from added
  group by place_hash`;

const FORGET =
  "delete from beneficiaries.number_tried where merchant_id = $1 and member_id = $2 and day < $3";
