/** The Standard Webhooks key of an endpoint: made here, shown once, stored sealed. */
import { randomBytes } from "node:crypto";
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Vault } from "#lib/vault";
import { WebhookError } from "./errors.ts";

/** The owner and version of a key: a sealed key can be opened for nothing else. */
interface SecretOwner {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly version: number;
}

const sealedFor = ({ merchantId, endpointId, version }: SecretOwner) => ({
  merchantId,
  purpose: `webhooks.endpoint ${endpointId}`,
  version,
});

/** Makes a new key in the form that receivers paste into their verifier. */
export function makeEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function sealEndpointSecret(vault: Vault, owner: SecretOwner, secret: string): Buffer {
  return vault.seal(sealedFor(owner), secret);
}

export function openEndpointSecret(vault: Vault, owner: SecretOwner, sealed: Buffer): string {
  return vault.open(sealedFor(owner), sealed).toString("utf8");
}

interface Rotation {
  readonly endpointId: string;
  /** Hours in which the old key also signs, 0 to 168, default 24. Use 0 if the old key has leaked. */
  readonly overlapHours?: number;
  readonly by?: Actor;
}

const OVERLAP_MAX_HOURS = 168;

/**
 * Gives an endpoint a new Standard Webhooks key and returns it, only this once. Until the overlap ends, every
 * try carries a signature by each of the two keys; a third key ends the first one at once. Throws
 * `endpoint_not_found`; AccessError.not_permitted.
 */
export async function rotateSecret(
  ctx: Context,
  merchantId: string,
  input: Rotation,
): Promise<{ secret: string }> {
  const { endpointId, overlapHours = 24, by = "system" } = input;
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_MAX_HOURS)) {
    throw new RangeError(`an overlap lasts 0 to ${OVERLAP_MAX_HOURS} hours, not ${overlapHours}`);
  }
  const secret = makeEndpointSecret();
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_webhooks");
    const [endpoint] = await tx.query<{ secret_version: number }>(LOCK, [merchantId, endpointId]);
    if (endpoint === undefined) throw WebhookError.endpoint_not_found({ endpointId });
    const version = endpoint.secret_version + 1;
    const until = new Date(tx.now.getTime() + overlapHours * 3_600_000);
    const sealed = sealEndpointSecret(ctx.vault, { merchantId, endpointId, version }, secret);
    await tx.execute(ROTATE, [merchantId, endpointId, sealed, version, until]);
    const subject = `webhook-endpoint:${endpointId}`;
    await recordAudit(tx, [
      { actor: by, action: "webhooks.secret_rotated", subject, detail: { version, overlapHours } },
    ]);
  });
  return { secret };
}

const LOCK = `
  select secret_version
  from webhooks.endpoint
  where merchant_id = $1 and endpoint_id = $2 and status <> 'removed'
  for update`;

const ROTATE = `
  update webhooks.endpoint
  set sealed_secret = $3,
    secret_version = $4,
    previous_sealed_secret = sealed_secret,
    previous_secret_until = $5
  where merchant_id = $1 and endpoint_id = $2`;
