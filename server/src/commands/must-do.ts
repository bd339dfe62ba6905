import type { Json, MerchantSession } from "./merchant-session.ts";
import { readAnswer } from "./read-answer.ts";

/** Calls, and throws CommandError with the server's words where it refuses. */
export async function mustDo(
  session: MerchantSession,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  return readAnswer(await session.call(method, path, body));
}
