import type { Context } from "#lib/context";
import { listMessages, type ListedMessage } from "#messages";
import { SandboxError } from "./errors.ts";
import { oneOf, optionalText, type Fields } from "./read-fields.ts";

const STATUSES = ["sent", "pending", "failed"] as const satisfies readonly ListedMessage["status"][];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIMIT_MAX = 100;

/**
 * The e-mails and SMS of a sandbox merchant, newest first: `to`, `status` (default sent), `limit` (1 to 100, default
 * 50) and `before` (a messageId of an earlier page) choose among them.
 */
export async function readInbox(
  ctx: Context,
  merchantId: string,
  query: Fields,
): Promise<{ messages: ListedMessage[] }> {
  const limit = Number(optionalText(query, "limit") ?? "50");
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw SandboxError.bad_request({ field: "limit", why: `is a whole number from 1 to ${LIMIT_MAX}` });
  }
  const beforeId = optionalText(query, "before");
  if (beforeId !== undefined && !UUID.test(beforeId)) {
    throw SandboxError.bad_request({ field: "before", why: "is no messageId" });
  }
  const messages = await listMessages(ctx, merchantId, {
    to: optionalText(query, "to"),
    status: oneOf(query, "status", STATUSES, "sent"),
    beforeId,
    limit,
  });
  return { messages };
}
