/** Every literal that the classic contract lists for the operations that are built, word for word. */
import { batches } from "./contract-batch-literals.ts";
import { lending } from "./contract-lending-literals.ts";
import { links } from "./contract-link-literals.ts";
import { fundSources } from "./contract-fund-source-literals.ts";
import { type Group, listed, PAIR, type Said, transfers } from "./contract-transfer-literals.ts";
import { validations } from "./contract-validation-literals.ts";

/** One message that an operation may give. */
export interface Literal {
  readonly operation: string;
  readonly version: string;
  readonly subCode: string;
  /** `{...}` stands for a value that is known only when answering. */
  readonly message: string;
}

/** The messages of every call with a token. */
const standard: Said = {
  "403": [
    "Token is not valid",
    "IP not whitelisted",
    "APIs not enabled. Please reach out to {operatorEmail}",
  ],
  "405": ["Invalid request URL or HTTP method"],
  "412": ["Token missing in the request"],
  "429": ["Too many requests"],
};

const sentBody: Said = { "412": ["Post data is empty or not a valid JSON"] };

const beneficiaries: readonly Group[] = [
  {
    operations: ["addBeneficiary"],
    versions: ["v1"],
    said: {
      "200": ["Beneficiary added successfully"],
      "400": ["Please provide a valid VPA"],
      "409": ["Beneficiary Id already exists", "Entered bank Account is already registered"],
      "412": [
        "Beneficiary group is not an active group",
        "Bank account and VPA are both provided in the request. " +
          "Please add either of them to add the beneficiary.",
        "Cannot add yourself as a beneficiary",
      ],
      "422": [
        "Please provide a valid Beneficiary Id",
        "Please provide a valid email",
        "Please provide a valid name",
        "Please provide a valid Phone Number",
        "Please provide a valid Bank Account",
        "Please provide a valid Bank IFSC code",
        "Please provide a valid Virtual Payee Address",
        "Please provide a valid Address",
        "Please provide a valid City Name",
        "Please provide a valid State Name",
        "Please provide a valid Pin code",
        "Please provide a valid MasterCard or Visa card number",
        "Please provide a masked card number of a valid MasterCard or Visa card",
        "Cashfree VBA/VPA cannot be added as a beneficiary",
        "Invalid details provided",
      ],
      "520": ["Adding beneficiary Failed"],
    },
  },
  {
    operations: ["getBeneficiary"],
    versions: ["v1"],
    said: { "200": ["Details of beneficiary"], "404": ["Beneficiary does not exist"] },
  },
  {
    operations: ["getBeneId"],
    versions: ["v1"],
    said: {
      "200": ["beneId retrieved successfully"],
      "404": ["Beneficiary not found with given bank account details"],
      "422": [
        "Please provide a valid bank account and ifsc",
        "Please provide both bank account and ifsc",
        "Please provide a valid ifsc",
      ],
      "520": ["Error while fetching beneId"],
    },
  },
  {
    operations: ["removeBeneficiary"],
    versions: ["v1"],
    said: {
      "200": ["Beneficiary removed"],
      "404": ["Beneficiary does not exist with given Id"],
      "412": ["BeneId missing in the request"],
      "422": ["Please provide a valid Beneficiary Id"],
      "520": ["Unknown error occurred"],
    },
  },
  {
    operations: ["beneHistory"],
    versions: ["v1"],
    said: {
      "200": ["Data retrieved successfully"],
      "422": [
        "Requested date range is invalid",
        "Page value should be minimum 1",
        "Please provide a valid Beneficiary Id",
      ],
    },
  },
];

const access: readonly Group[] = [
  {
    operations: ["authorize"],
    versions: ["v1"],
    said: {
      "200": ["Token generated"],
      "401": ["Invalid clientId and clientSecret combination"],
      "403": ["IP not whitelisted", "APIs not enabled. Please reach out to {operatorEmail}"],
      "405": ["Invalid request URL or HTTP method"],
      "429": ["Too many requests"],
    },
  },
  { operations: ["verifyToken"], versions: ["v1"], said: { "200": ["Token is valid"] } },
];

const incidents: readonly Group[] = [
  {
    operations: ["incidents"],
    versions: ["v1"],
    said: {
      "200": ["List of incidents retrieved"],
      "422": [
        "Status is invalid",
        "startTime should be less than or equal to EndTime",
        "Maximum time difference can be upto 7 days and startTime should be within 90 days from now.",
        "startTime should be of the format yyyy-MM-dd HH:mm:ss",
        "endTime should be of the format yyyy-MM-dd HH:mm:ss",
      ],
    },
  },
];

const everyCall: readonly Group[] = [
  ...withStandard(
    ["verifyToken", "addBeneficiary", "getBeneficiary", "getBeneId", "removeBeneficiary"],
    ["v1"],
  ),
  ...withStandard(["beneHistory", "getTransfers", "incidents"], ["v1"]),
  ...withStandard([...listed, "directTransfer", "getBalance"], PAIR),
  ...withStandard(["selfWithdrawal", "lend"], ["v1"]),
  ...withStandard(["internalTransfer"], PAIR),
  { operations: ["selfWithdrawal", "lend"], versions: ["v1"], said: sentBody },
  { operations: ["internalTransfer"], versions: PAIR, said: sentBody },
  ...withStandard(["getTransferStatus"], ["v1", "v1.1", "v1.2"]),
  ...withStandard(["validateBankAccount"], ["v1.2"]),
  ...withStandard(
    [
      "validateBankDetails",
      "asyncValidateBankDetails",
      "getBankValidationStatus",
      "bulkValidateBankDetails",
      "getBulkValidationStatus",
      "validateUpiDetails",
      "getIfsc",
    ],
    ["v1"],
  ),
  { operations: ["bulkValidateBankDetails"], versions: ["v1"], said: sentBody },
  ...withStandard(["requestBatchTransfer"], PAIR),
  ...withStandard(["getBatchTransferStatus"], ["v1", "v1.2", "v1.3"]),
  ...withStandard(
    ["createCashgram", "getCashgramStatus", "postCashgramStatus", "deactivateCashgram"],
    ["v1"],
  ),
  {
    operations: ["createCashgram", "postCashgramStatus", "deactivateCashgram"],
    versions: ["v1"],
    said: sentBody,
  },
  { operations: ["addBeneficiary", "removeBeneficiary"], versions: ["v1"], said: sentBody },
  { operations: [...listed, "directTransfer", "requestBatchTransfer"], versions: PAIR, said: sentBody },
];

function withStandard(operations: readonly string[], versions: readonly string[]): Group[] {
  return [{ operations, versions, said: standard }];
}

export const contractLiterals: readonly Literal[] = [
  ...access,
  ...beneficiaries,
  ...transfers,
  ...validations,
  ...batches,
  ...links,
  ...fundSources,
  ...lending,
  ...incidents,
  ...everyCall,
].flatMap(({ operations, versions, said }) =>
  operations.flatMap((operation) =>
    versions.flatMap((version) =>
      Object.entries(said).flatMap(([subCode, messages]) =>
        messages.map((message) => ({ operation, version, subCode, message })),
      ),
    ),
  ),
);
