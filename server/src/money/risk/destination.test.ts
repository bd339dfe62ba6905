import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { TRANSFER_MODES } from "#rails";
import { makeWorld } from "#test/world";
import { destinationOf, formerDestinationOf, phoneKey } from "./destination.ts";

const world = await makeWorld();

const PHONES = ["9876543210", "919876543210", "09876543210", "0221234567", "5876543210", "98765432101"];

test("the database makes the same destination of a payee as the code, for every mode", async () => {
  const account = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  const card = Buffer.from("ffeeddccbbaa99887766554433221100", "hex");
  const indexes = { vpaIndex: Buffer.alloc(32, 1), phoneIndex: Buffer.alloc(32, 2) };
  const payees = [
    { accountIndex: account, vpa: "Asha.Rao@UPI", phone: "919876543210", cardIndex: card, ...indexes },
    { accountIndex: null, vpa: null, phone: null, cardIndex: null, vpaIndex: null, phoneIndex: null },
  ].map((details) => ({ ...details, beneficiaryId: newId(), ifsc: null, addedAt: new Date() }));
  for (const mode of TRANSFER_MODES) {
    for (const payee of payees) {
      const { beneficiaryId, accountIndex, vpaIndex, phoneIndex, cardIndex, vpa, phone } = payee;
      const sealed = [vpa, phone].map((text) => text && `sealed:1:${text}`);
      const read = async (...known: unknown[]) => {
        const [row] = await world.look<{ destination: Buffer }>(
          "select risk.paid_to($1, $2, $3, $4, $5, $6, $7, $8) as destination",
          [mode, beneficiaryId, accountIndex, vpaIndex, phoneIndex, cardIndex, ...known],
        );
        return row!.destination;
      };
      assert.deepEqual(await read(...sealed), destinationOf(mode, payee), mode);
      // The row is not sealed yet.
      assert.deepEqual(await read(vpa, phone), formerDestinationOf(mode, payee), mode);
    }
  }
});

test("an Indian mobile is the same with and without what may stand before it, in code and database", async () => {
  const keys = PHONES.map(phoneKey);
  assert.deepEqual(new Set(keys.slice(0, 3)), new Set(["9876543210"]));
  assert.deepEqual(keys.slice(3), PHONES.slice(3));
  const [row] = await world.look<{ keys: string[] }>(
    `select array(
       select risk.phone_key(phone)
       from unnest($1::text[]) with ordinality as given (phone, place)
       order by place
     ) as keys`,
    [PHONES],
  );
  assert.deepEqual(row?.keys, keys);
});
