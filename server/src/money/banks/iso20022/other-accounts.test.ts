import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "#banks";
import { XmlError } from "#lib/read-xml";
import { scanStatements } from "./read-long-statements.ts";
import { readMessage } from "./read-message.ts";
import { readNews } from "./read-news.ts";
import { balance, entry, statement } from "./statement-contract.ts";

const CONNECTION: Connection = {
  bankId: "varuna",
  adapter: "iso20022",
  baseUrl: "http://127.0.0.1:9",
  apiKey: "",
  callbackSecret: "",
  debitAccount: "1001",
};

const scan = (text: string) => scanStatements(() => [Buffer.from(text)]);

test("a statement in another currency is left out and told, and what is in rupees is read", async () => {
  const ours = statement(entry({ code: "CHRG", amount: "5.90" }));
  const body = /<Stmt>.*<\/Stmt>/s.exec(ours)![0];
  const inDollars = body.replaceAll("INR", "USD").replaceAll("50100000000001", "60100000004321");
  const { scanned } = await scan(ours);
  const told = [{ accountEnd: "4321", currency: "USD" }];
  for (const both of [inDollars + body, body + inDollars, inDollars + body + inDollars]) {
    const text = ours.replace(body, both);
    assert.deepEqual(await scan(text), { scanned, foreign: told }, both);
  }
  const twice = body.replace("<Bal>", `${balance("OPBD", "7.00").replaceAll("INR", "USD")}<Bal>`);
  assert.deepEqual(
    await scan(ours.replace(body, twice)),
    { scanned, foreign: [] },
    "one account stated in two currencies",
  );
  await assert.rejects(scan(ours.replace(body, inDollars)), (error) => {
    const says = /nothing in it is in rupees.*the statement of account ••••4321 in USD/;
    return error instanceof XmlError && says.test(error.message);
  });
});

test("notices about other accounts are left out and told, each account once", () => {
  const notice = (account: string, currency: string): string =>
    `<Ntfctn><Id>N</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>` +
    `<Ntry><Amt Ccy="${currency}">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><NtryDtls><TxDtls><Refs>` +
    "<TxId>U1</TxId></Refs></TxDtls></NtryDtls></Ntry></Ntfctn>";
  const read = (...notices: string[]) => {
    const message = readMessage(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn>' +
        `<GrpHdr><MsgId>M</MsgId></GrpHdr>${notices.join("")}</BkToCstmrDbtCdtNtfctn></Document>`,
    );
    assert.ok(typeof message !== "string", String(message));
    return readNews(CONNECTION, message);
  };
  const [ours, dollars, other] = [notice("1001", "INR"), notice("88884321", "USD"), notice("5555", "INR")];
  const news = read(dollars, ours, other, dollars);
  assert.ok(Array.isArray(news), String(news));
  assert.deepEqual(
    news.map((one) => (one.kind === "unread" ? one.foreign : one.kind)),
    ["credit", { accountEnd: "4321", currency: "USD" }, { accountEnd: "5555", currency: null }],
  );
  assert.match(String(read(dollars)), /nothing in it is in rupees.*••••4321 in USD/);
  assert.equal(read(other), "meant for another account");
});
