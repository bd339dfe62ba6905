/** A bucket of Amazon S3, or of a store that speaks its protocol, as a place for backups. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { S3Settings } from "#lib/backup-settings";
import { makeXmlReader } from "#lib/read-xml";
import { BackupError } from "./errors.ts";
import type { BackupStore } from "./store.ts";

/** A store takes at most 10,000 parts, so a backup may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const TRIES = 5;
const DAY_MS = 86_400_000;
const XML_LIMITS = { bytes: 8_000_000, depth: 10, piece: 65_536 };

interface Call {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal?: AbortSignal | undefined;
}

interface S3Limits {
  /** The time in which an answer must begin. A part that is sent must have arrived by then. */
  readonly headersWithinMs: number;
  /** The longest time in which nothing more of an answer comes. */
  readonly silentMs: number;
  /** The pause before the second try, which doubles with each one. */
  readonly pauseMs: number;
}

const LIMITS: S3Limits = { headersWithinMs: 120_000, silentMs: 60_000, pauseMs: 1_000 };

export function openS3(settings: S3Settings, limits: S3Limits = LIMITS): BackupStore {
  const call = makeCaller(settings, limits);
  const { prefix } = settings;
  const abort = (name: string, uploadId: string): Promise<unknown> =>
    call({ method: "DELETE", name, query: { uploadId } });
  return {
    async put(name, bytes, signal) {
      const started = await call({ method: "POST", name, query: { uploads: "" }, signal });
      const [uploadId] = readTexts(await started.text()).get("UploadId") ?? [];
      if (uploadId === undefined) throw BackupError.store_fault({ why: "it has begun no upload" });
      try {
        return await uploadParts(call, { name, uploadId, bytes, signal });
      } catch (error) {
        // If this fails too, `tidy` gives the upload up later.
        await abort(name, uploadId).catch(() => undefined);
        throw error;
      }
    },
    async get(name) {
      const answer = await call({ method: "GET", name });
      return answer.bytes();
    },
    async list() {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const query = {
          "list-type": "2",
          prefix,
          ...(token === undefined ? {} : { "continuation-token": token }),
        };
        const page = readTexts(await (await call({ method: "GET", query })).text());
        names.push(...(page.get("Key") ?? []).map((key) => key.slice(prefix.length)));
        token = page.get("NextContinuationToken")?.[0];
      } while (token !== undefined);
      return names.filter((name) => !name.includes("/"));
    },
    remove: async (name) => void (await call({ method: "DELETE", name })),
    async tidy(isOurs) {
      const page = readTexts(await (await call({ method: "GET", query: { uploads: "", prefix } })).text());
      const [keys = [], ids = [], times = []] = ["Key", "UploadId", "Initiated"].map((one) => page.get(one));
      for (const [index, key] of keys.entries()) {
        // Without a prefix these are the uploads of everyone who uses the bucket.
        const name = key.slice(prefix.length);
        if (isOurs(name) && Date.now() - Date.parse(times[index]!) > DAY_MS) await abort(name, ids[index]!);
      }
    },
  };
}

interface Upload {
  readonly name: string;
  readonly uploadId: string;
  readonly bytes: AsyncIterable<Buffer>;
  readonly signal: AbortSignal | undefined;
}

interface Answer {
  readonly headers: Headers;
  bytes(): AsyncIterable<Buffer>;
  text(): Promise<string>;
}

type Caller = (call: Call) => Promise<Answer>;

/** Sends the parts one after the other and completes the upload; the object exists from then on. */
async function uploadParts(call: Caller, { name, uploadId, bytes, signal }: Upload): Promise<number> {
  const tags: string[] = [];
  let size = 0;
  for await (const body of partsOf(bytes)) {
    const query = { partNumber: String(tags.length + 1), uploadId };
    const answer = await call({ method: "PUT", name, query, body, signal });
    await answer.text();
    const tag = answer.headers.get("etag");
    if (tag === null) throw BackupError.store_fault({ why: "it has acknowledged a part without a tag" });
    tags.push(tag);
    size += body.length;
  }
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', "&quot;")}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  const done = await call({ method: "POST", name, query: { uploadId }, body, signal });
  // The store begins its answer with 200 before it knows the outcome.
  const [fault] = readTexts(await done.text()).get("Code") ?? [];
  if (fault !== undefined) throw BackupError.store_fault({ why: fault });
  return size;
}

