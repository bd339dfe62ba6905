/** The rows of the table of causes. */
import type { Client, Heard } from "./stage.ts";

export interface Cause {
  readonly operation: string;
  readonly version: string;
  /** The answer's name in the operation's table. */
  readonly answer: string;
  /** The whole message, if the table has only its pattern. */
  readonly message?: string;
  /** Makes the API give the answer. */
  readonly cause: (client: Client) => Promise<Heard>;
}

/** Makes causes from functions by the names of the answers, for one operation and version. */
export function causesOf(
  operation: string,
  version: string,
  causes: Readonly<Record<string, Cause["cause"] | { message: string; cause: Cause["cause"] }>>,
): Cause[] {
  return Object.entries(causes).map(([answer, given]) => ({
    operation,
    version,
    answer,
    ...(typeof given === "function" ? { cause: given } : given),
  }));
}
