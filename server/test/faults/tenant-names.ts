/** The names of a merchant's things, as its programs use them in requests. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";

export interface Names {
  readonly clientId: string;
  readonly beneId: string;
  /** The account of a beneficiary. */
  readonly bankAccount: string;
  readonly transferId: string;
  readonly referenceId: string;
  /** The ID of a transfer that waits for approval. */
  readonly waitingTransferId: string;
  /** The names of other things that wait for approval. */
  readonly askedBatchId: string;
  readonly askedBeneficiaryId: string;
  readonly askedLimitId: string;
  readonly loanId: string;
  readonly recallId: string;
  readonly batchTransferId: string;
  /** The ID of a batch, by file or by call. */
  readonly batchId: string;
  readonly cashgramId: string;
  readonly fundSourceId: string;
  /** The account of the fund source. */
  readonly rechargeAccount: string;
  readonly bvRefId: string;
  readonly userId: string;
  readonly bulkValidationId: string;
  readonly withdrawalId: string;
  readonly reportId: string;
  readonly recipient: string;
  readonly topUpId: string;
  readonly endpointId: string;
  readonly incidentId: string;
  readonly memberId: string;
  readonly memberEmail: string;
  /** A bank to which this merchant is connected, and the others are not. */
  readonly bankId: string;
}

let made = 0;

/** Returns names of the same forms that no one has. */
export function unknownNames(): Names {
  made += 1;
  const word = `nobody_${made}_${randomInt(10 ** 9)}`;
  return {
    clientId: `vk_sandbox_${randomUUID().replaceAll("-", "")}_${randomBytes(4).toString("hex")}`,
    beneId: word,
    bankAccount: String(randomInt(10 ** 12, 10 ** 13)),
    transferId: word,
    referenceId: String(randomInt(900_000_000, 999_999_999)),
    waitingTransferId: `waits_${word}`,
    askedBatchId: randomUUID(),
    askedBeneficiaryId: randomUUID(),
    askedLimitId: randomUUID(),
    loanId: word,
    recallId: randomUUID(),
    batchTransferId: word,
    batchId: randomUUID(),
    cashgramId: word,
    fundSourceId: `BANK_${randomInt(50, 90)}`,
    rechargeAccount: String(randomInt(10 ** 12, 10 ** 13)),
    bvRefId: String(randomInt(900_000_000, 999_999_999)),
    userId: word.replaceAll("_", ""),
    bulkValidationId: word,
    withdrawalId: word.replaceAll("_", ""),
    reportId: randomUUID(),
    recipient: `${word}@example.com`,
    topUpId: randomUUID(),
    endpointId: randomUUID(),
    incidentId: String(randomInt(900_000, 999_999)),
    memberId: randomUUID(),
    memberEmail: `${word}@example.org`,
    bankId: "nobank",
  };
}
