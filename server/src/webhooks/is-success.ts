import type { Format } from "./build-request.ts";

/** Whether a receiver has taken an event: by the classic contract only 200 says so, by Standard Webhooks every 2xx. */
export function isSuccess(format: Format, status: number | null): boolean {
  if (format !== "standard") return status === 200;
  return status !== null && status >= 200 && status < 300;
}
