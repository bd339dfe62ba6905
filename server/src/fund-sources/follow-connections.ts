/** Connects services whose keys were approved, in the transaction of the approval and in the name of who gave them. */
import { AccessError, requirePermission } from "#access";
import { followRequests, type RequestEnd } from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { readKept, UPSTREAM_SUBJECTS } from "./connect-upstream.ts";
import { lockVersion, writeConnection, type SealedConnection } from "./write-connection.ts";

/** Lets approvals connect services. Called once at the start of a process. */
export function registerConnections(): void {
  followRequests("credit", followConnections, UPSTREAM_SUBJECTS);
}

async function followConnections(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const { request } of ends) {
    const { status, proposal, maker, requestId } = request;
    if (status !== "approved" || proposal === null) continue;
    const connection = readKept(proposal);
    const because = await connect(tx, connection, maker);
    if (because === null) continue;
    await recordAudit(tx, [
      {
        actor: "system",
        action: "fund-sources.connection_without_effect",
        subject: `bank:${connection.bankId}`,
        detail: { requestId, because },
      },
    ]);
  }
}

/** Returns the reason if it did nothing; null if it is connected. */
async function connect(tx: Tx, connection: SealedConnection, by: Actor): Promise<string | null> {
  try {
    await requirePermission(tx, by, "manage_fund_sources");
  } catch (error) {
    if (AccessError.is(error, "not_permitted")) return error.code;
    throw error;
  }
  if ((await lockVersion(tx, connection.bankId)) !== connection.version - 1) return "keys_changed";
  await writeConnection(tx, connection, by);
  return null;
}
