/** `.data/demo.json`: the credentials of the demo, for people and for programs that try the server. */
import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readWebhookSecret, type Role, type StatusMode } from "#access";
import type { Context } from "#lib/context";

export interface DemoFile {
  baseUrl: string;
  /** The password is null when the admin has changed it. */
  dashboard: { email: string; password: string | null };
  /** For the operator's commands, as are the ids below. */
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

/** Where the file lies. */
export const demoFilePath = ({ config }: Context): string => join(config.dataDir, "demo.json");

/** The merchant's client secret as it is now. */
export async function readSecret(ctx: Context, merchantId: string): Promise<string> {
  const secret = await ctx.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, ctx.vault));
  assert(secret !== null, "the demo's merchants have key pairs");
  return secret;
}

/** Replaces the file as a whole: who reads it meanwhile finds the old one. */
export async function writeDemoFile(ctx: Context, demo: DemoFile): Promise<void> {
  const path = demoFilePath(ctx);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
