import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "#banks";
import { readMessage } from "./read-message.ts";
import { readNews } from "./read-news.ts";

const connection: Connection = {
  bankId: "mybank",
  adapter: "iso20022",
  baseUrl: "file:///nowhere",
  apiKey: "",
  callbackSecret: "",
  debitAccount: "1001",
};

const why = (code: string): string =>
  code === "" ? "" : `<StsRsnInf><Rsn>${code.startsWith("<") ? code : `<Cd>${code}</Cd>`}</Rsn></StsRsnInf>`;
const group = (status: string, code = "", more = ""): string =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId>${more}${status === "" ? "" : `<GrpSts>${status}</GrpSts>`}` +
  `${why(code)}</OrgnlGrpInfAndSts>`;
const block = (id: string, status: string, code = "", payments = ""): string =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>` +
  `${status === "" ? "" : `<PmtInfSts>${status}</PmtInfSts>`}${why(code)}${payments}</OrgnlPmtInfAndSts>`;
const payment = (reference: string, status: string, code = ""): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId>` +
  `${status === "" ? "" : `<TxSts>${status}</TxSts>`}${why(code)}</TxInfAndSts>`;

/** Describes each piece of news in a few words: its subject, its status, and its exceptions. */
function tell(inside: string, version = "10"): string[] {
  const message = readMessage(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>` +
      `<GrpHdr><MsgId>R</MsgId></GrpHdr>${inside}</CstmrPmtStsRpt></Document>`,
  );
  assert.ok(typeof message !== "string", String(message));
  const news = readNews(connection, message);
  assert.ok(Array.isArray(news), String(news));
  return news.map((one) => {
    if (one.kind === "unread") return "unread";
    if (one.kind === "credit") return "credit";
    const { outcome } = one;
    const said =
      outcome.kind === "unknown" ? (outcome.alarm === undefined ? "silence" : "alarm") : outcome.kind;
    if (one.kind === "payment") return `${one.reference} ${said}`;
    const except = one.except.length === 0 ? "" : ` but ${one.except.join(" ")}`;
    return `${one.blockId ?? `message ${one.messageId}`} ${said}${except}`;
  });
}

const TOLD: Readonly<Record<string, readonly [inside: string, news: readonly string[]]>> = {
  "a message is refused": [group("RJCT", "AM10"), ["message M1 failed"]],
  "a message is refused with a reason of no list": [group("RJCT", "XX99"), ["message M1 alarm"]],
  "a message is refused without a reason": [group("RJCT"), ["message M1 alarm"]],
  "a message is refused as one that was sent before": [group("RJCT", "DU01"), ["message M1 alarm"]],
  "a message is refused with a reason of the bank's own": [
    group("RJCT", "<Prtry>X1</Prtry>"),
    ["message M1 alarm"],
  ],
  "a block is refused": [
    group("PART") + block("P1", "RJCT", "AC06"),
    ["message M1 pending but P1", "P1 failed"],
  ],
  "one of two blocks is refused, the other settled": [
    group("PART") + block("P1", "RJCT", "AC06") + block("P2", "ACSC"),
    ["message M1 pending but P1 P2", "P1 failed", "P2 succeeded"],
  ],
  "a block is settled": [
    group("ACSC") + block("P1", "ACSC"),
    ["message M1 succeeded but P1", "P1 succeeded"],
  ],
  "a message is under way": [group("ACCP"), ["message M1 pending"]],
  "a part is taken and the report does not say which": [group("PART"), ["message M1 alarm"]],
  "a part of a block is taken and the report does not say which": [
    block("P1", "PART") + group(""),
    ["P1 alarm"],
  ],
  "a payment is refused, the others are under way": [
    group("PART") + block("P1", "", "", payment("A", "RJCT", "AC04")),
    ["message M1 pending but A", "A failed"],
  ],
  "a payment is settled without a number": [
    group("") + block("P1", "", "", payment("A", "ACSC")),
    ["A succeeded"],
  ],
  "a payment without words has those of its block": [
    group("") + block("P1", "RJCT", "AC04", payment("A", "")),
    ["P1 failed but A", "A failed"],
  ],
  "a payment without words has those of its message": [
    group("RJCT", "AM10") + block("P1", "", "", payment("A", "")),
    ["message M1 failed but A", "A failed"],
  ],
  "a refused message with a settled payment": [
    group("RJCT", "AM10") + block("P1", "", "", payment("A", "ACSC")),
    ["message M1 alarm but A", "A alarm"],
  ],
  "a refused message with a settled block": [
    group("RJCT", "AM10") + block("P1", "ACSC"),
    ["message M1 alarm but P1", "P1 alarm"],
  ],
  "a settled message with a refused payment": [
    group("ACSC") + block("P1", "", "", payment("A", "RJCT", "AC04")),
    ["message M1 alarm but A", "A alarm"],
  ],
  "a refused block with a payment under way": [
    group("") + block("P1", "RJCT", "AC06", payment("A", "ACSP")),
    ["P1 alarm but A", "A alarm"],
  ],
  "a payment with a status of no list": [group("") + block("P1", "", "", payment("A", "ZZZZ")), ["A alarm"]],
  "a payment without a name beside one with": [
    group("") + block("P1", "", "", `<TxInfAndSts><TxSts>ACSC</TxSts></TxInfAndSts>${payment("A", "ACSC")}`),
    ["A succeeded", "unread"],
  ],
  "nothing is said": [group(""), ["unread"]],
  "a block without a status": [group("") + block("P1", ""), ["unread"]],
};

for (const [name, [inside, news]] of Object.entries(TOLD)) {
  test(`${name}: the report says so of whole and part`, () => assert.deepEqual(tell(inside), news));
}

test("all versions of the report say the same", () => {
  for (const version of ["03", "05", "07", "09", "10", "12", "14"])
    assert.deepEqual(tell(group("RJCT", "AM10"), version), ["message M1 failed"], version);
});
