/** `.data/demo.json`: the credentials of the demo, for people and programs that try the server. */
import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWebhookSecret, type Role, type StatusMode } from "#access";
import type { Context } from "#lib/context";

export interface DemoFile {
  baseUrl: string;
  /** The password is null when the admin has changed it. */
  dashboard: { email: string; password: string | null };
  /** These IDs are for the operator's commands. */
  organizationId: string;
  members: DemoMember[];
  clients: DemoClient[];
}

export interface DemoMember {
  memberId: string;
  email: string;
  name: string;
  role: Role;
}

export interface DemoClient {
  name: string;
  merchantId: string;
  clientId: string;
  clientSecret: string;
  httpStatus: StatusMode;
}

export const demoFilePath = ({ config }: Context): string => join(config.dataDir, "demo.json");

/** Reads the merchant's present client secret. */
export async function readSecret(ctx: Context, merchantId: string): Promise<string> {
  const secret = await ctx.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, ctx.vault));
  assert(secret !== null, "the demo's merchants have key pairs");
  return secret;
}

/** Replaces the file in one step, so that a reader finds either the old file or the new one. */
export async function writeDemoFile(ctx: Context, demo: DemoFile): Promise<void> {
  const path = demoFilePath(ctx);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
