/**
 * Envelope encryption of the few fields that must be read again: account numbers, signing secrets, keys.
 *
 * A data key is derived for each merchant, purpose and version, so that a text sealed for one of them cannot
 * be opened for another. Sealed texts name the master key they were sealed under, so that it can be rotated
 * while old texts stay readable.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  type KeyObject,
} from "node:crypto";

/** The owner and purpose of a secret; opening it needs the same three. `version` is 1 if absent. */
export interface SealedFor {
  readonly merchantId: string;
  readonly purpose: string;
  readonly version?: number;
}

export interface Vault {
  /** Encrypts under the newest master key. The result is 33 bytes longer than the clear text. */
  seal(owner: SealedFor, clear: string | Uint8Array): Buffer;
  /** Decrypts what `seal` made for the same owner; throws `VaultError` for anything else. */
  open(owner: SealedFor, sealed: Buffer): Buffer;
  /** Returns 32 bytes by which one merchant's text is found without being stored; other merchants' differ. */
  blindIndex(merchantId: string, text: string): Buffer;
  /** Returns an HMAC-SHA256 under a separate key for each purpose. */
  hmac(purpose: string, text: string): Buffer;
  /**
   * Begins an HMAC-SHA256 under a separate key for each purpose. Its 36 bytes begin with the ID of the master
   * key: the newest one, or the one that the code `like` names. Returns null if that key is not given.
   */
  mac(purpose: string): Mac;
  mac(purpose: string, like: Buffer): Mac | null;
  /** True if `sealed` is under the newest master key; if not, seal it again before the old one goes. */
  isNewest(sealed: Buffer): boolean;
  /** True if `sealed` names a given master key; otherwise it was not sealed here, or its key is gone. */
  knows(sealed: Buffer): boolean;
  /** One check value for each master key, newest first. They reveal nothing about the keys. */
  readonly fingerprints: readonly string[];
}

/** Takes the text to authenticate in parts, and returns the code at the end. */
export interface Mac {
  update(part: string | Uint8Array): Mac;
  digest(): Buffer;
}

export type VaultErrorCode = "bad_master_key" | "malformed" | "unknown_master_key" | "not_authentic";

/** A sealed text cannot be opened, or a master key cannot be used. Never reveals the contents. */
export class VaultError extends Error {
  readonly code: VaultErrorCode;

  constructor(code: VaultErrorCode, text: string) {
    super(text);
    this.name = "VaultError";
    this.code = code;
  }
}

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_AT = 1 + KEY_ID_BYTES;
const TEXT_AT = NONCE_AT + NONCE_BYTES;
/** A sealed text is longer than the clear one by this many bytes. */
export const SEAL_LENGTH = TEXT_AT + TAG_BYTES;
const DERIVED_KEYS_MAX = 20_000;

interface MasterKey {
  readonly key: Buffer;
  readonly fingerprint: string;
  readonly id: Buffer;
}

/**
 * Makes a vault of one master key, or of several with the newest first: the newest seals, all open. Blind
 * indexes and HMACs stay with the oldest, so that known texts do not look new after a rotation. Throws
 * `VaultError` (`bad_master_key`) unless every key is 32 bytes and they differ.
 */
export function makeVault(masterKeys: Buffer | readonly Buffer[]): Vault {
  const masters = (Buffer.isBuffer(masterKeys) ? [masterKeys] : masterKeys).map(readMasterKey);
  const newest = masters[0];
  const oldest = masters.at(-1);
  if (newest === undefined || oldest === undefined)
    throw new VaultError("bad_master_key", "no master key given");
  if (new Set(masters.map((master) => master.id.toString("hex"))).size < masters.length) {
    throw new VaultError("bad_master_key", "the same master key is given twice");
  }
  const keyFor = makeKeyCache();
  const beginMac = (purpose: string, like?: Buffer): Mac | null => {
    const id = like?.subarray(0, KEY_ID_BYTES);
    const master = id === undefined ? newest : masters.find((one) => one.id.equals(id));
    return master === undefined ? null : makeMac(master.id, keyFor(master, ["mac", purpose]));
  };
  const macWith = (labels: string[], text: string): Buffer =>
    createHmac("sha256", keyFor(oldest, labels)).update(text).digest();

  return {
    seal: (owner, clear) => sealUnder(newest, keyFor(newest, dataKeyLabels(owner)), owner, clear),
    open: (owner, sealed) => {
      const master = masterOf(masters, sealed);
      return openUnder(keyFor(master, dataKeyLabels(owner)), owner, sealed);
    },
    blindIndex: (merchantId, text) => macWith(["blind index", merchantId], text),
    hmac: (purpose, text) => macWith(["hmac", purpose], text),
    mac: beginMac as Vault["mac"],
    isNewest: (sealed) => masterOf(masters, sealed) === newest,
    knows: (sealed) => isSealed(sealed) && findMaster(masters, sealed) !== undefined,
    fingerprints: masters.map((master) => master.fingerprint),
  };
}

