import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { addBeneficiaries, type AddOutcome } from "./add-beneficiaries.ts";
import { cleanDetails, textOf } from "./fields.ts";
import type { BeneficiaryInput, PayeeFacts } from "./details.ts";
import { BeneficiaryError } from "./errors.ts";
import { readMaskedCard } from "./cards.ts";
import { readPayees } from "./read-payees.ts";
import { indexAccount } from "./account-number.ts";

/** The outcome for one imported beneficiary; `present`: already listed, with the same details. */
type ImportOutcome =
  | AddOutcome
  | { readonly kind: "present"; readonly beneId: string; readonly beneficiaryId: string };

/**
 * Adds a set of beneficiaries like `addBeneficiary`, in a separate transaction. Returns the outcome of each,
 * in the given order. Repeating a set changes nothing: a listed one with the same name, contact and account,
 * UPI ID or card is `present`; with others it is refused (id_exists). Throws AccessError.not_permitted for a
 * member who may not manage beneficiaries, BeneficiaryError.too_many above `BENEFICIARIES_MAX`.
 */
export async function importBeneficiaries(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { beneficiaries, by }: { beneficiaries: readonly BeneficiaryInput[]; by: Actor },
): Promise<ImportOutcome[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_beneficiaries");
    const outcomes = await addBeneficiaries(tx, ctx.vault, { beneficiaries, by });
    const known = await readKnown(tx, outcomes.filter(isKnown));
    return outcomes.map((outcome, index): ImportOutcome => {
      const payee = isKnown(outcome) ? known.get(outcome.beneId) : undefined;
      if (
        payee === undefined ||
        !isSame(payee, tx.merchantId, { vault: ctx.vault, input: beneficiaries[index]! })
      )
        return outcome;
      return { kind: "present", beneId: outcome.beneId, beneficiaryId: payee.beneficiaryId };
    });
  });
}

const isKnown = (outcome: AddOutcome): boolean =>
  outcome.kind === "refused" && BeneficiaryError.is(outcome.error, "id_exists");

async function readKnown(tx: Tx, outcomes: readonly AddOutcome[]): Promise<ReadonlyMap<string, PayeeFacts>> {
  if (outcomes.length === 0) return new Map();
  const payees = await readPayees(tx, { beneIds: outcomes.map(({ beneId }) => beneId) });
  return new Map(payees.map((payee) => [payee.beneId!, payee]));
}

/** Accounts are compared by their blind indexes; nothing is decrypted. */
function isSame(
  payee: PayeeFacts,
  merchantId: string,
  { vault, input }: { vault: Vault; input: BeneficiaryInput },
): boolean {
  const { name, email, phone, vpa, accountNumber, ifsc } = cleanDetails(input);
  const account =
    accountNumber === null || ifsc === null ? null : indexAccount(vault, merchantId, { accountNumber, ifsc });
  const card = readMaskedCard(textOf(input.card) ?? "");
  const given = [name, email, phone, vpa?.toLowerCase(), account?.toString("hex")];
  const kept = [
    payee.name,
    payee.email,
    payee.phone,
    payee.vpa?.toLowerCase(),
    payee.accountIndex?.toString("hex"),
  ];
  const last4 = typeof card === "string" ? null : card.last4;
  return given.every((value, at) => value === kept[at]) && last4 === payee.cardLast4;
}
