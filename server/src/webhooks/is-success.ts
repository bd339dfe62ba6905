import { isClassic, type Format } from "./format.ts";

/** Returns true if the receiver accepted the event: only 200 by the classic contract, every 2xx otherwise. */
export function isSuccess(format: Format, status: number | null): boolean {
  if (isClassic(format)) return status === 200;
  return status !== null && status >= 200 && status < 300;
}
