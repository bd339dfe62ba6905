/** The literals of the classic contract for the transfer calls, and for reading transfers and balances. */

/** Messages by their codes. */
export type Said = Readonly<Record<string, readonly string[]>>;

/** The messages of some operations in some versions. */
export interface Group {
  readonly operations: readonly string[];
  readonly versions: readonly string[];
  readonly said: Said;
}

export const PAIR = ["v1", "v1.2"] as const;

const outcomes: Said = {
  "200": ["Transfer completed successfully"],
  "201": [
    "Awaiting confirmation from beneficiary bank",
    "Transfer request pending at the bank",
    "Transfer Scheduled for next working day",
  ],
  "202": ["Request received. Please check status after some time."],
};

const acceptances: Said = {
  "201": [
    "Transfer Initiated",
    "Awaiting confirmation from beneficiary bank",
    "Transfer request pending at the bank",
    "Transfer Scheduled for next working day",
  ],
  "202": ["Request received. Please check status after some time."],
};

/** The calls that pay listed beneficiaries. */
export const listed = ["requestTransfer", "requestAsyncTransfer"] as const;

/** The refusals that all transfer calls give with the same code in both versions. */
const refusedAlike: Said = {
  "400": [
    "Transfer amount is greater than the maximum amount of Rs.{max}.",
    "Transfer amount is less than minimum amount of Rs. {min}.",
  ],
  "403": [
    "This feature is not available for your account.",
    "Transfer mode is not available for your account.",
  ],
  "404": ["Beneficiary does not exist"],
  "409": ["Internal error. Please re-initiate the transfer request"],
  "412": [
    "Amount missing in the request.",
    "TransferId missing in the request.",
    "Invalid transfer mode passed in the request.",
    "Invalid Tag passed in the request.",
  ],
  "422": [
    "Invalid amount passed.",
    "Invalid Amount Passed.Only 2 decimal places are allowed.",
    "No Payee Virtual Address associated with the beneficiary.",
    "Remarks can have only numbers, alphabets and whitespaces.",
    "Beneficiary details not valid.",
    "No Bank account or IFSC associated with the beneficiary.",
    "Invalid IFSC code provided for bank account.",
    "Invalid bank account number or IFSC provided.",
  ],
};

const refusedV1: Said = {
  "403": ["Transfer to this beneficiary not allowed."],
  "412": [
    "Not enough available balance in the account.",
    "Please wait 30 minutes after adding the beneficiary.",
    "Transfer mode not enabled for the account.",
    "Transfer limit for your account exceeded.",
    "Transfer limit for beneficiary exceeded.",
  ],
  "422": ["Invalid transferId passed.", "Transfer request to paytm wallet failed."],
  "520": ["Transfer attempt failed at the bank.", "Transfer request triggered.No response from bank."],
};

const refusedV12: Said = {
  "201": ["Transfer request triggered.No response from bank."],
  "400": [
    "Transfer Id already exists.",
    "Not enough available balance in the account.",
    "Please wait 30 minutes after adding the beneficiary.",
    "Transfer to this beneficiary not allowed.",
    "Transfer limit for your account exceeded.",
    "Transfer limit for beneficiary exceeded.",
    "Transfer mode not enabled for the account.",
    "Transfer request to paytm wallet failed.",
    "Transfer attempt failed at the bank.",
    "Mode Not valid for Beneficiary",
    "Specified paymentInstrumentId not available",
    "Specified paymentInstrumentId not valid for this payment mode",
    "Multiple PaymentInstruments available for this payment mode",
  ],
  "422": [
    "Please provide a valid transferId",
    "amount should be at least 1.0",
    "transferId can contain only alphabets, numbers, hyphen and underscore",
  ],
};

export const transfers: readonly Group[] = [
  { operations: ["requestTransfer", "directTransfer"], versions: PAIR, said: outcomes },
  { operations: ["requestAsyncTransfer"], versions: PAIR, said: acceptances },
  { operations: [...listed, "directTransfer"], versions: PAIR, said: refusedAlike },
  { operations: [...listed, "directTransfer"], versions: ["v1"], said: refusedV1 },
  { operations: [...listed, "directTransfer"], versions: ["v1.2"], said: refusedV12 },
  {
    operations: listed,
    versions: ["v1"],
    said: { "409": ["Transfer Id already exists."], "412": ["BeneId missing in the request"] },
  },
  {
    operations: listed,
    versions: ["v1.2"],
    said: {
      "400": ["BeneId missing in the request"],
      // The contract lists it beside the 400.
      "409": ["Transfer Id already exists."],
      "422": ["Please provide a valid beneId"],
    },
  },
  { operations: ["directTransfer"], versions: ["v1"], said: { "400": ["Transfer Id already exists."] } },
  {
    // These are for payments to phone numbers.
    operations: [...listed, "directTransfer"],
    versions: PAIR,
    said: { "400": ["Phone number invalid or not linked to a VPA."] },
  },
  {
    operations: ["directTransfer"],
    versions: PAIR,
    said: { "422": ["Beneficiary details are missing in the request"] },
  },
  {
    operations: ["cardpay"],
    versions: ["v1"],
    said: {
      "200": ["Transfer completed successfully"],
      "201": ["Awaiting confirmation from beneficiary bank", "Transfer request pending at the bank"],
      "202": ["Request received. Please check status after some time."],
      "400": ["Transfer Id already exists."],
      "412": ["Not enough available balance in the account."],
      "422": [
        "Please provide valid token details",
        "amount should be at least 1.0",
        "Please provide a valid name",
        "Please provide a valid networkType",
        "cardType is invalid",
        "transferId can contain only alphabets, numbers, hyphen and underscore",
      ],
    },
  },
  {
    operations: ["getTransferStatus"],
    versions: ["v1", "v1.1", "v1.2"],
    said: {
      "200": ["Details of transfer with referenceId {id}", "Details of transfer with transferId {id}"],
      "404": ["ReferenceId is invalid or does not exist", "TransferId is invalid or does not exist"],
      "422": ["Please provide referenceId or transferId to fetch details"],
      "520": ["Error while fetching data"],
    },
  },
  { operations: ["getTransfers"], versions: ["v1"], said: { "200": ["Data retrieved successfully"] } },
  { operations: ["getBalance"], versions: PAIR, said: { "200": ["Ledger balance for the account"] } },
  {
    operations: ["getBalance"],
    versions: ["v1.2"],
    said: { "422": ["Specified paymentInstrumentId not available"] },
  },
];
