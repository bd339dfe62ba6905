import type { Json, MerchantSession } from "./merchant-session.ts";
import { readAnswer } from "./read-answer.ts";

/** Calls the server; throws CommandError with its message if it refuses. */
export async function mustDo(
  session: MerchantSession,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  return readAnswer(await session.call(method, path, body));
}
