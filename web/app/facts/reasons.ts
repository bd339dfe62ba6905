// The responses of the API and the reasons of transfers, each with what to do about it.
import { REASON_FACTS, TRANSFER_REASONS } from "./from-the-engine.ts";
import type { TransferReason } from "./from-the-engine.ts";
import { figures } from "./figures.ts";

interface AnswerFact {
  http: number;
  status: string;
  message: string;
  remedy: string;
}

export const answers: AnswerFact[] = [
  {
    http: 200,
    status: "SUCCESS",
    message: "Transfer completed successfully",
    remedy: "Store referenceId and utr.",
  },
  {
    http: 201,
    status: "PENDING",
    message: "Transfer request pending at the bank",
    remedy: "Wait for the webhook or get the status. Do not send the payment again.",
  },
  {
    http: 202,
    status: "PENDING",
    message: "Request received. Please check status after some time.",
    remedy: "Get the status with the same transferId.",
  },
  {
    http: 400,
    status: "ERROR",
    message: "Phone number invalid or not linked to a VPA.",
    remedy: "Ask the payee for another phone number, or pay to a bank account.",
  },
  {
    http: 401,
    status: "ERROR",
    message: "Invalid clientId and clientSecret combination",
    remedy: "Check the key pair. A reset invalidates the old secret.",
  },
  {
    http: 403,
    status: "ERROR",
    message: "Token is not valid",
    remedy: `Get a new token: tokens are valid for ${figures.tokenTime}.`,
  },
  {
    http: 403,
    status: "ERROR",
    message: "IP not whitelisted",
    remedy: "Add the IP address to the allowlist, or sign the authorize call.",
  },
  {
    http: 404,
    status: "ERROR",
    message: "Beneficiary does not exist",
    remedy: "Add the beneficiary first, or use a direct transfer.",
  },
  {
    http: 405,
    status: "ERROR",
    message: "Invalid request URL or HTTP method",
    remedy: "Check the path and the method.",
  },
  {
    http: 409,
    status: "ERROR",
    message: "Transfer Id already exists.",
    remedy: "Get the status of that transfer instead of sending another.",
  },
  {
    http: 409,
    status: "ERROR",
    message: "Beneficiary Id already exists",
    remedy: "Use the existing beneficiary, or choose another ID.",
  },
  {
    http: 412,
    status: "ERROR",
    message: "Token missing in the request",
    remedy: "Send the header Authorization: Bearer with the token.",
  },
  {
    http: 412,
    status: "ERROR",
    message: "Post data is empty or not a valid JSON",
    remedy: "Send a JSON object.",
  },
  {
    http: 412,
    status: "ERROR",
    message: "Not enough available balance in the account.",
    remedy: "The ID is used up. Add funds and retry with a new ID, or enable low balance queuing.",
  },
  {
    http: 413,
    status: "ERROR",
    message: "Request body is too large",
    remedy: "Send a smaller file or fewer rows. The limits are on the page Authentication.",
  },
  {
    http: 422,
    status: "ERROR",
    message: "Remarks can have only numbers, alphabets and whitespaces.",
    remedy: "Remove all other characters from remarks.",
  },
  {
    http: 422,
    status: "ERROR",
    message: "Please provide a valid Bank IFSC code",
    remedy: "An IFSC has 11 characters; the fifth is a zero.",
  },
  {
    http: 429,
    status: "ERROR",
    message: "Too many requests",
    remedy: "Slow down. The header Retry-After says how many seconds to wait.",
  },
  {
    http: 502,
    status: "ERROR",
    message: "Unknown error occurred",
    remedy: "The subCode is 520. The outcome is unknown: get the status first.",
  },
];

export interface ReasonFact {
  reason: TransferReason;
  meaning: string;
  remedy: string;
}

/** The reasons are in the engine's order. */
export const reasons: ReasonFact[] = TRANSFER_REASONS.map((reason) => ({ reason, ...REASON_FACTS[reason] }));
