/** Details of one payee are erased wherever they are whole, and nothing of its neighbours. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eraseIn, makeEraser } from "./eraser.ts";

const erase = makeEraser([
  { text: "kumar@ybl" },
  { text: "asha@corp.co" },
  { text: "50100123456" },
  { text: "9340417230", isPhone: true },
  { text: "Success" },
]);
const WHOLE = ["kumar@ybl", "asha@corp.co", "50100123456", "9340417230", "+919340417230", "09340417230"];
const AROUND = ["", " ", "/", ":", "<", ">", "(", ")", ",", ";", '"', "\n", "="];

test("a whole detail is erased between all signs that separate words", () => {
  for (const detail of WHOLE)
    for (const before of AROUND)
      for (const after of [...AROUND, ".", ". ", ".\n"])
        assert.equal(erase(before + detail + after), `${before}(erased)${after}`, before + detail + after);
  assert.equal(erase("q=kumar%40ybl&p=1"), "q=(erased)&p=1");
  assert.equal(erase("n=A+kumar%40ybl+B"), "n=A+(erased)+B");
  assert.equal(erase("to%20asha%40corp.co%20now"), "to%20(erased)%20now");
});

test("details of neighbours that contain one of the payee's stay whole", () => {
  const inside = [".", "_", "-", "+", "@", "%"].map((sign) => `raj${sign}`);
  for (const address of ["kumar@ybl", "asha@corp.co"]) {
    for (const before of [...inside, ...[".", "_", "-", "+", "@", "%"], "a", "7"])
      assert.equal(erase(before + address), before + address);
    for (const after of [".in", ".7", "_x", "-x", "+x", "@x", "%x", "x", "7"])
      assert.equal(erase(address + after), address + after);
  }
  for (const number of [
    "9150100123456",
    "050100123456",
    "501001234567",
    "A50100123456",
    "919340417230123",
    "19340417230",
  ])
    assert.equal(erase(number), number);
  assert.equal(erase("raj.kumar%40ybl raj%2Bkumar%40ybl"), "raj.kumar%40ybl raj%2Bkumar%40ybl");
});

test("keys and codes of JSON stay, and so does the way in which it is written", () => {
  const text =
    '{ "status": "SUCCESS", "Success": 1.00, "subCode":"success", "name":"Success", "to": ["kumar@ybl"] }';
  assert.equal(
    eraseIn(text, erase),
    '{ "status": "SUCCESS", "Success": 1.00, "subCode":"success", "name":"(erased)", "to": ["(erased)"] }',
  );
  assert.equal(eraseIn('{"status":"x","name":"Succ', erase), '{"status":"x","name":"Succ');
  assert.equal(eraseIn('{"beneId":"kumar@ybl","transferId":"kumar@ybl"}', erase).match(/erased/g)?.length, 1);
});
