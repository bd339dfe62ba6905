/** Finds whole account numbers in any text that the platform produces. */
import { freshAccount } from "./literals/requests.ts";
import { undisguised } from "./account-disguises.ts";
import { wordsOfFile } from "./words-of-file.ts";

/** Answers to the merchant's programs, and letters to banks, that contain whole numbers by contract (decision 0059). */
export const WHOLE_BY_CONTRACT: ReadonlySet<string> = new Set([
  "GET /getBeneficiary/:beneId",
  "GET /listBeneficiaries",
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
  /** Numbers that are heard in every disguise. */
  readonly #disguised: string[] = [];

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

  /** Returns numbers that no one has used yet: of digits, with letters, and short. */
  plantForms(): readonly string[] {
    const { bankAccount } = freshAccount();
    const end = bankAccount.slice(-4);
    const forms = [`7391${bankAccount}`, `PUNB0${end}7Q3X${end}`, `83${end}9`, `64${end}`];
    this.#disguised.push(...forms);
    return forms;
  }

  /** Searches a text; numbers are also found if their digits are in groups, or disguised if they were planted so. */
  hear(place: string, words: string): void {
    const plain = undisguised(words);
    for (const number of this.#disguised)
      if (isWhole(plain, number))
        this.heard[WHOLE_BY_CONTRACT.has(place) ? "byContract" : "whole"].add(place);
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

/** A short number stands alone, as many a longer one has its digits by chance. */
function isWhole(words: string, number: string): boolean {
  if (number.length > 8) return words.includes(number);
  return new RegExp(String.raw`(?<![\dA-F-])${number}(?![\dA-F-])`, "i").test(words);
}

/** A body that is read by its surface is a text until then. */
export function readBody(body: unknown): unknown {
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return body;
  return body.toString().startsWith("{") ? (JSON.parse(body.toString()) as unknown) : null;
}
