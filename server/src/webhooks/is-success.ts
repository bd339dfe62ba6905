import { isClassic, type Format } from "./format.ts";

/** Whether a receiver has taken an event: by the classic contract only 200 says so, elsewhere every 2xx. */
export function isSuccess(format: Format, status: number | null): boolean {
  if (isClassic(format)) return status === 200;
  return status !== null && status >= 200 && status < 300;
}