async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    held.push(part);
    length += part.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(held);
}

/** Makes signed calls, and repeats those that failed for a passing reason; repeating any of them does no harm. */
function makeCaller({ bucket, prefix, endpoint, region, credentials }: S3Settings, limits: S3Limits): Caller {
  const client = new AwsClient({ ...credentials, service: "s3", region, retries: 0 });
  return async ({ method, name, query = {}, body, signal }) => {
    const path = name === undefined ? [bucket] : [bucket, ...`${prefix}${name}`.split("/")];
    const url = new URL(`${endpoint}/${path.map(encodeURIComponent).join("/")}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const headers = {
      "x-amz-content-sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
    };
    for (let tries = 1; ; tries += 1) {
      signal?.throwIfAborted();
      const within = new AbortController();
      const timer = setTimeout(() => within.abort(), limits.headersWithinMs);
      const answer = await client
        .fetch(url, {
          method,
          headers,
          signal: signal === undefined ? within.signal : AbortSignal.any([within.signal, signal]),
          redirect: "error",
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        })
        // The body has a limit of its own, since a large backup takes long.
        .finally(() => clearTimeout(timer))
        .catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.ok) return read(answer, limits);
      const isPassing = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (!isPassing || tries === TRIES) throw await explain(answer, { name, limits });
      if (!(answer instanceof Error)) await answer.body?.cancel();
      // A store that is asked too often is asked less often then, and not by all at the same moment.
      const pauseMs = limits.pauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      await sleep(pauseMs, undefined, signal === undefined ? {} : { signal });
    }
  };
}

function read(answer: Response, { silentMs }: S3Limits): Answer {
  const bytes = (): AsyncIterable<Buffer> => bytesOf(answer, silentMs);
  return {
    headers: answer.headers,
    bytes,
    text: async () => Buffer.concat(await Array.fromAsync(bytes())).toString(),
  };
}

/** Yields the body however long it takes. Throws BackupError.store_fault if it ends early or falls silent. */
async function* bytesOf({ body }: Response, silentMs: number): AsyncGenerator<Buffer> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await orSilent(reader.read(), silentMs);
      if (done) return;
      yield Buffer.from(value);
    }
  } catch (error) {
    throw BackupError.is(error) ? error : faultOf(error as Error);
  } finally {
    // The reader may want no more of it; the connection is closed then.
    await reader.cancel().catch(() => undefined);
  }
}

async function orSilent<T>(next: Promise<T>, silentMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const why = `it has sent nothing for ${Math.round(silentMs / 100) / 10} seconds`;
  const timer = setTimeout(() => reject(BackupError.store_fault({ why })), silentMs);
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const faultOf = (error: Error): Error =>
  BackupError.store_fault({ why: (error.cause as Error | undefined)?.message ?? error.message });

/** The answer of a store that refuses something has a code, but nothing secret. */
async function explain(
  answer: Response | Error,
  { name, limits }: { readonly name: string | undefined; readonly limits: S3Limits },
): Promise<Error> {
  if (answer instanceof Error) return faultOf(answer);
  const text = await read(answer, limits)
    .text()
    .catch(() => "");
  const [code = `HTTP ${answer.status}`] = readTexts(text).get("Code") ?? [];
  if (answer.status === 404 && code === "NoSuchKey") return BackupError.not_stored({ name });
  return BackupError.store_fault({ why: code });
}

/** Returns the texts of all elements by name, in order. What is no XML has none. */
function readTexts(xml: string): ReadonlyMap<string, string[]> {
  const texts = new Map<string, string[]>();
  let text = "";
  const reader = makeXmlReader(
    {
      open: () => void (text = ""),
      text: (part) => void (text += part),
      close(name) {
        texts.set(name, [...(texts.get(name) ?? []), text]);
        text = "";
      },
    },
    XML_LIMITS,
  );
  try {
    reader.write(Buffer.from(xml));
    reader.end();
  } catch {
    return new Map();
  }
  return texts;
}
