/** Every literal that the classic contract lists for batches, word for word. */
import { type Group, PAIR } from "./contract-transfer-literals.ts";

const refused = {
  "403": ["Permission Denied"],
  "409": ["Batch TransferId {id} already exists", "Invalid Batch Format"],
  "422": [
    "Permission Denied",
    "Please provide at least one transfer entry",
    "The maximum number of entries allowed per file is 500, please try again.",
    "Transfer Parameters missing in the request",
    "Batch transfer id is missing",
    "Batch format is missing",
    "Invalid Batch Transfer Id provided",
  ],
  "520": [
    "Unknown error occurred at batchTransfer",
    "Batch Transfer request failed",
    "Error in batch transfer",
  ],
} as const;

const received = { "202": ["Request received. Please check status after some time."] } as const;

export const batches: readonly Group[] = [
  { operations: ["requestBatchTransfer"], versions: PAIR, said: { ...refused, ...received } },
  { operations: ["requestBatchTransfer"], versions: ["v1"], said: { "200": ["Request accepted"] } },
  {
    operations: ["requestBatchTransfer"],
    versions: ["v1.2"],
    said: {
      "200": ["Batch Transfer requested successfully. Please check later for processing status."],
      "422": ["Specified paymentInstrumentId not available"],
    },
  },
  {
    operations: ["getBatchTransferStatus"],
    versions: ["v1", "v1.2", "v1.3"],
    said: {
      "200": ["Data retrieved successfully"],
      "201": ["Entries are not processed yet"],
      "404": ["Batch Transfer Id does not exist", "Bulk Transfer Id does not exist"],
      "520": ["Error while fetching data"],
    },
  },
];
