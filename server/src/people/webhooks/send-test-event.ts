import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { checkTarget } from "./change-endpoint.ts";
import { buildRequest, type Format, type WebhookRequest } from "./build-request.ts";
import { classifyAddress, resolveHost, type Resolve } from "./guard-target.ts";
import { openSecrets, postWebhook, type PostResult, type PostTarget } from "./send-deliveries.ts";
import { makeEndpointSecret } from "./endpoint-secret.ts";
import { isSuccess } from "./record-tries.ts";
import { makeEventId } from "./events.ts";
import { WebhookError } from "./errors.ts";
import { maskExcerpt } from "./mask-body.ts";
import { readEnabledEndpoints } from "./endpoints.ts";
import { requireEnabled } from "./replay.ts";

/** An existing endpoint, or a URL to be tested before it is added (with a temporary Standard key). */
type TestTarget = { readonly endpointId: string } | { readonly url: string; readonly format: Format };

/** The request and the receiver's response; `accepted` is true if it would count as delivered. */
export interface TestResult extends PostResult {
  readonly accepted: boolean;
  readonly url: string;
  readonly request: WebhookRequest;
}

/**
 * Sends a signed probe (event `TEST`, no other fields) at once and returns the receiver's response; of a
 * receiver on this computer, only the status. Nothing is recorded or retried. Throws `url_refused`,
 * `api_key_missing`, `endpoint_not_found`, `endpoint_disabled`.
 */
export async function sendTestEvent(
  ctx: Context,
  merchantId: string,
  target: TestTarget,
  resolve: Resolve = resolveHost,
): Promise<TestResult> {
  const { url, format, standardSecrets, clientSecret } = await readTarget(ctx, merchantId, target);
  const checked = await checkTarget(ctx, merchantId, { url, resolve });
  if (clientSecret === null && format !== "standard") throw WebhookError.api_key_missing();
  const at = new Date();
  const message = {
    id: makeEventId({ subjectId: newId(), seq: 1 }),
    type: "TEST",
    seq: 1,
    at,
    data: {},
    v2Data: {},
  } as const;
  const signing = { standardSecrets, clientSecret: clientSecret ?? "", sentAt: at };
  const request = buildRequest(format, message, signing);
  const result = showResult(checked, await postWebhook(checked, request));
  return { ...result, accepted: isSuccess(format, result.status), url: checked.url.href, request };
}

/** A merchant must not read responses of other programs on this computer. */
const NOT_SHOWN = "What a receiver on this computer answers is not shown.";

function showResult({ addresses }: PostTarget, result: PostResult): PostResult {
  const isShown = result.status === null || addresses.every((one) => classifyAddress(one) === "public");
  return { ...result, excerpt: isShown ? maskExcerpt(result.excerpt) : NOT_SHOWN };
}

interface Readied {
  readonly url: string;
  readonly format: Format;
  readonly standardSecrets: readonly string[];
  readonly clientSecret: string | null;
}

async function readTarget(ctx: Context, merchantId: string, target: TestTarget): Promise<Readied> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const clientSecret = await readWebhookSecret(tx, ctx.vault);
    if (!("endpointId" in target))
      return { ...target, standardSecrets: [makeEndpointSecret()], clientSecret };
    await requireEnabled(tx, target.endpointId);
    const endpoints = await readEnabledEndpoints(tx);
    const endpoint = endpoints.find(({ endpointId }) => endpointId === target.endpointId)!;
    const { url, format } = endpoint;
    return { url, format, standardSecrets: openSecrets(ctx, merchantId, endpoint), clientSecret };
  });
}
