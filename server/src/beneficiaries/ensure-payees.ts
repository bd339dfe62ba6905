import assert from "node:assert/strict";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { cleanDetails } from "./clean-details.ts";
import type { Details, PayeeFacts, PayeeInput } from "./details.ts";
import { insertPayees, type PayeeToInsert } from "./insert-payees.ts";
import { payeeFactsOf, selectPayeesByKey, type PayeeRow } from "./payee-rows.ts";
import { sealAccount } from "./seal-account.ts";
import { cardToKeep, sealCardToken } from "./seal-card-token.ts";

/**
 * Finds or makes the unlisted payee of each given details, in the given order; the same details are the same
 * payee. A card token is sealed and not stored: see `keepCardTokens`. Details must have passed `checkPayee`.
 * A set of known payees costs one statement, one with new payees two more.
 */
export async function ensurePayees(
  tx: Tx,
  vault: Vault,
  inputs: readonly PayeeInput[],
): Promise<PayeeFacts[]> {
  if (inputs.length === 0) return [];
  const given = inputs.map((input) => fingerprintDetails(tx.merchantId, vault, input));
  const wanted = new Map(given.map((one) => [one.key, one]));
  const found = await readByFingerprint(tx, [...wanted.values()]);
  const missing = [...wanted.values()].filter((one) => !found.has(one.key));
  if (missing.length > 0) {
    // A fixed order prevents deadlocks between two sets with the same new payees.
    missing.sort((a, b) => Buffer.compare(a.fingerprint, b.fingerprint));
    await insertPayees(
      tx,
      missing.map((one) => unlistedPayee(tx.merchantId, vault, one)),
      "direct transfer",
    );
    // These are read again, because another transaction may have made some of them meanwhile.
    for (const [key, facts] of await readByFingerprint(tx, missing)) found.set(key, facts);
  }
  return given.map((one) => {
    const facts = found.get(one.key);
    assert(facts !== undefined, "every payee exists now");
    const { cardToken } = one.details;
    if (cardToken === null) return facts;
    return { ...facts, sealedCard: sealCardToken(vault, tx.merchantId, cardToken) };
  });
}

interface Fingerprinted {
  readonly details: Details;
  readonly fingerprint: Buffer;
  /** The fingerprint as text, for lookups. */
  readonly key: string;
}

function fingerprintDetails(merchantId: string, vault: Vault, input: PayeeInput): Fingerprinted {
  const details = cleanDetails(input);
  const text = JSON.stringify([
    merchantId,
    details.name,
    details.email?.toLowerCase(),
    details.phone,
    details.accountNumber,
    details.ifsc,
    details.vpa?.toLowerCase(),
    details.address1,
    details.address2,
    details.city,
    details.state,
    details.pincode,
    ...(details.cardToken === null ? [] : [details.cardToken, input.onlyFor]),
  ]);
  const fingerprint = vault.hmac("beneficiary.fingerprint", text);
  return { details, fingerprint, key: fingerprint.toString("latin1") };
}

async function readByFingerprint(tx: Tx, wanted: readonly Fingerprinted[]): Promise<Map<string, PayeeFacts>> {
  const rows = await tx.query<PayeeRow>(BY_FINGERPRINT, [
    tx.merchantId,
    wanted.map((one) => one.fingerprint),
  ]);
  return new Map(rows.map((row) => [row.fingerprint!.toString("latin1"), payeeFactsOf(tx, row)]));
}

function unlistedPayee(
  merchantId: string,
  vault: Vault,
  { details, fingerprint }: Fingerprinted,
): PayeeToInsert {
  const { accountNumber, ifsc, cardToken } = details;
  const whole = accountNumber !== null && ifsc !== null;
  return {
    beneficiaryId: newId(),
    beneId: null,
    fingerprint,
    details: whole ? details : { ...details, accountNumber: null, ifsc: null },
    account: whole ? sealAccount(vault, merchantId, { accountNumber, ifsc }) : null,
    claimsAccount: false,
    purpose: null,
    card: cardToken === null ? null : cardToKeep(vault, merchantId, cardToken),
  };
}

const BY_FINGERPRINT = selectPayeesByKey({
  column: "fingerprint",
  type: "bytea",
  where: "fingerprint is not null",
});
