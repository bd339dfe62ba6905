import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "#banks";
import { readMessage } from "./read-message.ts";
import { readNews } from "./read-news.ts";

const connection: Connection = {
  bankId: "varuna",
  adapter: "iso20022",
  baseUrl: "http://127.0.0.1:9",
  apiKey: "",
  callbackSecret: "",
  debitAccount: "1001",
};

/** Returns the outcome of a status with a reason, at a bank. */
function outcomeOf(status: string, reason = "", bankId = "varuna"): string {
  const head = "<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-22T10:00:00Z</CreDtTm></GrpHdr>";
  const original =
    "<OrgnlGrpInfAndSts><OrgnlMsgId>O</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>";
  const why = reason === "" ? "" : `<StsRsnInf><Rsn>${reason}</Rsn></StsRsnInf>`;
  const about = '<OrgnlTxRef><Amt><InstdAmt Ccy="INR">1.00</InstdAmt></Amt></OrgnlTxRef>';
  const payment =
    `<TxInfAndSts><OrgnlEndToEndId>R</OrgnlEndToEndId><TxSts>${status}</TxSts>${why}` +
    `<ClrSysRef>UTR1</ClrSysRef>${about}</TxInfAndSts>`;
  const block = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${payment}</OrgnlPmtInfAndSts>`;
  const message = readMessage(
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">' +
      `<CstmrPmtStsRpt>${head}${original}${block}</CstmrPmtStsRpt></Document>`,
  );
  assert.ok(typeof message !== "string", String(message));
  const news = readNews({ ...connection, bankId }, message);
  assert.ok(Array.isArray(news) && news[0]?.kind === "payment", String(news));
  return news[0].outcome.kind;
}

test("a status means what its list says; what no list has is unknown", () => {
  const table: readonly (readonly [status: string, reason: string, outcome: string])[] = [
    ["ACCC", "", "succeeded"],
    ["ACSC", "", "succeeded"],
    ["ACSP", "", "pending"],
    ["ACTC", "", "pending"],
    ["ACCP", "", "pending"],
    ["PDNG", "", "pending"],
    ["PART", "", "pending"],
    ["RJCT", "<Cd>AC04</Cd>", "failed"],
    ["RJCT", "<Cd>AM05</Cd>", "unknown"],
    ["RJCT", "<Cd>ZZ99</Cd>", "unknown"],
    ["RJCT", "<Prtry>ZZ99</Prtry>", "unknown"],
    ["RJCT", "", "unknown"],
    ["CANC", "", "unknown"],
    ["ZZZZ", "", "unknown"],
  ];
  for (const [status, reason, outcome] of table)
    assert.equal(outcomeOf(status, reason), outcome, status + reason);
});

test("one bank's own reason says nothing at another", () => {
  assert.equal(outcomeOf("RJCT", "<Prtry>H14</Prtry>"), "failed");
  assert.equal(outcomeOf("RJCT", "<Prtry>H14</Prtry>", "another"), "unknown");
});
