import { readWebhookSecret } from "#access";
import type { Context } from "#lib/context";
import { buildRequest, type WebhookRequest } from "./build-request.ts";
import { openSecrets } from "./deliver-claim.ts";
import { WebhookError } from "./errors.ts";
import type { EventData } from "./event-types.ts";
import type { Format } from "./format.ts";
import { nameDelivery, SELECT_DELIVERIES, type Delivery } from "./list-deliveries.ts";
import { listTries, type LoggedTry } from "./list-tries.ts";
import { maskBody } from "./mask-body.ts";
import { readEndpoint } from "./read-enabled-endpoints.ts";
import { renderDeliveries } from "./render-deliveries.ts";

/** A delivery with its tries and its request. */
export interface DeliveryStory extends Delivery {
  readonly url: string;
  readonly format: Format;
  /** The oldest first. A delivery that succeeded at once has that one try. */
  readonly log: readonly LoggedTry[];
  /**
   * The request as the next try would send it: the same body as in every try, signed with the current keys.
   * If the body is masked, the signatures are left out. Null: it cannot be rendered, or the endpoint was
   * removed.
   */
  readonly request: (WebhookRequest & { readonly masked: boolean }) | null;
}

/** Reads one delivery. Throws `delivery_not_found`. */
export async function readDelivery(
  ctx: Context,
  merchantId: string,
  deliveryId: string,
): Promise<DeliveryStory> {
  const kept = await ctx.db.inMerchant(merchantId, (tx) => tx.query<Kept>(READ, [merchantId, deliveryId]));
  const [row] = kept;
  if (row === undefined) throw WebhookError.delivery_not_found({ deliveryId });
  const { data, sealedV2, url, format, ...rest } = row;
  const delivery = nameDelivery(rest);
  const log = (await listTries(ctx, merchantId, deliveryId)).toReversed();
  const request = await buildAgain(ctx, merchantId, { ...delivery, format, data, sealedV2 });
  return { ...delivery, url, format, log: log.length > 0 ? log : firstTryOf(delivery), request };
}

/** Returns the only try of a delivery that succeeded at once: such a try has no row of its own. */
function firstTryOf({ tries, finishedAt, lastStatus, lastDurationMs, lastExcerpt }: Delivery): LoggedTry[] {
  if (tries === 0 || finishedAt === null) return [];
  return [
    { at: finishedAt, status: lastStatus, durationMs: lastDurationMs ?? 0, excerpt: lastExcerpt ?? "" },
  ];
}

interface Kept extends Omit<Delivery, "eventId"> {
  readonly url: string;
  readonly format: Format;
  readonly data: EventData | null;
  readonly sealedV2: Buffer | null;
}

interface ToBuild extends Delivery {
  readonly format: Format;
  readonly data: EventData | null;
  readonly sealedV2: Buffer | null;
}

async function buildAgain(
  ctx: Context,
  merchantId: string,
  delivery: ToBuild,
): Promise<DeliveryStory["request"]> {
  const { format, endpointId, eventId, type, seq, eventAt: at } = delivery;
  const [[rendered], { endpoint, clientSecret }] = await Promise.all([
    renderDeliveries(ctx, merchantId, { format, deliveries: [{ ...delivery, at }] }),
    ctx.db.inMerchant(merchantId, async (tx) => ({
      endpoint: await readEndpoint(tx, endpointId),
      clientSecret: await readWebhookSecret(tx, ctx.vault),
    })),
  ]);
  const { data, v2Data } = rendered!;
  const isSaid = data !== null && (format !== "v2" || v2Data !== null);
  if (!isSaid || endpoint === undefined || (clientSecret === null && format !== "standard")) return null;
  const standardSecrets = openSecrets(ctx, merchantId, endpoint);
  const signing = { standardSecrets, clientSecret: clientSecret ?? "", sentAt: new Date() };
  const request = buildRequest(format, { id: eventId, type, seq, at, data, v2Data }, signing);
  const body = maskBody(request.body);
  if (body === request.body) return { ...request, masked: false };
  return { body, headers: withoutSignatures(request.headers), masked: true };
}

/** Removes signatures: with the key, they would confirm or refute each guess at the masked digits. */
const withoutSignatures = (headers: WebhookRequest["headers"]): WebhookRequest["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.includes("signature")));

const READ = `${SELECT_DELIVERIES.replace(
  "select ",
  `select endpoint.url, endpoint.format, event.data, event.sealed_v2 as "sealedV2", `,
).replace(
  "where ",
  `join webhooks.endpoint
    on endpoint.merchant_id = delivery.merchant_id
    and endpoint.endpoint_id = delivery.endpoint_id
  where `,
)} and delivery.delivery_id = $2`;
