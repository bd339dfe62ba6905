import type { Reader } from "#lib/db";

/** Makes others who would create the same thing by name wait until this transaction ends. */
export async function lockName(
  tx: Reader,
  kind: "organization" | "merchant" | "member",
  name: string,
): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`access.${kind}:${name}`]);
}