function readMasterKey(key: Buffer): MasterKey {
  if (key.length !== 32)
    throw new VaultError("bad_master_key", `a master key has 32 bytes, this one ${key.length}`);
  const print = createHmac("sha256", key).update("vitaran master key fingerprint").digest().subarray(0, 16);
  return { key, fingerprint: print.toString("hex"), id: print.subarray(0, KEY_ID_BYTES) };
}

function makeMac(id: Buffer, key: KeyObject): Mac {
  const hmac = createHmac("sha256", key);
  const mac: Mac = {
    update(part) {
      hmac.update(part);
      return mac;
    },
    digest: () => Buffer.concat([id, hmac.digest()]),
  };
  return mac;
}

/** Caches derived keys: deriving one costs more than sealing with it. The oldest are dropped first. */
function makeKeyCache(): (master: MasterKey, labels: readonly string[]) => KeyObject {
  const keys = new Map<string, KeyObject>();
  return (master, labels) => {
    const info = joinUnambiguously(labels);
    const name = master.fingerprint + info;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const derived = createSecretKey(Buffer.from(hkdfSync("sha256", master.key, "vitaran", info, 32)));
    if (keys.size >= DERIVED_KEYS_MAX) keys.delete(keys.keys().next().value as string);
    keys.set(name, derived);
    return derived;
  };
}

const dataKeyLabels = (owner: SealedFor): string[] => ["seal", ...ownerLabels(owner)];

const ownerLabels = (owner: SealedFor): string[] => [
  owner.merchantId,
  owner.purpose,
  String(owner.version ?? 1),
];

/** The lengths precede the texts, so that no two lists of texts give the same bytes. */
const joinUnambiguously = (texts: readonly string[]): string =>
  texts.map((text) => `${text.length}:${text}`).join("|");

const isSealed = (sealed: Buffer): boolean => sealed.length >= SEAL_LENGTH && sealed[0] === FORMAT;

function findMaster(masters: readonly MasterKey[], sealed: Buffer): MasterKey | undefined {
  const id = sealed.subarray(1, NONCE_AT);
  return masters.find((candidate) => candidate.id.equals(id));
}

function masterOf(masters: readonly MasterKey[], sealed: Buffer): MasterKey {
  if (!isSealed(sealed)) throw new VaultError("malformed", "this is not a sealed text");
  const master = findMaster(masters, sealed);
  if (master === undefined)
    throw new VaultError("unknown_master_key", "sealed under a master key that is not given");
  return master;
}

/** Returns what the tag covers besides the text: the header, so that it cannot be altered, and the owner. */
const boundTo = (header: Buffer, owner: SealedFor): Buffer =>
  Buffer.concat([header, Buffer.from(joinUnambiguously(ownerLabels(owner)))]);

function sealUnder(master: MasterKey, key: KeyObject, owner: SealedFor, clear: string | Uint8Array): Buffer {
  const header = Buffer.alloc(TEXT_AT);
  header[0] = FORMAT;
  master.id.copy(header, 1);
  takeNonce(header.subarray(NONCE_AT));
  const cipher = createCipheriv("aes-256-gcm", key, header.subarray(NONCE_AT));
  cipher.setAAD(boundTo(header, owner));
  const text = typeof clear === "string" ? cipher.update(clear, "utf8") : cipher.update(clear);
  cipher.final();
  return Buffer.concat([header, text, cipher.getAuthTag()]);
}

function openUnder(key: KeyObject, owner: SealedFor, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, TEXT_AT);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, header.subarray(NONCE_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(header, owner));
  decipher.setAuthTag(tag);
  const clear = decipher.update(sealed.subarray(TEXT_AT, sealed.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    // OpenSSL says only that the tag is wrong: the text was altered, or sealed for another owner.
    clear.fill(0);
    throw new VaultError("not_authentic", "altered, or sealed for another merchant, purpose or version");
  }
  return clear;
}

const randomPool = Buffer.alloc(NONCE_BYTES * 512);
let randomUsed = randomPool.length;

/** Fills `nonce` with 96 random bits. Asking the system for 512 nonces at once is ten times faster. */
function takeNonce(nonce: Buffer): void {
  if (randomUsed === randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  randomPool.copy(nonce, 0, randomUsed, randomUsed + NONCE_BYTES);
  randomUsed += NONCE_BYTES;
}
