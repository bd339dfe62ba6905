/** A merchant's settings for payments to phone numbers. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import { type MatchOutcome, type NameMatch, readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { type PartToSeal, textsToSeal } from "#lib/seal-rows";
import { readBlocks } from "#risk";

interface PhoneSettings {
  /** Pay only if the bank's name matches the beneficiary's. Default: true. */
  readonly checkName: boolean;
}

export async function readPhoneSettings(tx: Tx): Promise<PhoneSettings> {
  const [row] = await tx.query<PhoneSettings>(
    `select check_name as "checkName"
     from phone.setting
     where merchant_id = $1`,
    [tx.merchantId],
  );
  return row ?? { checkName: true };
}

/** Changes the settings. Orders that were already accepted do not change. Throws AccessError.not_permitted. */
export async function setPhoneSettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: PhoneSettings & { by: Actor },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => writePhoneSettings(tx, change));
}

/** Does the same as `setPhoneSettings` in the caller's transaction; throws the same. */
export async function writePhoneSettings(
  tx: Tx,
  { checkName, by }: PhoneSettings & { by: Actor },
): Promise<void> {
  await requireOfMember(tx, by, "manage_settings");
  await tx.execute(
    `insert into phone.setting (merchant_id, check_name)
     values ($1, $2)
     on conflict (merchant_id) do update set check_name = excluded.check_name`,
    [tx.merchantId, checkName],
  );
  const subject = `merchant:${tx.merchantId}`;
  await recordAudit(tx, [{ actor: by, action: "phone.settings_changed", subject, detail: { checkName } }]);
}

export interface Lookup {
  readonly lookupId: string;
  readonly transferKey: string;
  readonly phone: string;
  /** The merchant's ID of the listed beneficiary with this number. Null means that the number came with the order. */
  readonly beneId: string | null;
  readonly givenName: string | null;
  readonly bankId: string;
  readonly vpa: string;
  readonly nameAtBank: string;
  readonly score: number | null;
  readonly outcome: MatchOutcome | null;
  readonly payable: boolean;
}

export async function insertLookup(tx: Tx, lookup: Lookup): Promise<void> {
  const {
    lookupId,
    transferKey,
    phone,
    beneId,
    givenName,
    bankId,
    vpa,
    nameAtBank,
    score,
    outcome,
    payable,
  } = lookup;
  await tx.execute(
    `insert into phone.lookup (
       merchant_id, lookup_id, transfer_key, phone, given_name, bank_id, vpa, name_at_bank, score, outcome, payable,
       looked_up_at, bene_id, vpa_index
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.merchantId,
      lookupId,
      transferKey,
      tx.seal(phone),
      givenName,
      bankId,
      tx.seal(vpa),
      nameAtBank,
      score,
      outcome,
      payable,
      tx.now,
      beneId,
      tx.indexOf("vpa", vpa),
    ],
  );
}

type Match = Pick<NameMatch, "score" | "outcome">;

/** The part of a lookup that is shown with a payment to a phone number. */
export interface LookupView {
  /** The listed beneficiary with this number. Null means that the number came with the order. */
  readonly beneId: string | null;
  /** The comparison of the given name with the bank's; null if no names were compared. */
  readonly match: Match | null;
}

/** Reads the lookups behind payments to phone numbers, by their IDs, which are the origins of the transfers. */
export async function readLookups(
  ctx: Pick<Context, "db">,
  merchantId: string,
  lookupIds: readonly string[],
): Promise<ReadonlyMap<string, LookupView>> {
  if (lookupIds.length === 0) return new Map();
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ lookupId: string; beneId: string | null } & (Match | { score: null; outcome: null })>(
      `select lookup_id as "lookupId", bene_id as "beneId", score, outcome
       from phone.lookup
       where merchant_id = $1
         and lookup_id = any ($2)`,
      [merchantId, lookupIds],
    ),
  );
  return new Map(
    rows.map(({ lookupId, beneId, score, outcome }) => [
      lookupId,
      { beneId, match: outcome === null ? null : { score, outcome } },
    ]),
  );
}

/** A payee who is paid by phone number. */
interface PhonePayee {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
}

/** The reason why a listed beneficiary cannot be paid by phone number, in the words of the transfer calls. */
type PhonePayeeRefusal =
  | "beneficiary_not_found"
  | "beneficiary_details_invalid"
  | "beneficiary_too_new"
  | "beneficiary_not_allowed"
  | "mode_not_valid_for_beneficiary";

/** Finds the name and number of a listed beneficiary, or the reason why it cannot be paid by its number. */
export async function findPhonePayee(
  ctx: Pick<Context, "db">,
  merchantId: string,
  beneId: string,
): Promise<PhonePayee | PhonePayeeRefusal> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [payee] = await readPayees(tx, { beneIds: [beneId] });
    if (payee === undefined) return "beneficiary_not_found";
    const blockOf = await readBlocks(tx, [payee]);
    if (payee.status === "invalid") return "beneficiary_details_invalid";
    const isBarred = payee.status === "awaiting_approval" || blockOf(payee.beneficiaryId) !== null;
    if (isBarred) return "beneficiary_not_allowed";
    if (payee.payableAt > payee.addedAt && payee.payableAt > tx.now) return "beneficiary_too_new";
    const { name, phone, email } = payee;
    return phone === null ? "mode_not_valid_for_beneficiary" : { name, phone, email };
  });
}

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "phone.lookup",
    key: { lookup_id: "uuid" },
    texts: ["phone", "vpa"],
    beside: { vpa_index: "bytea" },
    besideOf: (tx, { vpa }) => ({ vpa_index: tx.indexOf("vpa", vpa as string) }),
  }),
];
