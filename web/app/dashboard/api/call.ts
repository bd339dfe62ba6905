// The one door to the dashboard API. Names, paths and types come from the contract (operations.ts).
import { isRefusal, NoAnswer, readRefusal } from "./api-error.ts";
import type { ApiError } from "./api-error.ts";
import { operations } from "./operations.ts";
import type { Inputs, OperationShape, Outputs } from "./operations.ts";

export type OperationName = keyof typeof operations;

/** Asked for when the server wants a second factor; resolves to false when the member gives none. */
type AskStepUp = (refusal: ApiError) => Promise<boolean>;

interface Watchers {
  /** The session has ended: the shell covers the page and asks to log in again. */
  onLoggedOut: () => void;
  askStepUp: AskStepUp;
}

let watchers: Watchers = { onLoggedOut: () => {}, askStepUp: () => Promise.resolve(false) };

/** The shell says what happens when a session ends or a second factor is needed. */
export function watchCalls(given: Watchers): void {
  watchers = given;
}

interface Request {
  shape: OperationShape;
  address: string;
  body: Record<string, unknown> | Blob | ArrayBuffer | undefined;
}

/** Where a call goes: the path with its parameters put in, the query, and what is left as the body. */
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

/** The address of a file to download, for a link: the browser fetches it itself. */
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

/** When the server last answered a call: so long the session has been in use. Milliseconds since 1970. */
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
    // The connection broke inside the answer: what was asked may well have happened.
    throw new NoAnswer(isUnsafe, error);
  }
}

interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Calls an operation. Throws ApiError when the server refuses and NoAnswer when none comes. When a second factor is
 * asked for, the member is asked, and the call is made once more.
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
