import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCustomer } from "./customer.ts";

const SYSTEM = "<ClrSysId><Cd>INFSC</Cd></ClrSysId>";

interface Order {
  readonly reference: string;
  readonly amount: string;
  readonly account?: string;
}

function initiationOf(id: string, orders: readonly Order[], sum: string): string {
  const account = (number: string): string => `<Id><Othr><Id>${number}</Id></Othr></Id>`;
  const payments = orders.map(
    ({ reference, amount, account: number = "1234567890" }) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId>` +
      `<Amt><InstdAmt Ccy="INR">${amount}</InstdAmt></Amt>` +
      `<CdtrAgt><FinInstnId><ClrSysMmbId>${SYSTEM}<MmbId>HDFC0000001</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>` +
      `<Cdtr><Nm>Asha &amp; Co</Nm></Cdtr><CdtrAcct>${account(number)}</CdtrAcct></CdtTrfTxInf>`,
  );
  const rail = "<PmtTpInf><LclInstrm><Prtry>IMPS</Prtry></LclInstrm></PmtTpInf>";
  const block = `<PmtInf>${rail}<DbtrAcct>${account("1001")}</DbtrAcct>`;
  const head = `<GrpHdr><MsgId>${id}</MsgId><NbOfTxs>${orders.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>`;
  const root = `<CstmrCdtTrfInitn>${head}${block}${payments.join("")}</PmtInf></CstmrCdtTrfInitn>`;
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${root}</Document>`;
}

async function send(port: number, path: string, body?: string): Promise<{ status: number; text: string }> {
  const options = body === undefined ? {} : { method: "POST", body };
  const response = await fetch(`http://127.0.0.1:${port}/varuna${path}`, options);
  return { status: response.status, text: await response.text() };
}

test("many payments in one message: each is booked once and has a status of its own", async () => {
  const customer = await makeCustomer();
  const { port } = customer.simulator;
  const orders = [
    { reference: "A1", amount: "100.00" },
    { reference: "A2", amount: "50.50", account: "909090909002" },
  ];
  const body = initiationOf("M1", orders, "150.50");
  const first = await send(port, "/messages", body);
  assert.match(first.text, /<OrgnlMsgId>M1<.*<OrgnlEndToEndId>A1<[^>]*><TxSts>ACCC<.*<ClrSysRef>\d{12}</s);
  assert.match(first.text, /<OrgnlEndToEndId>A2<[^>]*><TxSts>RJCT<.*<Cd>AC04</s);
  assert.match(first.text, /<Amt><InstdAmt Ccy="INR">50.50<.*<CdtrAcct>.*909090909002/s);
  await send(port, "/messages", body);
  assert.deepEqual(await customer.books("A1"), { debits: 1, debitedPaise: 10_000, netPaise: 10_000 });
  assert.equal((await customer.books("A2")).netPaise, 0);
  assert.match((await send(port, "/payments/A1")).text, /<TxSts>ACCC</);
  const unknown = await send(port, "/payments/A9");
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /<Prtry>NOT_FOUND</);
});

test("a message that does not add up, or is none, pays nothing", async () => {
  const customer = await makeCustomer();
  const { port } = customer.simulator;
  const body = initiationOf("M2", [{ reference: "B1", amount: "100.00" }], "100.00");
  const wrong = [
    body.replace("<CtrlSum>100.00", "<CtrlSum>99.00"),
    body.replace("<NbOfTxs>1", "<NbOfTxs>2"),
    body.replace("001.09", "001.03"),
    body.slice(0, -20),
    `<!DOCTYPE d>${body}`,
    "{}",
  ];
  for (const text of wrong) {
    const { status, text: answer } = await send(port, "/messages", text);
    assert.equal(status, 400, text);
    assert.match(answer, /<GrpSts>RJCT</);
  }
  assert.equal((await customer.books("B1")).debits, 0);
});

test("the day so far is a camt.052, the day that is over a camt.053 from the same books", async () => {
  const customer = await makeCustomer({ startMs: Date.parse("2026-02-03T06:00:00Z") });
  const { port } = customer.simulator;
  await send(port, "/messages", initiationOf("M3", [{ reference: "C1", amount: "100.00" }], "100.00"));
  const path = "/accounts/1001/statements/2026-02-03?kind=";
  const sofar = await send(port, `${path}intraday`);
  assert.match(sofar.text, /camt\.052\.001\.08.*<Cd>ITBD<.*<CdtDbtInd>DBIT<.*<EndToEndId>C1</s);
  assert.equal((await send(port, `${path}end-of-day`)).status, 404);
  await customer.advance(86_400_000);
  assert.match(
    (await send(port, `${path}end-of-day`)).text,
    /camt\.053\.001\.08.*<Cd>CLBD<.*<EndToEndId>C1</s,
  );
});
