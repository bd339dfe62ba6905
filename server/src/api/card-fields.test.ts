/** A beneficiary is not taken without the card that came with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { soundBeneficiary } from "./literals/requests.ts";
import { openStage } from "./literals/stage.ts";

const world = await makeWorld();
const stage = await openStage(world);

test("a card in a field that a beneficiary does not have is refused by name, and stores nothing", async () => {
  const client = await stage.makeClient("always-200");
  for (const [name, value] of [
    ["cardNumber", "4111XXXXXXXX1111"],
    ["card_number", "XXXX1111"],
    ["maskedCard", "4111XXXXXXXX1111"],
    ["cardToken", "tok_8f2a91c4d7e6"],
    ["token", "tok_8f2a91c4d7e6"],
    ["cryptogram", "AgAAAAAAAIR8CQrXcIhbQAAAAAA="],
    ["CardExpiry", "2028-05"],
    ["cardDetails", { number: 1 }],
  ] as const) {
    const given = { ...soundBeneficiary(), [name]: value };
    const { body } = await client.call("POST", "/v1/addBeneficiary", { body: given });
    assert.equal(body.subCode, "422", name);
    assert.ok(body.message.startsWith(`${name} is not a field of a beneficiary`), body.message);
    const { body: found } = await client.call("GET", `/v1/getBeneficiary/${given.beneId}`);
    assert.equal(found.subCode, "404", name);
  }
});

test("a masked card, empty fields and what has nothing to do with a card are taken as before", async () => {
  const client = await stage.makeClient("always-200");
  for (const more of [
    { cardNo: "4111XXXXXXXX1111", group: "DEFAULT" },
    { cardNumber: "", cardToken: null, token: "undefined" },
    { panchayat: "Wadgaon", tokenised: "no", company: "Acme" },
  ]) {
    const { body } = await client.call("POST", "/v1/addBeneficiary", {
      body: { ...soundBeneficiary(), ...more },
    });
    assert.equal(body.subCode, "200", JSON.stringify(more));
  }
});
