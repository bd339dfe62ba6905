/** No card number is accepted in any free text, and none is stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { openStage, type Client } from "#test/literals/stage";
import { addBeneficiary, soundBeneficiary, soundBulk, cashgramOrder } from "#test/literals/requests";

const world = await makeWorld();
const stage = await openStage(world);

/** 200 numbers with the prefixes and lengths of the networks and a correct check digit. */
const CARDS = Array.from({ length: 200 }, (_, n) =>
  withCheckDigit(prefixOf(n) + String(n * 7_919).padStart(9, "0")),
);

function prefixOf(n: number): string {
  return ["411111", "555555", "606985", "652150", "222300"][n % 5]!;
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const MANNERS: readonly ((card: string) => string)[] = [
  (card) => card,
  (card) => card.replace(/(\d{4})(?=\d)/g, "$1 "),
  (card) => card.replace(/(\d{4})(?=\d)/g, "$1-"),
  (card) => `card ${card} please`,
];

async function refuses(client: Client, path: string, body: Record<string, unknown>): Promise<void> {
  const { body: answer } = await client.call("POST", path, { body });
  assert.match(answer.subCode, /^4/, `${path} took ${JSON.stringify(body)}: ${answer.message}`);
}

test("card numbers in names, addresses and remarks are refused, and nothing keeps them", async () => {
  const client = await stage.makeClient("always-200");
  const beneId = await addBeneficiary(client);
  const fields = ["name", "address1", "address2", "email"] as const;
  for (const [n, card] of CARDS.entries()) {
    const text = MANNERS[n % MANNERS.length]!(card);
    const field = fields[n % fields.length]!;
    const given = field === "email" ? `${card}@example.com` : text;
    await refuses(client, "/v1/addBeneficiary", { ...soundBeneficiary(), [field]: given });
    const remarks = text.replaceAll("-", " ");
    const order = { beneId, amount: "1.00", transferId: `card_${n}`, remarks };
    await refuses(client, "/v1/requestTransfer", order);
  }
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const [found] = await world.look<{ rows: string }>(
      `select count(*) as rows from ${name} as kept where kept::text ~ $1`,
      [CARDS.join("|")],
    );
    assert.equal(found!.rows, "0", `${name} keeps a card number`);
  }
});

/** Every field for an id of the merchant's own, with a valid request. */
const OWN_IDS: Readonly<Record<string, (id: string, beneId: string) => [path: string, body: object]>> = {
  transferId: (transferId, beneId) => ["/v1/requestTransfer", { beneId, amount: "1.00", transferId }],
  batchTransferId: (batchTransferId, beneId) => [
    "/v1/requestBatchTransfer",
    {
      batchTransferId,
      batchFormat: "BENEFICIARY_ID",
      batch: [{ transferId: `row_${batchTransferId}`, amount: "1.00", beneId }],
    },
  ],
  cashgramId: (cashgramId) => ["/v1/createCashgram", { ...cashgramOrder(), cashgramId }],
  bulkValidationId: (bulkValidationId) => [
    "/v1/bulkValidation/bankDetails",
    { ...soundBulk(), bulkValidationId },
  ],
};

for (const [field, write] of Object.entries(OWN_IDS)) {
  test(`${field} is no card's number, and may be any other digits`, async () => {
    const client = await stage.makeClient("rest");
    const beneId = await addBeneficiary(client);
    const call = async (id: string): Promise<string> => {
      const [path, body] = write(id, beneId);
      const { body: answer } = await client.call("POST", path, { body });
      return answer.subCode === "200" || answer.subCode === "201" ? "taken" : answer.message;
    };
    assert.notEqual(await call("4111111111111111"), "taken");
    assert.equal(await call("4111111111111112"), "taken");
    assert.equal(await call("pay4111111111111111"), "taken");
  });
}

test("a card's payment reaches the bank with its token, and only four characters are kept", async () => {
  const client = await stage.makeClient("always-200");
  await world.look("update access.merchant set token_requestor_id = '50110030273' where merchant_id = $1", [
    client.merchant.merchantId,
  ]);
  const pay = (token: string) =>
    client.call("POST", "/v1/cardpay", {
      body: { amount: "10.00", transferId: `pay_${token}`, token, cardType: "DEBIT", cryptogram: "AgAA" },
    });
  const { debitAccount } = client.merchant;
  await stage.simulator.control("PUT", `/sim/accounts/meghdoot/${debitAccount}`, {
    tokenRequestorId: "50110030273",
  });
  assert.equal((await pay("tok_5F2mQ8rXw1Zk")).body.subCode, "200");
  const [kept] = await world.look<{ row: string; last4: string; sealed: Buffer | null }>(
    `select kept::text as row, card_last4 as last4, sealed_card as sealed
     from beneficiaries.beneficiary as kept
     where merchant_id = $1`,
    [client.merchant.merchantId],
  );
  assert.doesNotMatch(kept!.row, /tok_5F2m|AgAA/);
  assert.deepEqual([kept!.last4, kept!.sealed], ["w1Zk", null]);
  // The networks issued this token for another requestor.
  await stage.simulator.control("PUT", `/sim/accounts/meghdoot/${debitAccount}`, {
    tokenRequestorId: "50110030999",
  });
  assert.match((await pay("tok_9999999999999")).body.message, /failed/);
});

