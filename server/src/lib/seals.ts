/**
 * Personal details of payees and the words of banks, sealed where they rest: VPA, phone number, e-mail address, postal
 * address, and texts that may hold one.
 *
 * A sealed text stands in a text column (or as a text in a jsonb column) and says of itself that it is one. A
 * transaction seals what it writes by `seal`; what it reads comes opened, whatever statement reads it. SQL compares
 * sealed texts by their keyed indexes, never by themselves: equal texts are sealed differently each time.
 */
import { VaultError, type Vault } from "./vault.ts";

/** What can be looked for although it is sealed. */
export type SealedKind = "vpa" | "phone" | "email" | "account";

/** How one merchant's texts are sealed, opened and found. */
export interface Seals {
  /** The text as it is kept; null stays null. */
  seal(text: string): string;
  seal(text: string | null): string | null;
  /** The text that `sealed` holds; any other text as it is. Throws VaultError for one that was altered. */
  open(text: string): string;
  /**
   * 32 bytes, equal for equal details of this merchant: capitals and the prefix of a mobile number do not count. An
   * account is its number and IFSC in one text, as it was when it was stored.
   */
  indexOf(kind: SealedKind, text: string): Buffer;
  indexOf(kind: SealedKind, text: string | null): Buffer | null;
}

/** How a sealed text begins. */
export const SEALED_PREFIX = "sealed:1:";
const PURPOSE = "sealed text";
const SEALED = /^sealed:1:[A-Za-z0-9_-]{44,}$/;

/** The seals of one merchant. */
export function sealsOf(vault: Vault, merchantId: string): Seals {
  const owner = { merchantId, purpose: PURPOSE };
  const seal = (text: string | null) =>
    text === null ? null : SEALED_PREFIX + vault.seal(owner, text).toString("base64url");
  const indexOf = (kind: SealedKind, text: string | null) =>
    // Accounts were indexed before the other kinds, without a name before them.
    text === null
      ? null
      : vault.blindIndex(merchantId, kind === "account" ? text : `${kind}|${keyOf(kind, text)}`);
  return {
    seal: seal as Seals["seal"],
    open(text) {
      if (!SEALED.test(text)) return text;
      const sealed = Buffer.from(text.slice(SEALED_PREFIX.length), "base64url");
      // Anyone may write the prefix into a text that is kept as it is: only what names a key of ours was sealed.
      return vault.knows(sealed) ? vault.open(owner, sealed).toString() : text;
    },
    indexOf: indexOf as Seals["indexOf"],
  };
}

/** The text, for use outside; throws VaultError for one that is still sealed: damaged, or its key is gone. */
export function mustBeOpen(name: string, text: string): string {
  if (/^sealed:\d+:/.test(text))
    throw new VaultError("malformed", `the ${name} is sealed and cannot be opened`);
  return text;
}

/** Bytes of a sealed text that follow from the master key: its header up to the nonce, as whole base64 characters. */
const KEY_CHARACTERS = 6;

/** How the texts begin that were sealed under the newest master key. */
export function newestPrefix(vault: Vault, merchantId: string): string {
  return sealsOf(vault, merchantId)
    .seal("")
    .slice(0, SEALED_PREFIX.length + KEY_CHARACTERS);
}

/** A phone number without what may stand before an Indian mobile's ten digits; other details in small letters. */
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
/** How values of PostgreSQL's types become ours. */
export interface ValueTypes {
  getTypeParser(oid: number, format?: string): Parse;
}

/** The same types, but texts come opened. */
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

/** A copy for a jsonb column: the texts under these names, at the top level, are sealed. */
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

/** The sealed text, or the empty text, which tells nothing. */
export function sealWords({ seal }: Pick<Seals, "seal">, text: string): string;
export function sealWords({ seal }: Pick<Seals, "seal">, text: string | null): string | null;
export function sealWords({ seal }: Pick<Seals, "seal">, text: string | null): string | null {
  return text === "" ? "" : seal(text);
}
