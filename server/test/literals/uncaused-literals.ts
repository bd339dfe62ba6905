/** The contract's literals that nothing can cause, each with the reason. */

interface Uncaused {
  readonly operations: readonly string[];
  readonly versions: readonly string[];
  readonly subCode: string;
  readonly message: string;
  readonly because: string;
}

const ALL = ["v1", "v1.1", "v1.2"];
const TRANSFERS = ["requestTransfer", "requestAsyncTransfer", "directTransfer"];

export const uncausedLiterals: readonly Uncaused[] = [
  {
    operations: ["validateBankDetails"],
    versions: ["v1"],
    subCode: "200",
    message: "Amount Deposited Successfully",
    because: "The older text of the same answer; nothing is deposited, so the newer one is said.",
  },
  {
    operations: ["validateUpiDetails"],
    versions: ["v1"],
    subCode: "422",
    message: "Please provide a valid UPI VPA",
    because: "The older text of the same answer; the newer one is said.",
  },
  {
    operations: ["cardpay"],
    versions: ["v1"],
    subCode: "201",
    message: "Awaiting confirmation from beneficiary bank",
    because:
      "No card network counts a payment as settled that it has not confirmed: it is pending at the bank, or paid.",
  },
  {
    operations: ["addBeneficiary"],
    versions: ALL,
    subCode: "412",
    message:
      "Bank account and VPA are both provided in the request. " +
      "Please add either of them to add the beneficiary.",
    because: "The contract's own sample request gives both, so both are taken.",
  },
  {
    operations: TRANSFERS,
    versions: ["v1"],
    subCode: "520",
    message: "Transfer request triggered.No response from bank.",
    because: "An error would invite a second payment of what may yet be paid: PENDING 201 is said instead.",
  },
  {
    operations: TRANSFERS,
    versions: ["v1.2"],
    subCode: "201",
    message: "Transfer request triggered.No response from bank.",
    because: "An error would invite a second payment of what may yet be paid: PENDING 201 is said instead.",
  },
  ...[
    { subCode: "520", message: "Transfer attempt failed at the bank." },
    { subCode: "400", message: "Transfer attempt failed at the bank." },
    { subCode: "422", message: "Transfer request to paytm wallet failed." },
    { subCode: "400", message: "Transfer request to paytm wallet failed." },
  ].map((literal) => ({
    ...literal,
    operations: ["requestAsyncTransfer"],
    versions: ALL,
    because: "The call answers before the bank does; the failure comes by webhook and by getTransferStatus.",
  })),
  {
    operations: ["requestAsyncTransfer"],
    versions: ALL,
    subCode: "422",
    message: "Invalid bank account number or IFSC provided.",
    because: "Only the bank knows it; the failure comes by webhook and by getTransferStatus.",
  },
  ...["Awaiting confirmation from beneficiary bank", "Transfer request pending at the bank"].map(
    (message) => ({
      operations: ["requestAsyncTransfer"],
      versions: ALL,
      subCode: "201",
      message,
      because: "The call does not wait for the bank, so it cannot say how far the bank is.",
    }),
  ),
  {
    operations: ["requestBatchTransfer"],
    versions: ALL,
    subCode: "403",
    message: "Permission Denied",
    because:
      "Some clients ask for a token and repeat the call for as long as they hear 403: 422 is said instead.",
  },
  {
    operations: ["requestBatchTransfer"],
    versions: ALL,
    subCode: "520",
    message: "Unknown error occurred at batchTransfer",
    because:
      "It says no more than the other two sentences of its code, which tell not begun from broken off.",
  },
  {
    operations: ["getBatchTransferStatus"],
    versions: ["v1", "v1.2", "v1.3"],
    subCode: "201",
    message: "Entries are not processed yet",
    because: "The rows are stored before the batch is answered, so there is never a moment without them.",
  },
  {
    operations: ["directTransfer"],
    versions: ALL,
    subCode: "404",
    message: "Beneficiary does not exist",
    because: "The payee comes with the request; none has to exist.",
  },
  ...["400", "412"].map((subCode) => ({
    operations: ["directTransfer"],
    versions: ALL,
    subCode,
    message: "Please wait 30 minutes after adding the beneficiary.",
    because: "The payee comes with the request; none was added before.",
  })),
];
