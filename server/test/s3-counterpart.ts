/**
 * A store that speaks the part of S3's protocol that backups need. It checks each signature (Signature Version 4) by
 * its own means, so that it agrees with Amazon's description and not with the client.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { after } from "node:test";

const REGION = "ap-south-1";
export const CREDENTIALS = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};

interface S3Counterpart {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  /** Uploads that were begun and neither completed nor given up. */
  readonly uploads: Map<string, { readonly key: string; at: Date; readonly parts: Map<number, Buffer> }>;
  /** Returns a fault (status and code) for a request, or null. */
  fault: (method: string, url: URL) => readonly [number, string] | null;
  /** Sends an object. A test may be slower, or stop half-way. */
  send: (response: ServerResponse, bytes: Buffer) => unknown;
}

const hex = (key: string | Buffer, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");
const raw = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const AUTHORIZATION = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/(\\d{8})/${REGION}/s3/aws4_request, ` +
    "SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$",
);

/** Returns why the request is not signed as it must be; null if it is. */
function findForgery(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const [, day, signed, signature] = AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
  const at = String(request.headers["x-amz-date"]);
  const digest = String(request.headers["x-amz-content-sha256"]);
  if (day === undefined || signed === undefined || !at.startsWith(day)) return "AccessDenied";
  for (const name of ["host", "x-amz-content-sha256", "x-amz-date"])
    if (!signed.split(";").includes(name)) return "AccessDenied";
  if (digest !== sha(body)) return "XAmzContentSHA256Mismatch";
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(""), signed, digest].join("\n");
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const key = [day, REGION, "s3", "aws4_request"].reduce<Buffer | string>(
    raw,
    `AWS4${CREDENTIALS.secretAccessKey}`,
  );
  const expected = hex(key, ["AWS4-HMAC-SHA256", at, scope, sha(canonical)].join("\n"));
  return expected === signature ? null : "SignatureDoesNotMatch";
}

/** Starts the store with the bucket `safe`. It ends with the test file. */
export async function startS3(): Promise<S3Counterpart> {
  const store: S3Counterpart = {
    endpoint: "",
    objects: new Map(),
    uploads: new Map(),
    fault: () => null,
    send: (response, bytes) => void response.end(bytes),
  };
  const server = createServer((request, response) => {
    void answer(store, request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return Object.assign(store, { endpoint: `http://127.0.0.1:${port}` });
}

async function answer(
  store: S3Counterpart,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const url = new URL(request.url!, "http://localhost");
  const refuse = (status: number, code: string): void =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  const forgery = findForgery(request, url, body);
  if (forgery !== null) return refuse(403, forgery);
  const [status, code] = store.fault(request.method!, url) ?? [];
  if (status !== undefined && code !== undefined) return refuse(status, code);
  const [, bucket, key = ""] = /^\/([^/]+)(?:\/(.*))?$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (bucket !== "safe") return refuse(404, "NoSuchBucket");
  const serve = { store, url, key, body, response, refuse };
  if (key === "") return list(serve);
  if (request.method === "POST") return upload(serve);
  if (request.method === "PUT") return putPart(serve);
  if (request.method === "DELETE") {
    const uploadId = url.searchParams.get("uploadId");
    if (uploadId === null) store.objects.delete(key);
    else store.uploads.delete(uploadId);
    return void response.writeHead(204).end();
  }
  const found = store.objects.get(key);
  return found === undefined ? refuse(404, "NoSuchKey") : void store.send(response, found);
}

interface Serving {
  readonly store: S3Counterpart;
  readonly url: URL;
  readonly key: string;
  readonly body: Buffer;
  readonly response: ServerResponse;
  readonly refuse: (status: number, code: string) => void;
}

/** Pages are short, so that a listing needs several. */
const PAGE = 3;

function list({ store, url, response }: Serving): void {
  const prefix = url.searchParams.get("prefix") ?? "";
  if (url.searchParams.has("uploads")) {
    const uploads = [...store.uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    return void response.end(`<ListMultipartUploadsResult>${uploads.join("")}</ListMultipartUploadsResult>`);
  }
  const keys = [...store.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const from = Number(url.searchParams.get("continuation-token") ?? 0);
  const page = keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const isMore = from + PAGE < keys.length;
  const token = isMore ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
  response.end(`<?xml version="1.0"?><ListBucketResult>${token}${page.join("")}</ListBucketResult>`);
}

function putPart({ store, url, body, response, refuse }: Serving): void {
  const found = store.uploads.get(url.searchParams.get("uploadId") ?? "");
  if (found === undefined) return refuse(404, "NoSuchUpload");
  found.parts.set(Number(url.searchParams.get("partNumber")), body);
  response.setHeader("etag", `"${sha(body).slice(0, 32)}"`).end();
}

/** Parts but the last one have 5 MB at least, and each is named with its tag. */
function upload({ store, url, key, body, response, refuse }: Serving): void {
  const id = url.searchParams.get("uploadId");
  if (id === null) {
    const uploadId = randomUUID();
    store.uploads.set(uploadId, { key, at: new Date(), parts: new Map() });
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const found = store.uploads.get(id);
  if (found === undefined) return refuse(404, "NoSuchUpload");
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;/g)];
  const parts = named.map(([, number]) => found.parts.get(Number(number)));
  const isWhole = named.length > 0 && named.every(([, , tag], at) => tag === sha(parts[at]!).slice(0, 32));
  if (!isWhole) return refuse(400, "InvalidPart");
  if (parts.slice(0, -1).some((part) => part!.length < 5_242_880)) return refuse(400, "EntityTooSmall");
  store.objects.set(key, Buffer.concat(parts as Buffer[]));
  store.uploads.delete(id);
  response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
}
