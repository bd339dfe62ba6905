import { Refusal } from "#http";
import { TableError } from "#lib/tables";

/** Reads a file; what is wrong with it is said in its own sentence, with row and column. */
export async function refuseFile<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!TableError.is(error)) throw error;
    if (error.code === "busy") throw new Refusal("too_many_requests", { retryAfterSeconds: 10 });
    const { row, column } = error.details as { row?: number; column?: string };
    throw new Refusal("file_refused", { details: { why: error.message, code: error.code, row, column } });
  }
}
