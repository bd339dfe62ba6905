// A call of the API as the console offers it. The build writes all of them into one file that the console fetches.
export interface TriedField {
  name: string;
  where: string;
  required: boolean;
  about: string;
  /** The allowed values. If undefined, any text is allowed. */
  options?: string[];
  /** The initial value of the field; empty for an optional field. */
  example: string;
}

export interface TriedOperation {
  id: string;
  title: string;
  method: string;
  versions: { version: string; path: string }[];
  fields: TriedField[];
  /** The example body as text. Undefined if the call has none. */
  body?: string;
  /** The content type of the body. */
  contentType?: string;
}

export const OPERATIONS_FILE = "/docs-operations.json";
