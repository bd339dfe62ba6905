/**
 * Secrets shared with a bank: sealed, and opened once per process and version, not for each set of transfers.
 */
import type { Vault } from "#lib/vault";

export interface BankSecrets {
  readonly keyId?: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
  readonly debitAccount: string;
}

/** The owner of secrets. Bank and version are part of the seal, so none can be opened as another's. */
export interface SecretsOwner {
  readonly merchantId: string;
  readonly bankId: string;
  readonly version: number;
}

export function sealSecrets(vault: Vault, owner: SecretsOwner, secrets: BankSecrets): Buffer {
  const { keyId, apiKey, callbackSecret, debitAccount } = secrets;
  return vault.seal(sealedFor(owner), JSON.stringify({ keyId, apiKey, callbackSecret, debitAccount }));
}

/** Returns the secrets if this process has opened them before. */
export function recallSecrets(vault: Vault, owner: SecretsOwner): BankSecrets | undefined {
  return opened.get(vault)?.get(keyOf(owner));
}

/** Opens secrets and remembers them. Throws VaultError if they are not the owner's. */
export function openSecrets(vault: Vault, owner: SecretsOwner, sealed: Buffer): BankSecrets {
  const secrets = JSON.parse(vault.open(sealedFor(owner), sealed).toString()) as BankSecrets;
  const known = opened.get(vault) ?? new Map<string, BankSecrets>();
  opened.set(vault, known);
  if (known.size >= OPENED_MAX) known.delete(known.keys().next().value as string);
  known.set(keyOf(owner), secrets);
  return secrets;
}

const OPENED_MAX = 10_000;
const opened = new WeakMap<Vault, Map<string, BankSecrets>>();

const keyOf = ({ merchantId, bankId, version }: SecretsOwner): string => `${merchantId} ${version} ${bankId}`;

const sealedFor = ({ merchantId, bankId, version }: SecretsOwner) => ({
  merchantId,
  purpose: `bank-connection.${bankId}`,
  version,
});
