/** The names of a merchant's things in every call of the v2 API: one row for each operation. */
import { CONTACT_V2, freshId, soundBeneficiaryV2, soundOrderV2 } from "../v2-client.ts";
import { makes, reads, type Row } from "./tenant-questions.ts";

const IFSC = "HDFC0000001";

/** The rows by operation. A new operation needs its row. */
export const OF_V2: Readonly<Record<string, Row>> = {
  createTransfer: makes(({ transferId, beneId, fundSourceId, bankAccount }) => {
    const path = "/transfers";
    const account = { bank_account_number: bankAccount, bank_ifsc: IFSC };
    return [
      { path, body: soundOrderV2({ transfer_id: transferId }) },
      { path, body: soundOrderV2({ beneficiary_details: { beneficiary_id: beneId } }) },
      {
        path,
        body: soundOrderV2({
          beneficiary_details: { beneficiary_id: beneId, beneficiary_instrument_details: account },
        }),
      },
      { path, body: soundOrderV2({ fundsource_id: fundSourceId }) },
    ];
  }),
  getTransfer: reads(({ transferId: transfer_id, referenceId: cf_transfer_id }) =>
    [{ transfer_id }, { cf_transfer_id }, { transfer_id, cf_transfer_id }].map((query) => ({
      path: "/transfers",
      query,
    })),
  ),
  createBatchTransfer: makes(({ batchTransferId, transferId, beneId, fundSourceId }) => {
    const path = "/transfers/batch";
    const batch = (transfers: readonly unknown[]) => ({ batch_transfer_id: freshId("batch"), transfers });
    return [
      { path, body: { ...batch([soundOrderV2()]), batch_transfer_id: batchTransferId } },
      { path, body: batch([soundOrderV2({ transfer_id: transferId })]) },
      { path, body: batch([soundOrderV2({ beneficiary_details: { beneficiary_id: beneId } })]) },
      { path, body: batch([soundOrderV2({ fundsource_id: fundSourceId })]) },
    ];
  }),
  getBatchTransfer: reads(({ batchTransferId, referenceId }) =>
    [{ batch_transfer_id: batchTransferId }, { cf_batch_transfer_id: referenceId }].map((query) => ({
      path: "/transfers/batch",
      query,
    })),
  ),
  createBeneficiary: makes(({ beneId, bankAccount }) => [
    { path: "/beneficiary", body: { ...soundBeneficiaryV2(), beneficiary_id: beneId } },
    {
      path: "/beneficiary",
      body: {
        ...soundBeneficiaryV2(),
        beneficiary_instrument_details: { bank_account_number: bankAccount, bank_ifsc: IFSC },
        beneficiary_contact_details: CONTACT_V2,
      },
    },
  ]),
  getBeneficiary: reads(({ beneId, bankAccount }) => [
    { path: "/beneficiary", query: { beneficiary_id: beneId } },
    { path: "/beneficiary", query: { bank_account_number: bankAccount, bank_ifsc: IFSC } },
  ]),
  deleteBeneficiary: reads(({ beneId }) => [{ path: "/beneficiary", query: { beneficiary_id: beneId } }]),
};
