// A call of the API as the console offers it. The build writes all of them into one file that the console fetches.
export interface TriedField {
  name: string;
  where: string;
  required: boolean;
  about: string;
  /** What may be chosen; undefined: anything may be typed. */
  options?: string[];
  /** What stands in the field at first; empty for what may be left out. */
  example: string;
}

export interface TriedOperation {
  id: string;
  title: string;
  method: string;
  versions: { version: string; path: string }[];
  fields: TriedField[];
  /** The example body as text; undefined: the call has none. */
  body?: string;
  /** Of the body. */
  contentType?: string;
}

export const OPERATIONS_FILE = "/docs-operations.json";
