/**
 * Personal details of payees and the words of banks, sealed at rest: VPA, phone number, e-mail address,
 * postal address, and texts that may contain one.
 *
 * A sealed text is in a text column (or a text in a jsonb column) and is marked as sealed. A transaction
 * seals what it writes by `seal`; what it reads is opened, whatever statement reads it. SQL compares sealed
 * texts by their keyed indexes, never by themselves: equal texts are sealed differently each time.
 */
import { VaultError, type Vault } from "./vault.ts";

/** The kinds of details that can be searched although they are sealed. */
export type SealedKind = "vpa" | "phone" | "email" | "account";

/** Seals, opens and indexes one merchant's texts. */
export interface Seals {
  /** Returns the text as it is stored; null stays null. */
  seal(text: string): string;
  seal(text: string | null): string | null;
  /** Opens a sealed text; returns any other text as it is. Throws VaultError for one that was altered. */
  open(text: string): string;
  /** Opens bytes that were sealed for this merchant for a purpose. Throws VaultError if it cannot. */
  openBytes(purpose: string, sealed: Buffer): string;
  /**
   * Returns 32 bytes that are equal for equal details of this merchant: capitals and the prefix of a mobile
   * number do not count. An account is its number and IFSC in one text, as it was when it was stored.
   */
  indexOf(kind: SealedKind, text: string): Buffer;
  indexOf(kind: SealedKind, text: string | null): Buffer | null;
}

/** The beginning of every sealed text. */
export const SEALED_PREFIX = "sealed:1:";
const PURPOSE = "sealed text";
const SEALED = /^sealed:1:[A-Za-z0-9_-]{44,}$/;

/** Makes the seals of one merchant. */
export function sealsOf(vault: Vault, merchantId: string): Seals {
  const owner = { merchantId, purpose: PURPOSE };
  const seal = (text: string | null) =>
    text === null ? null : SEALED_PREFIX + vault.seal(owner, text).toString("base64url");
  const indexOf = (kind: SealedKind, text: string | null) =>
    // Accounts were indexed before the other kinds, so their kind is not part of the index.
    text === null
      ? null
      : vault.blindIndex(merchantId, kind === "account" ? text : `${kind}|${keyOf(kind, text)}`);
  return {
    seal: seal as Seals["seal"],
    open(text) {
      if (!SEALED.test(text)) return text;
      const sealed = Buffer.from(text.slice(SEALED_PREFIX.length), "base64url");
      // Anyone may write the prefix into a plain text: only a text that names one of our keys was sealed.
      return vault.knows(sealed) ? vault.open(owner, sealed).toString() : text;
    },
    openBytes: (purpose, sealed) => vault.open({ merchantId, purpose }, sealed).toString(),
    indexOf: indexOf as Seals["indexOf"],
  };
}

/** Returns the text for use outside; throws VaultError if it is still sealed: damaged, or its key is gone. */
export function mustBeOpen(name: string, text: string): string {
  if (/^sealed:\d+:/.test(text))
    throw new VaultError("malformed", `the ${name} is sealed and cannot be opened`);
  return text;
}

/** The base64 characters that depend only on the master key: those of the header before the nonce. */
const KEY_CHARACTERS = 6;

/** Returns the beginning of texts that were sealed under the newest master key. */
export function newestPrefix(vault: Vault, merchantId: string): string {
  return sealsOf(vault, merchantId)
    .seal("")
    .slice(0, SEALED_PREFIX.length + KEY_CHARACTERS);
}

/** Returns a phone number without the prefix of an Indian mobile; other details in lower case. */
export function keyOf(kind: SealedKind, text: string): string {
  if (kind !== "phone") return text.trim().toLowerCase();
  const phone = text.trim();
  return /^(?:91|0)?[6-9]\d{9}$/.test(phone) ? phone.slice(-10) : phone;
}

const TEXT = 25;
const VARCHAR = 1043;
const TEXT_ARRAY = 1009;
const JSON_TEXT = 114;
const JSONB = 3802;

type Parse = (value: string) => unknown;
/** Converts values of PostgreSQL's types to ours. */
export interface ValueTypes {
  getTypeParser(oid: number, format?: string): Parse;
}

/** Returns the same types, but sealed texts are opened. */
export function openingTypes(types: ValueTypes, { open }: Seals): ValueTypes {
  const openIf: Parse = (value) => (value.startsWith(SEALED_PREFIX) ? open(value) : value);
  const openJson: Parse = (value) =>
    value.includes(SEALED_PREFIX)
      ? JSON.parse(value, (_, part: unknown) => (typeof part === "string" ? openIf(part) : part))
      : JSON.parse(value);
  const openers: Readonly<Record<number, Parse>> = {
    [TEXT]: openIf,
    [VARCHAR]: openIf,
    [JSON_TEXT]: openJson,
    [JSONB]: openJson,
    [TEXT_ARRAY]: (value) => openArray(types.getTypeParser(TEXT_ARRAY, "text")(value), openIf),
  };
  return {
    getTypeParser: (oid, format) =>
      (format === "binary" ? undefined : openers[oid]) ?? types.getTypeParser(oid, format),
  };
}

function openArray(value: unknown, openIf: Parse): unknown {
  if (Array.isArray(value)) return value.map((part) => openArray(part, openIf));
  return typeof value === "string" ? openIf(value) : value;
}

/** Returns a copy for a jsonb column, with the texts under these names at the top level sealed. */
export function sealFields<T extends object>(
  { seal }: Pick<Seals, "seal">,
  names: readonly string[],
  value: T,
): T {
  const fields = Object.entries(value).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === "string" && part !== "" && names.includes(name) ? seal(part) : part,
  ]);
  return Object.fromEntries(fields) as T;
}

/** Returns the sealed text; the empty text stays as it is, since it reveals nothing. */
export function sealWords({ seal }: Pick<Seals, "seal">, text: string): string;
export function sealWords({ seal }: Pick<Seals, "seal">, text: string | null): string | null;
export function sealWords({ seal }: Pick<Seals, "seal">, text: string | null): string | null {
  return text === "" ? "" : seal(text);
}
