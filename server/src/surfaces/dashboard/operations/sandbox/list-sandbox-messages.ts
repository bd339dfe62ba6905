import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, words } from "#dashboard/schemas";
import { optional, text } from "#http";
import { listMessages } from "#messages";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

const message = Type.Object({
  messageId: Type.String(),
  channel: words(["email", "sms"]),
  to: Type.String(),
  purpose: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  status: words(["pending", "sent", "failed"]),
  queuedAt: at,
  finishedAt: nullable(at),
});

/** Lists the e-mails and SMS that a sandbox keeps instead of sending them, newest first. */
export const listSandboxMessages = memberOperation({
  name: "listSandboxMessages",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/messages",
  tag: "Sandbox",
  summary: "Read the sandbox's inbox of e-mails and SMS",
  permission: "access_transfers",
  query: { to: optional(text({ max: 320 })), ...pageFields(Type.String({ format: "uuid" })) },
  output: listOfItems(message),
  refusals: { not_sandbox: sandboxRefusals.not_sandbox },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId, session, input } = call;
    const { limit, cursor: beforeId, to } = input;
    // If e-mail is sent, personal links are shown only in the mailbox. Here they would prove any address, and someone
    // who took over a session could set a password.
    const personalOf = ctx.config.smtpUrl === null ? session.email : undefined;
    const found = await listMessages(ctx, merchantId, { to, beforeId, personalOf, limit: limit + 1 });
    return pageOf(found, limit, { item: (one) => one, place: ({ messageId }) => messageId });
  },
});
