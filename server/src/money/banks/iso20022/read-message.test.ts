import assert from "node:assert/strict";
import { test } from "node:test";
import { readMessage } from "./read-message.ts";
import { entry, statement } from "./statement-contract.ts";

const BARE = statement(entry({ code: "CHRG", amount: "5.9" })).replace(/^<\?xml.*?\?>/, "");
const HEADER = '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><Fr>Bank</Fr></AppHdr>';

const ENVELOPES: readonly ((message: string) => string)[] = [
  (message) => `<BizMsgEnvlp xmlns="urn:bank">${HEADER}${message}<Trailer>1</Trailer></BizMsgEnvlp>`,
  (message) => `<s:Envelope xmlns:s="urn:soap"><s:Header/><s:Body>${message}</s:Body></s:Envelope>`,
];

test("a message in an envelope is the message, and a second one in it refuses all", () => {
  const message = readMessage(BARE);
  assert.ok(typeof message === "object");
  for (const wrap of ENVELOPES) {
    assert.deepEqual(readMessage(wrap(BARE)), message);
    assert.equal(readMessage(wrap(BARE + BARE)), "a second message");
    assert.equal(readMessage(wrap("")), "a message of a kind that is not read here");
  }
});
