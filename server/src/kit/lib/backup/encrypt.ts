/**
 * Backups in a store are encrypted: AES-256-GCM in chunks, each with a tag. A chunk's nonce is its number and whether
 * it is the last one, so chunks that were exchanged, left out or cut off at the end are detected. Each file has a key
 * of its own, made from random bytes at its beginning and the newest key.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { makeVault, type Vault } from "#lib/vault";
import { BackupError } from "./errors.ts";

const MAGIC = Buffer.from("vitaran encrypted 1\n");
const KEY_ID_BYTES = 4;
const SALT_BYTES = 32;
const HEAD_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** The newest of BACKUP_KEY encrypts, or of the master keys without one. All open what they have encrypted. */
interface EncryptionKeys {
  readonly vault: Vault;
  /** BACKUP_KEY, newest first; empty: there is none. */
  readonly backupKeys: readonly Buffer[];
}

function deriveKey(
  { vault, backupKeys }: EncryptionKeys,
  salt: Buffer,
  like?: Buffer,
): { readonly id: Buffer; readonly key: Buffer } | null {
  const vaults = backupKeys.length === 0 ? [vault] : [makeVault(backupKeys), vault];
  for (const one of vaults) {
    const code = like === undefined ? one.mac("backup.file") : one.mac("backup.file", like);
    const bytes = code?.update(salt).digest();
    if (bytes !== undefined)
      return { id: bytes.subarray(0, KEY_ID_BYTES), key: bytes.subarray(KEY_ID_BYTES) };
  }
  return null;
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Splits bytes into pieces of one size; the last one may be shorter or empty, and is the only one marked. */
async function* piecesOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    held.push(part);
    length += part.length;
    if (length <= size) continue;
    let rest = Buffer.concat(held);
    for (; rest.length > size; rest = rest.subarray(size))
      yield { bytes: rest.subarray(0, size), isLast: false };
    [held, length] = [[rest], rest.length];
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

/** Encrypts a stream of bytes. */
export async function* encrypt(keys: EncryptionKeys, clear: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { id, key } = deriveKey(keys, salt)!;
  const head = Buffer.concat([MAGIC, id, salt]);
  yield head;
  let number = 0;
  for await (const { bytes, isLast } of piecesOf(clear, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    cipher.setAAD(head);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** Decrypts what `encrypt` made. Throws BackupError.not_a_backup, wrong_backup_key, altered. */
export async function* decrypt(keys: EncryptionKeys, sealed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = sealed[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < HEAD_BYTES) {
    const next = await source.next();
    if (next.done === true) throw BackupError.not_a_backup();
    start = Buffer.concat([start, next.value]);
  }
  const head = start.subarray(0, HEAD_BYTES);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw BackupError.not_a_backup();
  const salt = head.subarray(HEAD_BYTES - SALT_BYTES);
  const found = deriveKey(keys, salt, head.subarray(MAGIC.length, HEAD_BYTES - SALT_BYTES));
  if (found === null) throw BackupError.wrong_backup_key();
  let number = 0;
  for await (const { bytes, isLast } of piecesOf(
    behind(start.subarray(HEAD_BYTES), source),
    CHUNK_BYTES + TAG_BYTES,
  )) {
    yield openChunk(bytes, { head, key: found.key, nonce: nonceOf(number, isLast) });
    number += 1;
  }
}

async function* behind(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

interface Opening {
  readonly head: Buffer;
  readonly key: Buffer;
  readonly nonce: Buffer;
}

function openChunk(chunk: Buffer, { head, key, nonce }: Opening): Buffer {
  if (chunk.length < TAG_BYTES) throw BackupError.altered();
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(head);
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
  const clear = decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw BackupError.altered();
  }
  return clear;
}
