// Calls the dashboard API. All calls go through this file. Names, paths and types come from the contract
// (operations.ts).
import { isRefusal, NoAnswer, readRefusal } from "./api-error.ts";
import type { ApiError } from "./api-error.ts";
import { operations } from "./operations.ts";
import type { Inputs, OperationShape, Outputs } from "./operations.ts";

export type OperationName = keyof typeof operations;

/** Called if the server requires a second factor. Resolves with false if the member does not give one. */
type AskStepUp = (refusal: ApiError) => Promise<boolean>;

interface Watchers {
  /** The session has ended: the shell covers the page and asks the member to log in again. */
  onLoggedOut: () => void;
  askStepUp: AskStepUp;
}

let watchers: Watchers = { onLoggedOut: () => {}, askStepUp: () => Promise.resolve(false) };

/** Lets the shell decide what happens when a session ends or a second factor is required. */
export function watchCalls(given: Watchers): void {
  watchers = given;
}

interface Request {
  shape: OperationShape;
  address: string;
  body: Record<string, unknown> | Blob | ArrayBuffer | undefined;
}

/** Builds the address of a call: its path with the parameters, its query, and the rest of the input as the body. */
export function requestOf(name: OperationName, input: Record<string, unknown>): Request {
  const shape: OperationShape = operations[name];
  const { file, ...rest } = input;
  const take = (key: string): string => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  };
  const filled = shape.path.replace(/\{(\w+)\}/g, (_whole, key: string) => take(key));
  const query = shape.query ?? [];
  const asked = query.filter((key) => rest[key] !== undefined);
  const search = asked.map((key) => `${encodeURIComponent(key)}=${take(key)}`).join("&");
  for (const key of query) delete rest[key];
  const address = `/api${filled}${search === "" ? "" : `?${search}`}`;
  if (shape.sends === "file") return { shape, address, body: file as Blob | ArrayBuffer };
  const hasBody = shape.method !== "GET" && Object.keys(rest).length > 0;
  return { shape, address, body: hasBody ? rest : undefined };
}

/** Returns the address of a download for a link. The browser fetches the file itself. */
export function addressOf<Name extends OperationName>(name: Name, input: Inputs[Name]): string {
  return requestOf(name, input as Record<string, unknown>).address;
}

function bodyOf({ shape, body }: Request): { headers: Record<string, string>; body?: BodyInit } {
  const headers = { "x-vitaran-dashboard": "1" };
  if (body === undefined) return { headers };
  if (shape.sends === "file") return { headers: { ...headers, ...typeOf(body as Blob) }, body: body as Blob };
  return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

const typeOf = ({ type }: Blob) => ({ "content-type": type || "application/octet-stream" });

let answeredAt = Date.now();

/** Returns the time of the server's last answer, when the session was last used, in milliseconds since 1970. */
export function lastAnswerAt(): number {
  return answeredAt;
}

async function ask(request: Request, signal?: AbortSignal): Promise<unknown> {
  const { method, answers } = request.shape;
  const isUnsafe = method !== "GET";
  let response: Response;
  try {
    response = await fetch(request.address, { method, ...bodyOf(request), ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoAnswer(isUnsafe, error);
  }
  answeredAt = Date.now();
  if (!response.ok) throw await readRefusal(response);
  try {
    return await (answers === "file" ? response.blob() : response.json());
  } catch (error) {
    // The connection broke in the middle of the answer, so the action may well have happened.
    throw new NoAnswer(isUnsafe, error);
  }
}

interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Calls an operation. Throws ApiError if the server refuses, and NoAnswer if there is no answer. If a second factor is
 * required, the member is asked for it, and the call is made once more.
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: Inputs[Name],
  options: CallOptions = {},
): Promise<Outputs[Name]> {
  const request = requestOf(name, input as Record<string, unknown>);
  try {
    return (await ask(request, options.signal)) as Outputs[Name];
  } catch (error) {
    if (isRefusal(error, "step_up_required") && (await watchers.askStepUp(error))) {
      return (await ask(request, options.signal)) as Outputs[Name];
    }
    if (isRefusal(error, "not_logged_in")) watchers.onLoggedOut();
    throw error;
  }
}
