// What pages say of the sandbox and of refusals, tried against a running installation.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { matchNames, NAMED_PAYEES, valuesOfNamed, isPayable } from "#app/facts/from-the-engine.ts";
import { sandboxControls } from "#app/facts/sandbox-controls.ts";
import { storedRefusals } from "#app/facts/stored-refusals.ts";
import { startEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";

let engine: Engine;
let token: string;
before(async () => {
  engine = await startEngine();
  const client = engine.clients.find(({ httpStatus }) => httpStatus === "rest");
  assert.ok(client);
  const headers = { "X-Client-Id": client.clientId, "X-Client-Secret": client.clientSecret };
  const answer = await fetch(`${engine.address}/payout/v1/authorize`, { method: "POST", headers });
  ({ token } = ((await answer.json()) as { data: { token: string } }).data);
});
after(() => engine?.stop());

function send(method: string, path: string, content?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  return fetch(`${engine.address}${path}`, { method, headers, ...body });
}

test("a refusal for money uses up the ID, and a malformed order does not", async () => {
  const pay = async (transferId: string, amount: string) => {
    const account = { bankAccount: "026291800001191", ifsc: "YESB0000262", address1: "Sector 44" };
    const beneDetails = { name: "Asha Rao", email: "asha@rao.example", phone: "9876543210", ...account };
    const order = { transferId, amount, transferMode: "neft", beneDetails };
    const answer = await send("POST", "/payout/v1.2/directTransfer", order);
    return ((await answer.json()) as { message: string }).message;
  };
  assert.ok(storedRefusals.some(({ message }) => message === "Not enough available balance in the account."));
  assert.equal(await pay("too_dear", "9000000.00"), "Not enough available balance in the account.");
  assert.equal(await pay("too_dear", "9000000.00"), "Transfer Id already exists.");
  const kept = await send("GET", "/payout/v1.2/getTransferStatus?transferId=too_dear");
  assert.match(await kept.text(), /"status":"FAILED"/);
  assert.notEqual(await pay("malformed", "1.234"), "Transfer Id already exists.");
  const free = await send("GET", "/payout/v1.2/getTransferStatus?transferId=malformed");
  assert.match(await free.text(), /TransferId is invalid or does not exist/);
});

test("phone payouts to Asha Rao end as the table of names says", async () => {
  for (const { id, name } of NAMED_PAYEES) {
    const beneDetails = { name: "Asha Rao", email: "asha@rao.example", address1: "Sector 44" };
    const order = { transferId: id, amount: "100.00", transferMode: "phone", remarks: "Refund" };
    const content = { ...order, beneDetails: { ...beneDetails, phone: valuesOfNamed(id).phone } };
    const answer = await send("POST", "/payout/v1.2/directTransfer", content);
    const { message } = (await answer.json()) as { message: string };
    if (isPayable(matchNames("Asha Rao", name).outcome)) {
      assert.equal(message, "Transfer completed successfully", name);
    } else assert.match(message, /^Beneficiary name does not agree/, name);
  }
});

test("every body of the sandbox's controls is taken as it stands", async () => {
  const refused: string[] = [];
  for (const { method, path, body } of sandboxControls) {
    const aim = path.replace(":bankId", "meghdoot");
    if (aim.includes("/:")) continue;
    const answer = await send(method, `/sandbox${aim}`, body);
    if (answer.status !== 200) refused.push(`${method} ${path}: ${await answer.text()}`);
  }
  assert.deepEqual(refused, []);
});
