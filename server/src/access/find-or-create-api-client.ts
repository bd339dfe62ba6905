import type { Context } from "#lib/context";
import { createApiClient, type NewApiClient } from "./create-api-client.ts";
import { AccessError } from "./errors.ts";
import { readApiClient } from "./read-api-client.ts";

export interface FoundKeys {
  readonly clientId: string;
  readonly publicKeyPem: string;
  /** Known only when the key pair was made just now. If it was lost, reset the key pair. */
  readonly clientSecret: string | null;
}

/** The merchant's key pair, generated when there is none; one that is there keeps its settings. For seeds. */
export async function findOrCreateApiClient(
  ctx: Context,
  merchantId: string,
  input: NewApiClient,
): Promise<FoundKeys> {
  const find = async (): Promise<FoundKeys | null> => {
    const client = await ctx.db.inMerchant(merchantId, readApiClient);
    return client && { clientId: client.clientId, publicKeyPem: client.publicKeyPem, clientSecret: null };
  };
  const found = await find();
  if (found !== null) return found;
  try {
    return await createApiClient(ctx, merchantId, input);
  } catch (error) {
    // Another process seeded in between; its key pair is the merchant's.
    const now = AccessError.is(error, "api_client_exists") ? await find() : null;
    if (now === null) throw error;
    return now;
  }
}
