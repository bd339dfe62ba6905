/** What must be known of an operation to call it; the table is written from the contract. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** `read` and `order` are repeated when no answer came; `change` only where the server cannot have acted. */
  readonly kind: "read" | "order" | "change";
  /** The field with the caller's own id. */
  readonly id?: string;
  /** The verb to ask when the outcome is unknown. */
  readonly ask?: string;
  readonly pick?: string;
  readonly list?: { readonly items: string; readonly by: "lastReturnId" | "page" | "nothing" };
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  /** Paths of amounts in the input: `batch.*.amount`. */
  readonly amounts: readonly string[];
  readonly file?: "sent" | "answered";
}

/** What a verb is called with. */
export type Input = Readonly<Record<string, unknown>>;
