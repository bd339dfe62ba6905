import Type from "typebox";
import { changeKeyScope as change, KEY_SCOPES } from "#access";
import { memberOperation } from "#dashboard/operation";
import { words } from "#dashboard/schemas";
import { oneOf } from "#http";
import { keyRefusals } from "./refusals.ts";

/** What may be done with the key pair from now on. */
export const changeKeyScope = memberOperation({
  name: "changeKeyScope",
  method: "PUT",
  path: "/merchants/{merchantId}/api-keys/scope",
  tag: "Developers",
  summary: "Change what can be done with the API keys: read, draft or pay",
  permission: "manage_keys",
  stepUp: true,
  body: { scope: oneOf(KEY_SCOPES) },
  output: Type.Object({ scope: words(KEY_SCOPES) }),
  refusals: keyRefusals,
  handle: ({ ctx, merchantId, by, input: { scope } }) => change(ctx, merchantId, { scope, by }),
});
