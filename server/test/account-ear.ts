/** Hears whole account numbers in what is said, wherever it is said. */
import { freshAccount } from "../src/api/literals/requests.ts";

/** Answers to the merchant's own programs that hold whole numbers by the contract (decision 0059). */
export const WHOLE_BY_CONTRACT: ReadonlySet<string> = new Set([
  "GET /getBeneficiary/:beneId",
  "GET /getTransferStatus",
  "GET /getTransfers",
  "GET /getBatchTransferStatus",
  "GET /getValidationStatus/bank",
  "GET /getBulkValidationStatus",
  "GET /recalls/:id/letter",
  "POST /payout/transfers",
  "GET /payout/transfers",
  "GET /payout/transfers/batch",
  "POST /payout/beneficiary",
  "GET /payout/beneficiary",
  "DELETE /payout/beneficiary",
]);

/** What was heard where: `whole` must stay empty. */
export interface Heard {
  readonly whole: Set<string>;
  readonly byContract: Set<string>;
}

/** Fields of requests in which account numbers come. */
const FIELD = /^(?:bankAccount|accountNumber|bank_account_number)$/;
/** Numbers of the documentation, for everyone. */
const MAGIC = /^(?:9090909090|91919191|026291800001191)/;

export class Ear {
  readonly heard: Heard = { whole: new Set(), byContract: new Set() };
  readonly #numbers = new Set<string>();

  /** Learns the account numbers of a request. */
  learn(value: unknown, name = ""): void {
    if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value)) this.learn(one, Array.isArray(value) ? name : key);
    else if (typeof value === "string" && FIELD.test(name) && /^\d{9,}$/.test(value) && !MAGIC.test(value))
      this.#numbers.add(value);
  }

  /** A number that no one has used yet. */
  plant(): string {
    const { bankAccount } = freshAccount();
    this.#numbers.add(bankAccount);
    return bankAccount;
  }

  hear(place: string, words: string): void {
    for (const number of this.#numbers)
      if (words.includes(number))
        this.heard[WHOLE_BY_CONTRACT.has(place) ? "byContract" : "whole"].add(place);
  }

  numbers(): readonly string[] {
    return [...this.#numbers];
  }
}

/** A body that is read by its surface is a text until then. */
export function readBody(body: unknown): unknown {
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return body;
  return body.toString().startsWith("{") ? (JSON.parse(body.toString()) as unknown) : null;
}
