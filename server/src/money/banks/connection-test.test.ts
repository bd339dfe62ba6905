/** Failures of a connection's test are told apart by what the network and the banks' documented answers say. */
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { adapterOf, closeBanks, type Connection, type ConnectionTest, type WireAnswer } from "#banks";
import { readTest as readCashfree } from "./cashfree/test-connection.ts";
import { failureOf } from "./connection-test.ts";
import { readTest as readJson } from "./json-h2h/test-connection.ts";
import { readTest as readRazorpayX } from "./razorpayx/test-connection.ts";

const CONNECTION: Connection = {
  bankId: "razorpayx",
  adapter: "razorpayx",
  baseUrl: "https://api.razorpay.com/v1",
  keyId: "rzp_test_1",
  apiKey: "secret",
  callbackSecret: "hook",
  debitAccount: "7878780080316316",
};
const DAY = "2026-11-29";

after(closeBanks);

function answer(httpStatus: number, body: unknown): WireAnswer {
  return { httpStatus, contentType: "application/json", body: JSON.stringify(body) };
}

const faultOf = (found: ConnectionTest): string => (found.kind === "works" ? "works" : found.fault);

test("RazorpayX names the accounts of a key; its refusals are told apart", () => {
  const balance = { entity: "banking_balance", account_number: "7878780080316316", available_amount: 1_029 };
  const collection = (items: object[]) => answer(200, { entity: "collection", count: items.length, items });
  const found = readRazorpayX(collection([balance]), CONNECTION);
  assert.deepEqual(found, { kind: "works", accountKnown: true, balancePaise: 1_029n });
  const other = readRazorpayX(collection([{ ...balance, account_number: "409001396356" }]), CONNECTION);
  assert.deepEqual(other, { kind: "fails", fault: "account_unknown", detail: "it has …6356" });
  const refused = (httpStatus: number, description: string): string =>
    faultOf(
      readRazorpayX(answer(httpStatus, { error: { code: "BAD_REQUEST_ERROR", description } }), CONNECTION),
    );
  assert.equal(refused(401, "Authentication failed"), "key_refused");
  assert.equal(refused(400, "The api key provided is invalid"), "key_refused");
  assert.equal(refused(400, "Transactions from this IP are not allowed. Contact support."), "caller_refused");
  assert.equal(refused(400, "The requested URL was not found on the server."), "not_understood");
  assert.equal(refused(503, "We are facing some trouble"), "bank_away");
});

test("Cashfree's 404 proves the key; its refusals are told apart", () => {
  const said = (httpStatus: number, code: string): string =>
    faultOf(readCashfree(answer(httpStatus, { type: "x", code, message: code })));
  assert.equal(said(404, "transfer_id_not_found"), "works");
  assert.equal(said(401, "authentication_failed"), "key_refused");
  assert.equal(said(403, "IP not whitelisted"), "caller_refused");
  assert.equal(said(403, "apis_not_enabled"), "not_enabled");
  assert.equal(said(404, "no_such_path"), "not_understood");
  assert.equal(said(500, "internal_server_error"), "bank_away");
});

test("an account that the bank does not know is reported, and so is an answer about another account", () => {
  const query = { day: DAY, kind: "intraday" } as const;
  const said = (httpStatus: number, words: object): string =>
    faultOf(readJson(answer(httpStatus, words), CONNECTION, query));
  assert.equal(said(404, { status: "FAILED", code: "S01" }), "works");
  assert.equal(said(404, { status: "FAILED", code: "S09" }), "account_unknown");
  assert.equal(
    said(200, { statementId: "1", debitAccount: "1", day: DAY, kind: "intraday" }),
    "account_unknown",
  );
  assert.equal(said(200, { status: "FAILED", code: "H05" }), "bank_away");
});

test("a connection that is not secure, and a host without an address, are told apart", async (t) => {
  const server = createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const adapter = adapterOf(CONNECTION);
  const at = (baseUrl: string) => adapter.test({ ...CONNECTION, baseUrl }, DAY);
  assert.equal(faultOf(await at(`https://127.0.0.1:${port}`)), "tls_invalid");
  assert.equal(faultOf(await at("https://bank.invalid")), "unreachable");
  for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"])
    assert.equal(failureOf({ kind: "not_sent", detail: `${code}: text` }).fault, "tls_invalid");
  assert.equal(failureOf({ kind: "lost", detail: "no answer in time" }).fault, "no_answer");
});

test("a folder must be there, and let files be written, renamed and moved; nothing is left in it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "vitaran-folder-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const adapter = adapterOf({ adapter: "iso20022" });
  const connection = {
    ...CONNECTION,
    bankId: "varuna",
    adapter: "iso20022",
    baseUrl: pathToFileURL(folder).href,
  };
  const at = (change: Partial<Connection> = {}) => adapter.test({ ...connection, ...change }, DAY);
  assert.equal(faultOf(await at({ baseUrl: `${connection.baseUrl}/none` })), "folder_missing");
  assert.equal(faultOf(await at()), "folder_missing");
  for (const name of ["outgoing", "incoming"]) await mkdir(join(folder, name));
  assert.deepEqual(await at(), { kind: "works", accountKnown: false, balancePaise: null });
  for (const name of ["outgoing", "incoming", "archive", "refused"])
    assert.deepEqual(await readdir(join(folder, name)), [], name);
  // The superuser may write everywhere.
  if (process.getuid?.() === 0) return;
  await chmod(join(folder, "outgoing"), 0o500);
  assert.equal(faultOf(await at()), "folder_not_writable");
});
