import { CommandError } from "./command-error.ts";
import type { Json } from "./merchant-session.ts";

/** Returns a successful answer. Throws CommandError with the server's message for a refusal. */
export function readAnswer(answer: Json): Json {
  const { error, status, subCode, message } = answer;
  if (error === undefined && status !== "ERROR") return answer;
  if (error === undefined)
    throw new CommandError(`The server refused the request (${String(subCode)}): ${sentence(message)}`);
  const { message: why, details } = error as { message: string; details?: object };
  const more =
    details === undefined || Object.keys(details).length === 0 ? "" : ` ${JSON.stringify(details)}`;
  throw new CommandError(`${why}${more}`);
}

/** Returns the server's message with exactly one full stop. */
export const sentence = (message: unknown): string => `${String(message).replace(/\.+$/, "")}.`;
