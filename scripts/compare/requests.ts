/**
 * Makes requests to operations from their OpenAPI document: valid ones, each fault in each field, faults of the request
 * as a whole, and mixtures. The same seed makes the same requests.
 */
import type { Dice } from "./dice.ts";
import { FIELD_FAULTS, listFields, PARAMETER_FAULTS, REQUEST_FAULTS } from "./faults.ts";
import type { Operation, Parameter } from "./operations.ts";
import { makeValues, type Pool, type ValueMaker } from "./values.ts";

export interface Draft {
  readonly operation: Operation;
  /** The faults of the request; empty if it is meant to be valid. */
  faults: string[];
  method: string;
  /** The values of the path's parameters. */
  path: string;
  parameters: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** Undefined if there is no body. */
  body: unknown;
  /** Sent unchanged instead of the body. */
  text: string | null;
  credentials: "own" | "none" | "wrong";
}

type Fault = readonly [name: string, spoil: (draft: Draft, dice: Dice) => void];

interface RequestMaker {
  next(): Draft;
}

interface RequestsToMake {
  readonly operations: readonly Operation[];
  readonly dice: Dice;
  /** The IDs in earlier requests and answers. */
  readonly pool: Pool;
  /** The prefix of new IDs. */
  readonly prefix: string;
}

/**
 * Makes requests to operations in turn. Of three requests to one operation, one is valid, one has one fault and one has
 * several.
 */
export function makeRequests({ operations, dice, pool, prefix }: RequestsToMake): RequestMaker {
  const values = makeValues(dice, pool, prefix);
  const faults = new Map(operations.map((operation) => [operation, dice.shuffle(listFaults(operation))]));
  const latest = new Map<Operation, Draft>();
  let turn: Operation[] = [];
  let made = 0;
  return {
    next() {
      if (turn.length === 0)
        turn = dice.shuffle(operations).filter((one) => !takesFile(one) || dice.chance(FILES));
      const operation = turn.pop()!;
      made += 1;
      const before = latest.get(operation);
      if (before !== undefined && dice.chance(REPEATED))
        return { ...before, faults: [...before.faults, "repeated"] };
      const draft = makeValid(operation, values, dice);
      if (dice.chance(KEYED)) draft.headers[keyHeaderOf(operation)] = `key-${prefix}-${dice.below(1_000)}`;
      const kinds = faults.get(operation)!;
      const number = dice.pick([0, 0, 1, 1, 1, 2, 3]);
      for (const [name, spoil] of Array.from({ length: number }, () => takeTurn(kinds))) {
        draft.faults.push(name);
        spoil(draft, dice);
      }
      latest.set(operation, draft);
      return draft;
    },
  };
}

/** The percentage of requests that are sent a second time, and of those with an idempotency key. */
const REPEATED = 6;
const KEYED = 12;
/** The percentage of turns in which operations that accept a file get one: each starts a process that reads it. */
const FILES = 25;

const takesFile = ({ body }: Operation): boolean => body !== null && !/json/.test(body.mediaType);

const keyHeaderOf = ({ parameters }: Operation): string =>
  parameters.find(({ name }) => /idempotency-key/i.test(name))?.name ?? "Idempotency-Key";

/** Moves the first element to the end and returns it. */
function takeTurn<T>(list: T[]): T {
  const first = list.shift()!;
  list.push(first);
  return first;
}

function makeValid(operation: Operation, values: ValueMaker, dice: Dice): Draft {
  const { parameters, body, method, path } = operation;
  const make = ({ name, schema }: Parameter): string => String(values.make(nameInPath(path, name), schema));
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query" && (one.required || dice.chance(35)));
  const isJson = body !== null && !takesFile(operation);
  return {
    operation,
    faults: [],
    method,
    path,
    parameters: Object.fromEntries(inPath.map((one) => [one.name, make(one)])),
    query: inQuery.map((one) => [one.name, make(one)]),
    headers: body === null ? {} : { "content-type": body.mediaType },
    body: isJson ? values.make("body", body.schema, body.example ?? undefined) : undefined,
    text: body === null || isJson ? null : FILE,
    credentials: "own",
  };
}

/** A batch file, the only kind of body that is not JSON. */
const FILE = [
  "transferId,amount,name,email,phone,bankAccount,ifsc",
  "row_1,12.00,Asha Rao,asha@example.com,9876543210,026291800001191,HDFC0000001",
].join("\r\n");

/** Returns the name of an ID in a path: `{id}` after `recalls` is a `recallId`. */
function nameInPath(path: string, name: string): string {
  if (name !== "id") return name;
  const [, folder = ""] = /([A-Za-z-]+)\/\{id\}/.exec(path) ?? [];
  return `${folder.replace(/s$/, "")}Id`;
}

function listFaults({ parameters, body }: Operation): Fault[] {
  const inBody = body === null ? [] : listFields(body.schema);
  return [
    ...inBody.flatMap((field) => FIELD_FAULTS.map((fault) => fault(field))),
    ...parameters
      .filter(({ in: place, name }) => place !== "header" && name !== "merchantId")
      .flatMap((parameter) => PARAMETER_FAULTS.map((fault) => fault(parameter))),
    ...REQUEST_FAULTS,
  ];
}
