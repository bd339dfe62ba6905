import Type from "typebox";
import { openOperation } from "#dashboard/operation";
import { startTryOut as found } from "#entry";
import { closed, tooOften } from "#dashboard/entry-refusals";
import { openSandbox, requireSimulator } from "./open-sandbox.ts";

/** A visitor looks around: an organization of their own for a day, with money in the wallet and no account. */
export const startTryOut = openOperation({
  name: "startTryOut",
  method: "POST",
  path: "/entry/try",
  tag: "Entry",
  summary: "Try the sandbox without an account, for a day",
  output: Type.Object({ merchantId: Type.String() }),
  refusals: { ...closed, ...tooOften },
  handle: async (call) => {
    requireSimulator(call);
    const { session, merchantId } = await openSandbox(call, {
      name: "Sandbox Traders",
      found: (prepare) => found(call.ctx, { ip: call.ip }, prepare),
    });
    call.keepSession(session);
    return { merchantId };
  },
});
