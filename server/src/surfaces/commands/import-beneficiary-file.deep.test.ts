/** An operator imports the beneficiaries of another system: added, skipped and refused rows. */
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addMember } from "#access";
import { parsePolicies, setPolicies } from "#approvals";
import { readBeneficiaryFile } from "#batches";
import { importBeneficiaries } from "#beneficiaries";
import { makeWorld } from "#test/world";
import { makeOperator, type Operator } from "./test/make-operator.ts";

const world = await makeWorld();
const { ctx } = world;
const operator = makeOperator(world);
const { dataDir } = operator;
const TITLES =
  "Vendor ID,Payee name,Mobile,Email,Account number,IFSC,UPI ID,Address,City,State,Pin code,Purpose";

/** Makes a row of the other system's export. */
const row = (id: string, { name = "Asha Rao", phone = "9876543210", account = "", vpa = "" } = {}): string =>
  `${id},${name},${phone},asha@rao.example,${account},${account === "" ? "" : "HDFC0000001"},${vpa},Sector 44,,,,Rent`;

interface Told {
  readonly code: number;
  readonly facts: readonly Readonly<Record<string, unknown>>[];
  readonly err: string;
}

async function runImport(
  merchant: string,
  file: string,
  { by = operator, ...more }: { member?: string; refused?: string; by?: Omit<Operator, "apart"> } = {},
): Promise<Told> {
  const { code, out, err } = await by.end("import-beneficiaries", { merchant, file, json: true, ...more });
  const lines = out.split("\n").filter((line) => line !== "");
  return { code, facts: lines.map((line) => JSON.parse(line) as Told["facts"][number]), err };
}

function write(name: string, rows: readonly string[]): string {
  const file = join(dataDir, name);
  writeFileSync(file, [TITLES, ...rows, ""].join("\n"));
  return file;
}

const countAudited = async (merchantId: string): Promise<number> => {
  const audited = await world.look(
    "select from audit.record where merchant_id = $1 and action = 'beneficiaries.beneficiary_added'",
    [merchantId],
  );
  return audited.length;
};

test("each row is added or refused by its line, and what was refused is imported once it is corrected", async () => {
  const { merchantId } = await world.makeMerchant();
  const file = write("payees.csv", [
    row("ravi_1", { account: "00111122233" }),
    row("meera_2", { vpa: "meera@upi" }),
    row("asha_3", { phone: "12" }),
    row("ravi_1", { account: "00111122233" }),
    row("ravi_1", { account: "00111122244" }),
    row("kiran_6", { account: "00111122233" }),
    row("lata_7", { account: "1.11E+13" }),
  ]);
  const first = await runImport(merchantId, file, { by: operator.apart });
  const refusedFile = `${file}.refused.csv`;
  assert.deepEqual(first.facts, [
    { line: 4, beneId: "asha_3", refused: "phone_invalid", reason: "Please provide a valid Phone Number" },
    {
      line: 6,
      beneId: "ravi_1",
      refused: "id_exists",
      reason: "Beneficiary Id already exists, with other details",
    },
    {
      line: 7,
      beneId: "kiran_6",
      refused: "account_registered",
      reason: "Entered bank Account is already registered",
    },
    { ...first.facts[3], line: 8, beneId: "lata_7" },
    { rows: 7, added: 2, awaitingApproval: 0, present: 1, refused: 4, refusedFile },
  ]);
  assert.match(String(first.facts[3]?.["reason"]), /row 8/i);
  assert.equal(first.code, 1);
  assert.equal(await countAudited(merchantId), 2);
  assert.equal(statSync(refusedFile).mode & 0o777, 0o600);

  const refused = readFileSync(refusedFile, "utf8");
  assert.match(refused, /^\uFEFFline,beneId,name,phone,.*,reason\r\n4,asha_3,Asha Rao,12,/);
  const corrected = refused.replace("4,asha_3,Asha Rao,12", "4,asha_3,Asha Rao,9876543210").split("\r\n");
  writeFileSync(refusedFile, corrected.slice(0, 2).join("\r\n"));
  const second = await runImport(merchantId, refusedFile);
  assert.deepEqual([second.code, second.facts.at(-1)?.["added"]], [0, 1]);

  const again = await runImport(merchantId, file);
  assert.deepEqual(again.facts.at(-1), { ...first.facts.at(-1), added: 0, present: 3 });
  assert.equal(await countAudited(merchantId), 3);
});

test("an import that was ended goes on where it stopped", async () => {
  const { merchantId } = await world.makeMerchant();
  const rows = Array.from({ length: 1_100 }, (_, at) =>
    row(`payee_${at}`, { account: `5550${100_000 + at}` }),
  );
  const file = write("many.csv", rows);
  const read = await readBeneficiaryFile(readFileSync(file));
  const beneficiaries = read.flatMap((one) => (one.kind === "sound" ? [one.input] : [])).slice(0, 500);
  await importBeneficiaries(ctx, merchantId, { beneficiaries, by: "system" });
  const { code, facts } = await runImport(merchantId, file);
  const result = {
    rows: 1_100,
    added: 600,
    awaitingApproval: 0,
    present: 500,
    refused: 0,
    refusedFile: null,
  };
  assert.deepEqual([code, facts], [0, [result]]);
});

test("members import by their permissions, and policies hold as for a beneficiary that is added alone", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const addPerson = (email: string, permissions: readonly ("access_transfers" | "manage_beneficiaries")[]) =>
    addMember(ctx, { organizationId, email, name: "Asha", grant: { permissions }, by: "system" });
  const reader = await addPerson("reader@example.com", ["access_transfers"]);
  const keeper = await addPerson("keeper@example.com", ["manage_beneficiaries"]);
  const file = write("few.csv", [row("asha_1", { vpa: "asha@upi" })]);
  const refused = await runImport(merchantId, file, { member: reader.memberId });
  assert.deepEqual([refused.code, refused.facts], [1, []]);
  assert.match(refused.err, /requires the permission manage_beneficiaries/);
  await setPolicies(ctx, merchantId, {
    subjectKind: "beneficiary",
    policies: parsePolicies([{ name: "All", levels: [{ approvers: 1 }] }], "beneficiary"),
    by: "system",
  });
  const { facts } = await runImport(merchantId, file, { member: keeper.memberId });
  assert.deepEqual(facts, [
    { rows: 1, added: 1, awaitingApproval: 1, present: 0, refused: 0, refusedFile: null },
  ]);
});

test("a file that is no table of beneficiaries, or is not there, is told and changes nothing", async () => {
  const { merchantId } = await world.makeMerchant();
  const wrong = join(dataDir, "wrong.csv");
  writeFileSync(wrong, "beneId,phone,salary\nasha_1,9876543210,5\n");
  assert.match((await runImport(merchantId, wrong)).err, /salary/);
  assert.match((await runImport(merchantId, join(dataDir, "gone.csv"))).err, /gone\.csv cannot be read/);
  assert.match((await runImport(merchantId, wrong, { refused: wrong })).err, /--refused cannot be the file/);
  assert.equal(await countAudited(merchantId), 0);
});
