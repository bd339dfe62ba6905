import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./start-server.ts";

const WAIT_MAX_MS = 300_000;
/**
 * Each check walks everything that was due and is not cleaned up yet; more frequent checks would take a tenth of the
 * measured time.
 */
const LOOK_EVERY_MS = 100;

/** Resolves when no transfer of any of the server's merchants has work due. */
export async function awaitEnd(server: Server): Promise<void> {
  for (const until = performance.now() + WAIT_MAX_MS; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
    const open = await server.query(
      `select
       from access.merchant
       cross join lateral (
         select from transfers.transfer
         where merchant_id = merchant.merchant_id
           and due_at is not null
         union all
         select from transfers.transfer
         where merchant_id = merchant.merchant_id
           and due_at is null
           and status = 'sent'
           and reference_id > (
             select coalesce(max(reference_id), 0) from transfers.watched where merchant_id = merchant.merchant_id
           )
         limit 1
       ) as open
       limit 1`,
    );
    if (open.length === 0) return;
  }
  throw new Error("transfers do not come to an end");
}
