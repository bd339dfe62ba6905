/** The daily limit of API keys counts a payment that a bank makes after it refused: the money moved. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestKeyScope } from "#approvals";
import { recordNews } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeWorld } from "#test/world";
import { addBeneficiary } from "#test/literals/requests";
import { magic } from "#test/literals/send-orders";
import { freshId, openStage } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);

test("a payment that its bank made after it had refused it counts in the day's limit", async () => {
  await clearOfMidnight();
  const client = await stage.makeClient("rest");
  const { merchantId } = client.merchant;
  await requestKeyScope(world.ctx, merchantId, { dayLimitPaise: 50_00n });
  const order = async (beneId: string, amount: string) => {
    const body = { beneId, amount, transferId: freshId("limit") };
    return (await client.call("POST", "/v1.2/requestTransfer", { body })).body;
  };
  const refusing = await addBeneficiary(client, magic("909090909008"));
  assert.equal((await order(refusing, "50.00")).status, "ERROR");
  const [failed] = await world.look<{ transferId: string }>(
    `select transfer_id as "transferId" from transfers.transfer where merchant_id = $1 and status = 'failed'`,
    [merchantId],
  );
  const outcome = {
    kind: "succeeded",
    code: "00",
    text: "paid",
    utr: "632512000077",
    credited: true,
  } as const;
  const { transferId } = failed!;
  await recordNews(world.ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
  const { message } = await order(await addBeneficiary(client, {}), "1.00");
  assert.match(message, /Rs\.0 is left until midnight/);
});
