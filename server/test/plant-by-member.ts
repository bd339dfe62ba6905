/** Plants account numbers through a member on the dashboard, in every form and every kind of file. */
import assert from "node:assert/strict";
import { istDate } from "#lib/ist";
import { makeReports, REPORT_FORMATS, REPORT_TYPES } from "#reports";
import { soundBeneficiary } from "./literals/requests.ts";
import { freshId } from "./literals/stage.ts";
import { fileOf } from "../src/features/batches/test/batch-world.ts";
import type { Ear } from "./account-ear.ts";
import type { Browser } from "./dashboard.ts";
import { makeApprovers } from "./make-approvers.ts";
import type { TestMerchant, World } from "./world.ts";

/** A row of a file that pays an account. */
export const payeeRow = (ear: Ear): Record<string, unknown> => {
  const { beneId: _, address1: __, ...payee } = soundBeneficiary();
  return { transferId: freshId("row"), amount: "10.00", ...payee, bankAccount: ear.plant() };
};

/** An account in the form of a UPI ID, in either case. */
export const plantVpa = (ear: Ear): string => `${ear.plant()}@hdfc0000001.IFSC.npci`;

/** A row of a file that pays such a UPI ID. */
export const upiRow = (ear: Ear): Record<string, unknown> => ({
  transferId: freshId("row"),
  amount: "10.00",
  name: "Asha Rao",
  phone: "9876543210",
  email: "asha@example.com",
  vpa: plantVpa(ear),
});

/** Plants numbers as a member on the dashboard; each answer is checked. */
export async function plantByMember(
  world: World,
  ear: Ear,
  { merchant, browser }: { merchant: TestMerchant; browser: Browser },
): Promise<void> {
  const { merchantId } = merchant;
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { status, body, bytes } = await browser.call(name, { merchantId, ...input });
    assert.ok(status < 300, `${name}: ${JSON.stringify(body)}`);
    await ear.hearFile(name, bytes);
    return body;
  };
  const payee = () => ({ name: "Asha Rao", accountNumber: ear.plant(), ifsc: "HDFC0000001" });
  const order = () => ({ transferKey: freshId("quick"), amount: "10.00", ...payee() });
  await ask("previewTransfer", order());
  await ask("createTransfer", order());
  await ask("addBlockedPayee", {
    ...{ payeeKind: "account", value: ear.plant(), ifsc: "HDFC0000001" },
    because: "Court order",
  });
  const toUpi = { amount: "10.00", mode: "upi", name: "Asha Rao", vpa: plantVpa(ear) };
  await ask("previewTransfer", { transferKey: freshId("quick"), ...toUpi });
  await ask("createTransfer", { transferKey: freshId("quick"), ...toUpi });
  await ask("addBlockedPayee", { payeeKind: "vpa", value: plantVpa(ear), because: "Court order" });
  const upload = { name: "Salaries.csv", format: "BANK_ACCOUNT", file: fileOf([payeeRow(ear)]) };
  const wrong = { ...payeeRow(ear), bankAccount: `${ear.plant()}!`, amount: "ten" };
  await ask("uploadBatch", upload);
  const { draftId } = await ask("uploadBatch", { ...upload, file: fileOf([payeeRow(ear), wrong]) });
  const upiFile = fileOf([upiRow(ear), { ...upiRow(ear), amount: "ten" }]);
  await ask("uploadBatch", { ...upload, format: "UPI", file: upiFile });
  await ask("changeBatchRow", { draftId, rowNo: 1, fields: { bankAccount: ear.plant() } });
  const { beneId, email, phone } = soundBeneficiary();
  const listed = (id: string) => ({ beneId: id, email, phone, ...payee(), address1: "12 MG Road" });
  const { accountNumber, ...others } = listed(`${beneId}f`);
  const file = fileOf([{ ...others, bankAccount: accountNumber }]);
  await ask("uploadBeneficiaries", { name: "Payees.csv", file });
  const approvers = await makeApprovers(world, merchant, "beneficiary");
  await approvers.require(1);
  await ask("addBeneficiary", listed(`${beneId}w`));
  const upiPayee = { ...listed(`${beneId}v`), accountNumber: undefined, ifsc: undefined, vpa: plantVpa(ear) };
  await ask("addBeneficiary", upiPayee);
  const today = istDate(new Date());
  for (const type of REPORT_TYPES) {
    for (const format of REPORT_FORMATS) await ask("requestReport", { type, format, from: today, to: today });
    // At most ten reports may wait at a time.
    await makeReports(world.ctx, merchantId);
  }
}
