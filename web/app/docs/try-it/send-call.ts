// Sends a call to the server that the page came from, and returns the response unchanged.
import type { Call } from "./write-call.ts";

export interface Answer {
  status: number;
  statusText: string;
  /** The time until the whole response was read. */
  tookMs: number;
  headers: [name: string, value: string][];
  /** JSON is indented. A response that is not text is only described. */
  body: string;
  /** The file, if the response is one. */
  file?: { name: string; address: string };
}

const timeLimitMs = 60_000;
const shownHeaders = /^(content-type|x-request-id|ratelimit.*|retry-after|idempotent-replayed|repr-digest)$/;

export async function sendCall({ method, path, headers, body }: Call): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(path, {
    method,
    headers,
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(timeLimitMs),
    ...(body === undefined ? {} : { body }),
  });
  const content = await response.blob();
  const tookMs = performance.now() - started;
  return {
    status: response.status,
    statusText: response.statusText,
    tookMs,
    headers: [...response.headers].filter(([name]) => shownHeaders.test(name)),
    ...(await readContent(content, response.headers)),
  };
}

async function readContent(content: Blob, headers: Headers): Promise<Pick<Answer, "body" | "file">> {
  const name = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  const file = name === undefined ? {} : { file: { name, address: URL.createObjectURL(content) } };
  if (/json/.test(content.type)) return { body: inLines(await content.text()), ...file };
  if (content.type.startsWith("text/")) return { body: await content.text(), ...file };
  return {
    body: content.size === 0 ? "" : `${content.size} bytes of ${content.type || "unknown type"}`,
    ...file,
  };
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
