/** Finds whole account numbers in any text that the platform produces. */
import { freshAccount } from "./literals/requests.ts";
import { wordsOfFile } from "./words-of-file.ts";

/** Answers to the merchant's programs, and letters to banks, that contain whole numbers by contract (decision 0059). */
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
  "vitaran recall-letter",
]);

/** The results by place: `whole` must stay empty. */
export interface Heard {
  readonly whole: Set<string>;
  readonly byContract: Set<string>;
}

/** Fields of requests that contain account numbers. */
const FIELD = /^(?:bankAccount|accountNumber|bank_account_number)$/;
/** Numbers of the documentation, which everyone may use. */
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

  /** Returns a number that no one has used yet. */
  plant(): string {
    const { bankAccount } = freshAccount();
    this.#numbers.add(bankAccount);
    return bankAccount;
  }

  /** Searches a text; numbers are also found if their digits are in groups. */
  hear(place: string, words: string): void {
    const close = words.replaceAll(/(?<=\d)[\s-]+(?=\d)/g, "");
    for (const number of this.#numbers)
      if (words.includes(number) || close.includes(number))
        this.heard[WHOLE_BY_CONTRACT.has(place) ? "byContract" : "whole"].add(place);
  }

  /** Searches the text that people see in a file, however it is packed. */
  async hearFile(place: string, bytes: Buffer): Promise<void> {
    this.hear(place, await wordsOfFile(bytes));
  }

  numbers(): readonly string[] {
    return [...this.#numbers];
  }
}

/** Parses a body that is still text because its surface parses it later; null if it is not a JSON object. */
export function readBody(body: unknown): unknown {
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return body;
  return body.toString().startsWith("{") ? (JSON.parse(body.toString()) as unknown) : null;
}
