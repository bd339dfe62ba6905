/** Causes the answers of authorize and verifyToken. */
import { changeApiClient, changeMerchant } from "#access";
import { type Cause, causesOf } from "./cause.ts";
import { credentials, type Client, type Heard } from "./stage.ts";

const ask = (client: Client, headers = credentials(client.merchant)): Promise<Heard> =>
  client.call("POST", "/v1/authorize", { token: null, headers });

export const causesOfAccess: readonly Cause[] = [
  ...causesOf("authorize", "v1", {
    token_generated: (client) => ask(client),
    bad_credentials: (client) => ask(client, { ...credentials(client.merchant), "x-client-secret": "wrong" }),
    ip_not_allowed: async (client) => {
      const other = await client.another();
      const change = { ipAllowlist: ["192.0.2.1"] };
      await changeApiClient(client.stage.world.ctx, other.merchant.merchantId, change);
      return ask(other);
    },
    apis_disabled: async (client) => {
      const other = await client.another();
      await changeMerchant(client.stage.world.ctx, other.merchant.merchantId, {
        settings: { apisEnabled: false },
      });
      return ask(other);
    },
    too_many_attempts: async (client) => {
      const other = await client.another();
      const wrong = { ...credentials(other.merchant), "x-client-secret": "wrong" };
      let heard = await ask(other, wrong);
      for (let tries = 0; tries < 1_000 && heard.body.subCode !== "429"; tries += 1)
        heard = await ask(other, wrong);
      return heard;
    },
  }),
  ...causesOf("verifyToken", "v1", { token_valid: (client) => client.call("POST", "/v1/verifyToken") }),
];
