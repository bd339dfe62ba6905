import { CommandError } from "./command-error.ts";
import type { Json } from "./merchant-session.ts";

/** An answer that is no refusal. Throws CommandError with the server's words of one that is. */
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

/** The server's words, with one full stop. */
export const sentence = (message: unknown): string => `${String(message).replace(/\.+$/, "")}.`;