test("a card number is refused in every field of a card's payment, and so is proof that is no text", async () => {
  const client = await stage.makeClient("always-200");
  await world.look("update access.merchant set token_requestor_id = '50110030273' where merchant_id = $1", [
    client.merchant.merchantId,
  ]);
  const say = async (changes: Record<string, unknown>): Promise<string> => {
    const card = { token: "tok_5F2mQ8rXw1Zk", cardType: "DEBIT", ...changes };
    const body = { amount: "10.00", transferId: "refused", ...card };
    return (await client.call("POST", "/v1/cardpay", { body })).body.message;
  };
  const number = "4111111111111111";
  const refused = [
    { token: number },
    { token: `tok_${number}` },
    { token: "4111-1111-1111-1111", cryptogram: "AgAA", tokenExpiry: "2028-05" },
    { cryptogram: "4111 1111 1111 1111" },
    { cryptogram: 1 },
    { tokenExpiry: 202805 },
    { tokenPANSequenceNumber: 1 },
  ];
  for (const changes of refused) {
    assert.match(await say(changes), /^Please provide valid token details/, JSON.stringify(changes));
  }
  assert.match(await say({ token: number }), /details\. token has a number that looks like a card's/);
  assert.match(
    await say({ name: `Asha ${number}` }),
    /^Please provide a valid name\. name has a number that/,
  );
});

test("a refusal names the field that looks like a card's number; a neighbour is paid", async () => {
  const client = await stage.makeClient("rest");
  const payee = { name: "Asha Rao", email: "a@example.com", phone: "9876543210", vpa: "success@upi" };
  const order = { amount: "1.00", transferId: "loan_1", transferMode: "upi", beneDetails: payee };
  const looks = (field: string) =>
    `${field} has a number that looks like a card's; card numbers are never taken`;
  const said = "Remarks can have only numbers, alphabets and whitespaces.";
  const calls: [path: string, body: object, start: string, field: string][] = [
    ["/v1.2/directTransfer", { ...order, remarks: "EMI loan 4071000100123450" }, said, "remarks"],
    [
      "/v1.2/directTransfer",
      { ...order, beneDetails: { ...payee, vpa: "acme.5538002200112346@icici" } },
      "",
      "beneDetails.vpa",
    ],
    [
      "/v1/directTransfer",
      { ...order, beneDetails: { ...payee, address1: "4111 1111 1111 1111" } },
      "",
      "beneDetails.address1",
    ],
    [
      "/v1.2/directTransfer",
      { ...order, transferId: "4071000100123450" },
      "Please provide a valid transferId.",
      "transferId",
    ],
    ["/v1/createCashgram", { ...cashgramOrder(), name: "Asha 4071000100123450" }, "", "name"],
    ["/v1/addBeneficiary", { ...soundBeneficiary(), beneId: "4071000100123450" }, "", "beneId"],
  ];
  for (const [path, body, start, field] of calls) {
    const { body: answer } = await client.call("POST", path, { body });
    assert.ok(answer.message.startsWith(start), answer.message);
    assert.ok(answer.message.includes(looks(field)), `${path} ${field}: ${answer.message}`);
    assert.ok(!answer.message.includes("4071000100123450"));
  }
  const account = { ...payee, bankAccount: "4071000100123450", ifsc: "HDFC0000001" };
  const unsound = { ...order, beneDetails: account, remarks: "50%", transferMode: "imps" };
  const { body: other } = await client.call("POST", "/v1.2/directTransfer", { body: unsound });
  assert.equal(other.message, said, "an account number is no card's");
  for (const changes of [
    { remarks: "EMI loan 4071000100123451" },
    { transferId: "loan_2", beneDetails: account, transferMode: "imps" },
  ]) {
    const { body } = await client.call("POST", "/v1.2/directTransfer", { body: { ...order, ...changes } });
    assert.match(body.subCode, /^20/, body.message);
  }
});
