/** Calls to the bank simulator's controls; the sandbox is the only part of the engine that knows of them. */
import { request } from "undici";
import { SandboxError } from "./errors.ts";

const TIMEOUT_MS = 20_000;

let secret = "";

/** Says with which secret this process calls the simulator's controls: it knows of one simulator. */
export function setSimulatorSecret(given: string): void {
  secret = given;
}

/** Calls a control of the simulator and answers its JSON. Throws SandboxError.simulator_refused. */
export async function callSimulator(
  simulatorUrl: string,
  { method, path, body }: { method: "GET" | "POST" | "PUT"; path: string; body?: unknown },
): Promise<Record<string, unknown>> {
  const answer = await request(`${simulatorUrl}${path}`, {
    method,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.body.json()) as Record<string, unknown>;
  if (answer.statusCode >= 400) throw SandboxError.simulator_refused({ path, says: json.error ?? json });
  return json;
}
