/** Requests to providers, whose addresses people type: they go where webhooks may go, and nowhere else. */
import type { CustomFetch } from "openid-client";
import type { Config } from "#lib/config";
import { guardTarget, openPool, type Resolve, resolveHost } from "#webhooks";
import { SignOnError } from "./errors.ts";

/** Documents of providers are a few kB long. */
const ANSWER_MAX_BYTES = 512 * 1024;
const DEADLINE_MS = 10_000;

export interface Outside {
  readonly config: Pick<Config, "mode">;
  /** Resolves a host name. Default: by the name servers. */
  readonly resolve?: Resolve;
}

/**
 * Returns a `fetch` that connects only to addresses that were checked for this request, follows no redirect and reads
 * a limited answer in limited time. A sandbox may use a provider on this computer. Throws `address_refused`,
 * `provider_away`.
 */
export function makeGuardedFetch({ config, resolve = resolveHost }: Outside): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const verdict = await guardTarget(address, { allowLoopback: config.mode === "sandbox", resolve });
    if (verdict.kind === "refused") throw SignOnError.address_refused({ reason: verdict.reason });
    const { url, addresses } = verdict;
    const pool = openPool(url.origin, addresses);
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    try {
      const answer = await pool.request({
        method: method as "GET",
        path: url.pathname + url.search,
        headers: { ...headers, "accept-encoding": "identity" },
        body: body === undefined || body === null ? null : bodyText(body),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      const bytes = await readLimited(answer.body);
      const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, [value].flat().join(", ")]],
      );
      const isEmpty = [204, 205, 304].includes(answer.statusCode);
      return new Response(isEmpty ? null : bytes, { status: answer.statusCode, headers: given });
    } catch (error) {
      if (SignOnError.is(error)) throw error;
      throw SignOnError.provider_away({ reason: deadline.aborted ? "no answer in time" : codeOf(error) });
    } finally {
      void pool.destroy();
    }
  };
}

const bodyText = (body: unknown): string =>
  body instanceof Uint8Array || body instanceof ArrayBuffer
    ? Buffer.from(body as ArrayBuffer).toString()
    : String(body);

async function readLimited(body: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > ANSWER_MAX_BYTES) throw SignOnError.provider_away({ reason: "its answer is too long" });
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "the connection broke";
};
