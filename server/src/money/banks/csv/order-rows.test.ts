import assert from "node:assert/strict";
import { test } from "node:test";
import { days, read, says } from "./csv-contract.ts";

const LOOP = {
  dateOrder: "dmy",
  date: "Date",
  debit: "Out",
  credit: "In",
  balance: "Balance",
  narration: "Text",
};
const HEAD = "Date,Text,Out,In,Balance\n";
const TWO = `${HEAD}24-11-2026,REVERSAL,,100.00,1000.00\n24-11-2026,IMPS,100.00,,900.00\n`;
const ends = (openingPaise: bigint, closingPaise = openingPaise) => ({ openingPaise, closingPaise });
const NOTHING = { same: null, before: null, after: null };

test("the order is told by the dates and all balances", async () => {
  const file = `${TWO}23-11-2026,NEFT,,400.00,1000.00\n23-11-2026,FUNDS,,600.00,600.00\n`;
  assert.deepEqual(days(await read(file, LOOP)), [
    "2026-11-23 0: 600 400: 1000",
    "2026-11-24 1000: -100 100: 1000",
  ]);
  const pair = (day: number): string => TWO.slice(HEAD.length).replaceAll("24-11", `${day}-11`);
  const loops = HEAD + pair(25) + pair(24) + pair(23);
  const right = [23, 24, 25].map((day) => `2026-11-${day} 1000: -100 100: 1000`);
  assert.deepEqual(days(await read(loops, LOOP)), right, "equal amounts on each day, newest first");
  const turned = `${HEAD}24-11-2026,c,,5.00,12.00
24-11-2026,d,1.00,,11.00
23-11-2026,a,,3.00,3.00
23-11-2026,b,,4.00,7.00
`;
  assert.deepEqual(
    days(await read(turned, LOOP)),
    ["2026-11-23 0: 3 4: 7", "2026-11-24 7: 5 -1: 11"],
    "the newest day first, and each day from its beginning",
  );
  const back = `${HEAD}23-11-2026,a,,3.00,3.00\n25-11-2026,b,,4.00,7.00\n24-11-2026,dated back,1.00,,6.00\n`;
  assert.deepEqual(days(await read(back, LOOP)), ["2026-11-23 0: 3: 3", "2026-11-25 3: 4 -1: 6"]);
});

test("what fits both ways is told by a known balance or by a person, and else asked", async () => {
  await assert.rejects(read(TWO, LOOP), says(/₹900.00 to ₹900.00.*₹1,000.00 to ₹1,000.00.*--order/));
  const older = ["2026-11-24 900: 100 -100: 900"];
  const newer = ["2026-11-24 1000: -100 100: 1000"];
  const knowing = (known: object) => read(TWO, LOOP, { knownAbout: async () => ({ ...NOTHING, ...known }) });
  assert.deepEqual(days(await knowing({ before: ends(0n, 1000_00n) })), newer);
  assert.deepEqual(days(await knowing({ before: ends(0n, 900_00n) })), older);
  assert.deepEqual(days(await knowing({ after: ends(900_00n) })), older);
  assert.deepEqual(days(await knowing({ same: ends(1000_00n), before: ends(900_00n) })), newer);
  await assert.rejects(knowing({ before: ends(0n, 5_00n) }), says(/--order/));
  assert.deepEqual(days(await read(TWO, LOOP, { order: "newest-first" })), newer);
  assert.deepEqual(
    days(await read(TWO, { ...LOOP, order: "newest-first" }, { order: "oldest-first" })),
    older,
  );
  assert.deepEqual(days(await read(`${TWO}Opening Balance,,,,1000.00\n`, LOOP)), newer);
  const wrong = `${HEAD}23-11-2026,a,,3.00,3.00\n24-11-2026,b,,4.00,7.00\n`;
  await assert.rejects(read(wrong, LOOP, { order: "newest-first" }), says(/does not follow.*"row":2/));
});
