/** The facts about an operation that are needed to call it. The table of operations is generated from the contract. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /**
   * `read` and `order` are repeated if there was no answer; `change` is repeated only if the server cannot have acted.
   */
  readonly kind: "read" | "order" | "change";
  /** The field with the caller's own ID. */
  readonly id?: string;
  /** The method that returns the status if the outcome is unknown. */
  readonly ask?: string;
  readonly pick?: string;
  readonly list?: { readonly items: string; readonly by: "lastReturnId" | "page" | "nothing" };
  /** The names of all fields of the input. */
  readonly fields: readonly string[];
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  /** The paths of amounts in the input, such as `batch.*.amount`. */
  readonly amounts: readonly string[];
  readonly file?: "sent" | "answered";
}

/** The input of a call. */
export type Input = Readonly<Record<string, unknown>>;
