/** A merchant of its own with a key pair, for tests of this module. */
import type { Context } from "#lib/context";
import { createApiClient, type IssuedKeys, type NewApiClient } from "./create-api-client.ts";
import { createMerchant } from "./create-merchant.ts";
import { createOrganization } from "./create-organization.ts";
import type { Mode } from "./credentials.ts";
import { makeSignatureKeys, type SignatureKeys } from "./signature-keys.ts";

export interface TestClient extends IssuedKeys {
  readonly organizationId: string;
  readonly merchantId: string;
}

let sharedKeys: Promise<SignatureKeys> | null = null;

export async function makeTestClient(
  ctx: Context,
  { mode = "sandbox", ...input }: Partial<NewApiClient> & { mode?: Mode } = {},
): Promise<TestClient> {
  sharedKeys ??= makeSignatureKeys();
  const { organizationId } = await createOrganization(ctx, { name: "Chai Traders" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Chai Traders", mode });
  const signatureKeys = await sharedKeys;
  const keys = await createApiClient(ctx, merchantId, { name: "Shop", signatureKeys, ...input });
  return { organizationId, merchantId, ...keys };
}
