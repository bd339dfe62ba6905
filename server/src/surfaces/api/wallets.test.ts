/** Direct transfers to wallets: in v1.2 the phone number is the only detail they need. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMELESS } from "#beneficiaries";
import { makeWorld } from "#test/world";
import { freshId, openStage, type Client, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);

const PHONE = "9876543210";
const MISSING = "Beneficiary details are missing in the request";
const INVALID = "Beneficiary details not valid.";
const PAID = "Transfer completed successfully";

const pay = (client: Client, version: "v1" | "v1.2", beneDetails: unknown, changes: object = {}) =>
  client.call("POST", `/${version}/directTransfer`, {
    body: { amount: "10.00", transferId: freshId("t"), transferMode: "paytm", beneDetails, ...changes },
  });

const said = ({ body: { status, subCode, message } }: Heard): string => `${status} ${subCode} ${message}`;

test("a wallet is paid by its phone number alone in v1.2, and by nothing less", async () => {
  for (const mode of ["rest", "always-200"] as const) {
    const client = await stage.makeClient(mode);
    for (const transferMode of ["paytm", "amazonpay"]) {
      const ask = async (details: unknown): Promise<string> =>
        said(await pay(client, "v1.2", details, { transferMode }));
      assert.equal(await ask({ phone: PHONE }), `SUCCESS 200 ${PAID}`);
      assert.equal(await ask({ phone: PHONE, name: "Asha Rao" }), `SUCCESS 200 ${PAID}`);
      assert.equal(await ask({ phone: PHONE, name: "", email: null }), `SUCCESS 200 ${PAID}`);
      assert.equal(await ask({}), `FAILED 422 ${MISSING}`);
      assert.equal(await ask({ email: "asha@example.com" }), `FAILED 422 ${MISSING}`);
      assert.equal(await ask({ name: "Asha Rao" }), "ERROR 400 Mode Not valid for Beneficiary");
      assert.equal(await ask({ phone: "9876543" }), `ERROR 422 ${INVALID}`);
      assert.equal(await ask({ phone: PHONE, name: " " }), `ERROR 422 ${INVALID}`);
      assert.equal(await ask({ phone: PHONE, name: 7 }), `ERROR 422 ${INVALID}`);
      assert.equal(await ask({ phone: PHONE, email: "nobody" }), `ERROR 422 ${INVALID}`);
    }
  }
});

test("v1 and the other modes want what they always did", async () => {
  const client = await stage.makeClient("rest");
  assert.equal(said(await pay(client, "v1", { phone: PHONE })), `FAILED 422 ${MISSING}`);
  assert.equal(
    said(await pay(client, "v1", { phone: PHONE, name: "Asha Rao", email: "asha@example.com" })),
    `SUCCESS 200 ${PAID}`,
  );
  for (const transferMode of ["upi", "imps", "phone", "pigeon", undefined]) {
    const details = { phone: PHONE, vpa: "success@upi" };
    assert.equal(said(await pay(client, "v1.2", details, { transferMode })), `FAILED 422 ${MISSING}`);
  }
});

test("who is paid without a name is kept under an honest word", async () => {
  const client = await stage.makeClient("rest");
  await pay(client, "v1.2", { phone: PHONE });
  const kept = await world.look<{ name: string; phone: string; email: string | null }>(
    "select name, phone, email from beneficiaries.beneficiary where merchant_id = $1",
    [client.merchant.merchantId],
  );
  assert.deepEqual(kept, [{ name: NAMELESS.wallet, phone: PHONE, email: null }]);
});
