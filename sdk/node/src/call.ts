/** Makes a call: adds a token, repeats the call if that is safe, and throws errors that say what is known. */
import type { AnsweredFile } from "./answered-file.ts";
import { buildRequest } from "./build-request.ts";
import { type ErrorKind, kindOfCode, makeError, VitaranError } from "./errors.ts";
import type { Input, Operation } from "./operation.ts";
import type { Settings } from "./options.ts";
import { delayBeforeRepeat, sleep } from "./repeat.ts";
import { type Answer, type Request, send } from "./send.ts";
import { failedAt, stageOf } from "./stages.ts";
import type { Tokens } from "./tokens.ts";

export interface Caller {
  readonly settings: Settings;
  readonly tokens: Tokens;
}

/** Calls an operation and returns its data or its file. */
export async function call(
  caller: Caller,
  verb: string,
  operation: Operation,
  input: Input,
): Promise<unknown> {
  const request = buildRequest(verb, operation, input);
  const answer = await repeat(caller.settings, { verb, operation, input }, (attempt) =>
    sendWithToken(caller, request, attempt),
  );
  if (operation.file === "answered") return readFile(answer);
  const { data, ...beside } = answer.envelope as Record<string, unknown>;
  const content = (data ?? {}) as Record<string, unknown>;
  if (operation.pick !== undefined) return content[operation.pick];
  return { ...beside, ...content, requestId: answer.requestId };
}

/** Sends with a token. If the server refuses the token, it is replaced once. */
async function sendWithToken(
  { settings, tokens }: Caller,
  request: Request,
  attempt: number,
): Promise<Answer> {
  const token = await withoutSending(tokens.take());
  const sendWith = (text: string): Promise<Answer> =>
    send(settings, { ...request, headers: { ...request.headers, Authorization: `Bearer ${text}` } }, attempt);
  const answer = await sendWith(token);
  if (!isTokenRefused(answer)) return answer;
  return sendWith(await withoutSending(tokens.replace(token)));
}

function withoutSending(token: Promise<string>): Promise<string> {
  return token.catch((error: VitaranError) => Promise.reject(failedAt(error, "token")));
}

function isTokenRefused({ envelope }: Answer): boolean {
  return envelope?.["subCode"] === "403" && envelope["message"] === "Token is not valid";
}

/** Tries until there is a definite answer, no tries are left, or a repeat would not be safe. */
export async function repeat(
  settings: Settings,
  {
    verb,
    operation,
    input,
  }: { verb: string; operation: Pick<Operation, "kind" | "id" | "ask" | "file">; input: Input },
  attempt: (number: number) => Promise<Answer>,
): Promise<Answer> {
  let unknown = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return expectSuccess(await attempt(tries), verb, operation.file === "answered");
    } catch (error) {
      if (!(error instanceof VitaranError)) throw error;
      unknown = operation.kind !== "read" && (unknown || isUnanswered(error)) && !isRefusal(error);
      const again = isRepeatable(error, operation.kind) && tries <= settings.retries;
      const delayMs = again ? delayBeforeRepeat(tries, error.retryAfterSeconds) : null;
      if (delayMs === null) throw unknown ? outcomeUnknown(error, { verb, operation, input }) : error;
      await sleep(delayMs);
    }
  }
}

const UNANSWERED: readonly ErrorKind[] = ["server", "connection", "timeout"];

/** True if the server may have acted although no answer says so. */
const isUnanswered = (error: VitaranError): boolean =>
  UNANSWERED.includes(error.kind) && stageOf(error) === undefined;

/**
 * The server checked the order and refused it. That is definite, whatever happened to earlier tries with the same ID.
 */
const isRefusal = (error: VitaranError): boolean =>
  error.subCode !== undefined &&
  (error.kind === "refused" || error.kind === "not-found") &&
  stageOf(error) !== "token";

function isRepeatable(error: VitaranError, kind: Operation["kind"]): boolean {
  const stage = stageOf(error);
  // Getting a token has its own tries.
  if (stage === "token") return false;
  if (stage === "connecting" || error.kind === "rate-limited") return true;
  return kind !== "change" && isUnanswered(error);
}

/**
 * Returns the answer if the call succeeded. The subCode of the envelope decides, because it is the same in both HTTP
 * status modes.
 */
function expectSuccess(answer: Answer, verb: string, mayBeFile: boolean): Answer {
  const { httpStatus, envelope, requestId, retryAfterSeconds, contentType } = answer;
  const subCode = envelope?.["subCode"];
  const code = typeof subCode === "string" ? subCode : String(httpStatus);
  const isFile = mayBeFile && envelope === null && httpStatus === 200 && !contentType.includes("json");
  if (code.startsWith("2") && (envelope !== null ? typeof subCode === "string" : isFile)) return answer;
  const message = envelope?.["message"];
  const said = typeof message === "string" ? message : `HTTP ${httpStatus} without an answer of the server`;
  const facts = { verb, httpStatus, requestId, ...(typeof subCode === "string" ? { subCode } : {}) };
  const kind = code.startsWith("4") || code.startsWith("5") ? kindOfCode(code) : "server";
  throw makeError(kind, `${verb}: ${said}`, {
    ...facts,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

function outcomeUnknown(
  error: VitaranError,
  { verb, operation, input }: { verb: string; operation: Pick<Operation, "id" | "ask">; input: Input },
): VitaranError {
  const { id, ask = "" } = operation;
  const same =
    id === undefined || input[id] === undefined ? "" : ` under the same ${id}, ${String(input[id])}`;
  const message =
    `${verb}: the outcome is unknown, which is not failed (${error.message.replace(`${verb}: `, "")}). ` +
    `Ask for the status${same}, with ${ask}; never send it again under another id.`;
  const { subCode, httpStatus, requestId } = error;
  const known = Object.entries({ subCode, httpStatus, requestId }).filter(([, value]) => value !== undefined);
  const facts = { verb, ...Object.fromEntries(known), outcomeUnknown: true, cause: error };
  return makeError("outcome-unknown", message, facts);
}

function readFile({ content, contentType, requestId }: Answer): AnsweredFile {
  return { content, contentType, requestId };
}
