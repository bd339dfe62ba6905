/** Calls to the bank simulator's controls; only the sandbox in the engine knows of them. */
import { request } from "undici";
import { SandboxError } from "./errors.ts";

const TIMEOUT_MS = 20_000;

let secret = "";

/** Sets the secret with which this process calls the simulator's controls: it has one simulator. */
export function setSimulatorSecret(given: string): void {
  secret = given;
}

/** The simulator gave no readable response: it is being restarted, or it took too long. */
export class SimulatorAwayError extends Error {
  constructor(cause: unknown) {
    super("the bank simulator gave no answer", { cause });
    this.name = "SimulatorAwayError";
  }
}

interface Asked {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
}

/** Calls a control and returns its JSON. Throws SandboxError.simulator_refused, SimulatorAwayError. */
export async function callSimulator(simulatorUrl: string, asked: Asked): Promise<Record<string, unknown>> {
  const { statusCode, json } = await ask(simulatorUrl, asked).catch((error: unknown) => {
    throw new SimulatorAwayError(error);
  });
  if (statusCode >= 400) throw SandboxError.simulator_refused({ path: asked.path, says: json.error ?? json });
  return json;
}

async function ask(
  simulatorUrl: string,
  { method, path, body }: Asked,
): Promise<{ statusCode: number; json: Record<string, unknown> }> {
  const answer = await request(`${simulatorUrl}${path}`, {
    method,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { statusCode: answer.statusCode, json: (await answer.body.json()) as Record<string, unknown> };
}
