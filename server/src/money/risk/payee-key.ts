/** The parts of a payee that can be blocked, and the keys under which they are found. */
import { endOf } from "#lib/mask-account";
import { keyOf, sealsOf } from "#lib/seals";
import type { Vault } from "#lib/vault";
import { accountOfVpa, isIfsc, isInlineAccountNumber, isVpaToKeep, parsePhone } from "#rails";
import { phoneKey, type PayeeSeen } from "./destination.ts";

/** The payee to block. A bank is named by the first four letters of its IFSCs. */
export type PayeeToBlock =
  | { readonly kind: "beneficiary"; readonly beneficiaryId: string }
  | { readonly kind: "account"; readonly accountNumber: string; readonly ifsc: string }
  | { readonly kind: "vpa"; readonly vpa: string }
  | { readonly kind: "phone"; readonly phone: string }
  | { readonly kind: "ifsc"; readonly ifsc: string }
  | { readonly kind: "bank"; readonly bankCode: string }
  | { readonly kind: "card"; readonly token: string };

export type BlockKind = PayeeToBlock["kind"];

/** A key, and the part of it that people may see. */
export interface PayeeKey {
  readonly kind: BlockKind;
  readonly key: string;
  readonly shown: string;
  /** The key under which it was blocked before VPAs and phone numbers were sealed. */
  readonly former?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the key under which to block a payee. Null if the payee's details are invalid. */
export function keyToBlock(vault: Vault, merchantId: string, payee: PayeeToBlock): PayeeKey | null {
  const { kind } = payee;
  switch (kind) {
    case "beneficiary":
      return keyIf(UUID.test(payee.beneficiaryId), kind, payee.beneficiaryId);
    case "account":
      return keyOfAccount(vault, merchantId, payee);
    case "vpa": {
      const account = accountOfVpa(payee.vpa);
      const key = account && keyOfAccount(vault, merchantId, account);
      if (key) return key;
      return isVpaToKeep(payee.vpa.trim())
        ? keyOfContact(vault, merchantId, { kind, text: payee.vpa })
        : null;
    }
    case "phone": {
      const phone = parsePhone(payee.phone.trim());
      return phone === null ? null : keyOfContact(vault, merchantId, { kind, text: phone });
    }
    case "ifsc":
      return keyIf(isIfsc(payee.ifsc.trim().toUpperCase()), kind, payee.ifsc.trim().toUpperCase());
    case "bank":
      return keyIf(/^[A-Za-z]{4}$/.test(payee.bankCode), kind, payee.bankCode.toUpperCase());
    case "card":
      return keyOfCard(vault, merchantId, payee.token.trim());
    default:
      return payee satisfies never;
  }
}

function keyIf(isSound: boolean, kind: BlockKind, key: string): PayeeKey | null {
  return isSound ? { kind, key, shown: key } : null;
}

/** Beneficiaries index the same text, so that the keys can be compared. */
function keyOfContact(
  vault: Vault,
  merchantId: string,
  { kind, text }: { kind: "vpa" | "phone"; text: string },
): PayeeKey {
  const shown = keyOf(kind, text);
  const key = sealsOf(vault, merchantId).indexOf(kind, text).toString("hex");
  return { kind, key, shown, former: shown };
}

/** Beneficiaries index the same text, so that the keys can be compared. This is also true of a card. */
function keyOfAccount(
  vault: Vault,
  merchantId: string,
  given: { accountNumber: string; ifsc: string },
): PayeeKey | null {
  const accountNumber = given.accountNumber.trim().toUpperCase();
  const ifsc = given.ifsc.trim().toUpperCase();
  if (!isInlineAccountNumber(accountNumber) || !isIfsc(ifsc)) return null;
  const key = vault.blindIndex(merchantId, `${accountNumber}|${ifsc}`).toString("hex");
  const shown = `…${endOf(accountNumber)} ${ifsc}`;
  return { kind: "account", key, shown };
}

function keyOfCard(vault: Vault, merchantId: string, token: string): PayeeKey | null {
  if (!/^[A-Za-z0-9_-]{12,64}$/.test(token)) return null;
  const key = vault.blindIndex(merchantId, `card|${token}`).toString("hex");
  const shown = `…${token.slice(-4)}`;
  return { kind: "card", key, shown };
}

/** Returns the part that the audit trail may hold: records there are never changed, so nothing in them is sealed. */
export function maskShown({ kind, shown }: { kind: string; shown: string }): string {
  if (kind === "vpa") return `…@${shown.split("@")[1]}`;
  return kind === "phone" ? `…${shown.slice(-4)}` : shown;
}

/** Returns all keys by which a payee may be blocked: everything known of it, not only the destination of a transfer. */
export function keysOf(payee: PayeeSeen): Pick<PayeeKey, "kind" | "key">[] {
  const { beneficiaryId, accountIndex, cardIndex, vpaIndex, phoneIndex, vpa, phone, ifsc } = payee;
  const keys: Pick<PayeeKey, "kind" | "key">[] = [{ kind: "beneficiary", key: beneficiaryId }];
  if (accountIndex !== null) keys.push({ kind: "account", key: accountIndex.toString("hex") });
  if (cardIndex !== null) keys.push({ kind: "card", key: cardIndex.toString("hex") });
  if (vpaIndex !== null) keys.push({ kind: "vpa", key: vpaIndex.toString("hex") });
  if (phoneIndex !== null) keys.push({ kind: "phone", key: phoneIndex.toString("hex") });
  // Blocks from before the sealing have these keys until they are sealed.
  if (vpa !== null) keys.push({ kind: "vpa", key: vpa.toLowerCase() });
  if (phone !== null) keys.push({ kind: "phone", key: phoneKey(phone) });
  const ofVpa = vpa === null ? null : accountOfVpa(vpa);
  const accountKey = payee.vpaAccountIndex?.toString("hex");
  if (accountKey !== undefined) keys.push({ kind: "account", key: accountKey });
  for (const code of new Set([ifsc, ofVpa?.ifsc]))
    if (code) keys.push({ kind: "ifsc", key: code }, { kind: "bank", key: code.slice(0, 4) });
  return keys;
}

/** SQL over `risk.past_transfer` for each kind of key. It is true if the payee had the key in `terms`. */
export const BLOCK_STOPS: Readonly<Record<BlockKind, string>> = {
  beneficiary: "judged and beneficiary_id::text = terms ->> 'key'",
  account: "judged and encode(account_index, 'hex') = terms ->> 'key'",
  vpa: "judged and (encode(vpa_index, 'hex') = terms ->> 'key' or lower(vpa) = terms ->> 'former')",
  phone:
    "judged and (encode(phone_index, 'hex') = terms ->> 'key' or risk.phone_key(phone) = terms ->> 'former')",
  ifsc: "judged and ifsc = terms ->> 'key'",
  bank: "judged and left(ifsc, 4) = terms ->> 'key'",
  card: "judged and encode(card_index, 'hex') = terms ->> 'key'",
};
