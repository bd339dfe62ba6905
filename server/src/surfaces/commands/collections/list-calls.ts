/** Lists every call of the published contracts as a request that can be sent as it is. */
import {
  BODY_VALUES,
  FILE,
  FIRST,
  FRESH,
  ID_WORDS,
  KEEPS,
  LAST,
  MAKES,
  NAMING,
  OWN_PARAMETERS,
  PARAMETERS,
  PATH_IDS,
  PREPARATION,
  variable,
} from "./samples.ts";

/** A request; its texts contain variables such as `{{transferId}}`. */
export interface SampleCall {
  /** Unique: the contract's operationId, with the version if there are several. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly folder: readonly string[];
  readonly method: string;
  readonly path: string;
  /** Names and values, encoded for a URL. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** `token` if the caller sends a token; v2 and authorize send the key pair itself. */
  readonly access: "token" | "keys";
  /** Names of fields of the sent body that are remembered as variables of the same names. */
  readonly makes: readonly string[];
  /** Remembered from the answer: the variable and the place. */
  readonly keeps: readonly (readonly [name: string, place: string])[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly enum?: readonly string[] };
}

interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

/** A contract's folder name, the prefix of its paths, and the caller's credential. */
interface Surface {
  readonly name: string;
  readonly prefix: string;
  readonly access: "token" | "keys";
}

const SANDBOX: Surface = { name: "Prepare the sandbox", prefix: "/sandbox", access: "token" };
const CLASSIC: Surface = { name: "Classic API", prefix: "", access: "token" };
const V2: Surface = { name: "API v2", prefix: "/payout", access: "keys" };

interface Contracts {
  readonly classic: Contract;
  readonly v2: Contract;
  readonly sandbox: Contract;
}

/** Lists the calls in a working order: preparation of the sandbox first, removals last. */
export function listCalls({ classic, v2, sandbox }: Contracts): SampleCall[] {
  const surfaces = [
    operationsOf(sandbox).flatMap((one) => prepare(one)),
    operationsOf(classic).map((one) => toCall(CLASSIC, one)),
    operationsOf(v2).map((one) => toCall(V2, one)),
  ];
  return surfaces.flatMap((calls) => calls.toSorted((one, other) => turnOf(one) - turnOf(other)));
}

/** Returns the position: first the calls that others need, last those that remove something. */
function turnOf({ id }: SampleCall): number {
  const name = nameOf(id);
  return FIRST.includes(name) ? 0 : LAST.includes(name) ? 2 : 1;
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly described: DescribedCall;
}

const operationsOf = ({ paths }: Contract): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );

/** Returns an operation's name without its version. */
const nameOf = (operationId: string): string => operationId.replace(/_v\d[\d_]*$/, "");

function prepare(listed: Listed): SampleCall[] {
  const bodies = PREPARATION[listed.described.operationId] ?? [];
  return bodies.map((body, index) => ({
    ...toCall(SANDBOX, listed),
    id: `${listed.described.operationId}${index === 0 ? "" : index + 1}`,
    title: `${listed.described.summary}${index === 0 ? "" : ` (${index + 1})`}`,
    folder: [SANDBOX.name],
    body: JSON.stringify(body, null, 2),
    headers: [["Content-Type", "application/json"]],
  }));
}

function toCall(surface: Surface, { method, path, described }: Listed): SampleCall {
  const { operationId, tags, summary, description = "", requestBody } = described;
  const name = nameOf(operationId);
  const version = /^\/payout\/(v[\d.]+)\//.exec(path)?.[1];
  const types = Object.keys(requestBody?.content ?? {});
  const example = requestBody?.content["application/json"]?.example;
  const body = types.includes("text/csv") ? FILE : writeBody(name, example);
  const isOpen = operationId === "authorize";
  return {
    id: surface === V2 ? `${operationId}_v2` : operationId,
    title: version === undefined ? summary : `${summary} (${version})`,
    about: description,
    folder: [surface.name, LAST.includes(name) ? "Clean up" : (tags[0] ?? "Other")],
    method,
    path: surface.prefix + writePath(path),
    query: queryOf(name, described.parameters ?? []),
    headers: [
      ...(body === undefined ? [] : [["Content-Type", types[0] ?? "application/json"] as const]),
      ...(isOpen ? keyHeaders("X-Client-Id", "X-Client-Secret") : []),
      ...(surface.access === "keys" ? keyHeaders("x-client-id", "x-client-secret") : []),
    ],
    body,
    access: isOpen ? "keys" : surface.access,
    makes: MAKES[name] ?? [],
    keeps: KEEPS[name] ?? [],
  };
}

const keyHeaders = (id: string, secret: string) =>
  [
    [id, variable("clientId")],
    [secret, variable("clientSecret")],
  ] as const;

function writePath(path: string): string {
  const id = PATH_IDS.find(([part]) => path.includes(part))?.[1];
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === "id" ? (id ?? "") : name === "format" ? "BANK_ACCOUNT" : (PARAMETERS[name] ?? ""),
  );
}

function queryOf(name: string, parameters: readonly Parameter[]): [string, string][] {
  const values = { ...PARAMETERS, ...OWN_PARAMETERS[name] };
  return parameters
    .filter((one) => one.in === "query" && (one.required || NAMING[name]?.includes(one.name)))
    .map((one) => [one.name, one.schema.enum?.[1] ?? values[one.name]?.replaceAll(" ", "%20") ?? ""]);
}

/** Writes the contract's example with variables; undefined for a request without a body. */
function writeBody(name: string, example: unknown): string | undefined {
  if (example === undefined) return undefined;
  const write = (field: string, value: unknown): unknown => {
    if (MAKES[name]?.includes(field)) return `${ID_WORDS[field] ?? ""}${variable(FRESH)}`;
    return BODY_VALUES[field] ?? (field in ID_WORDS ? variable(field) : value);
  };
  return JSON.stringify(example, write, 2);
}
