import {
  asFile,
  type Described,
  HEADERS_OF_ANSWERS,
  inJson,
  type Json,
  keyParameter,
  parameter,
  ref,
  requestBody,
  responsesByStatus,
  writeDocument,
} from "#http";
import { DEFAULT_EMAIL } from "#operator";
import { describeWebhooks } from "./event-schemas.ts";
import { type Answer, strayAnswers, type Answers } from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import {
  answersOf,
  takesKey,
  type FieldShape,
  type FieldShapes,
  type JsonSchema,
  type ClassicOperation,
  type Version,
} from "./operations/operation.ts";

/** Builds the merchant API's OpenAPI 3.1 document: every operation, version, field, answer and literal. */
export function buildOpenApi(): Json {
  const { webhooks, schemas: events } = describeWebhooks("classic");
  return writeDocument(
    {
      title: "Vitaran merchant API",
      version: "1.0.0",
      description: DESCRIPTION,
      serverPath: "/",
      tags: [
        "Access",
        "Beneficiaries",
        "Validation",
        "Transfers",
        "Batches",
        "Flowgram",
        "Balance",
        "Incidents",
        "Reports",
        "Notifications",
        "Webhooks",
      ],
      security: [{ token: [] }],
      components: {
        securitySchemes: { token: { type: "http", scheme: "bearer" } },
        schemas: { ...schemas, ...events },
        headers,
      },
      webhooks,
    },
    operations.flatMap((operation) => operation.versions.map((version) => describe(operation, version))),
  );
}

const DESCRIPTION =
  "Every response is an envelope with `status`, `subCode` (three digits, as a string), `message` and, if " +
  "there is any, `data`. With the status mode `rest` the HTTP status equals the subCode (520 becomes 502); " +
  "with `always-200` it is always 200. A path or method that is not listed here gets 405 " +
  `\`${strayAnswers.unknown_path.message}\`.`;

const schemas = {
  Envelope: {
    type: "object",
    properties: {
      status: { type: "string", enum: ["SUCCESS", "PENDING", "ACCEPTED", "ERROR", "FAILED"] },
      subCode: { type: "string", pattern: "^[0-9]{3}$" },
      message: { type: "string" },
    },
    required: ["status", "subCode", "message"],
  },
};

const whole = { type: "integer", minimum: 0 };
const headers = {
  ...HEADERS_OF_ANSWERS,
  RateLimitReset: { description: "Seconds until the current minute ends.", schema: whole },
  RetryAfter: { description: "Seconds to wait before you call again.", schema: whole },
};

const header = (name: keyof typeof headers): Json => ref("headers", name);

function describe(operation: ClassicOperation, version: Version): Described {
  const { path, method } = operation;
  return { path: `/payout/${version}${path}`, method, content: describeCall(operation, version) };
}

function describeCall(operation: ClassicOperation, version: Version): Json {
  const { name, tag, summary, description, body, file, access } = operation;
  return {
    operationId: version === "v1" ? name : `${name}_${version.replace(".", "_")}`,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(access === "open" ? { security: [] } : {}),
    parameters: [
      ...describeFields(operation.pathFields, "path", version),
      ...describeFields(operation.query, "query", version),
      ...describeFields(operation.headers, "header", version),
      ...(takesKey(operation) ? [keyParameter()] : []),
      REQUEST_ID,
    ],
    ...(body === undefined ? {} : { requestBody: describeBody(operation, body, version) }),
    ...(file === undefined ? {} : { requestBody: requestBody(asFile(file.mediaTypes)) }),
    responses: describeResponses(operation, version),
  };
}

const REQUEST_ID = {
  ...parameter("X-Request-Id", "header", { type: "string", maxLength: 100 }),
  description: "Returned in the response.",
};

const isKnown = (field: FieldShape, version: Version): boolean => field.versions?.includes(version) ?? true;

const schemaOf = ({ schema }: FieldShape, version: Version): JsonSchema =>
  typeof schema === "function" ? schema(version) : schema;

function describeFields(
  fields: FieldShapes | undefined,
  place: "path" | "query" | "header",
  version: Version,
): Json[] {
  return Object.entries(fields ?? {})
    .filter(([, field]) => isKnown(field, version))
    .map(([name, field]) => parameter(name, place, schemaOf(field, version), field.required));
}

function describeBody({ bodyExample }: ClassicOperation, body: FieldShapes, version: Version): Json {
  const known = Object.entries(body).filter(([, field]) => isKnown(field, version));
  const schema = {
    type: "object",
    properties: Object.fromEntries(known.map(([name, field]) => [name, schemaOf(field, version)])),
    required: known.filter(([, field]) => field.required).map(([name]) => name),
  };
  const example = bodyExample === undefined ? {} : { example: bodyExample(version) };
  return requestBody(inJson(schema, example));
}

/** Describes the answers by HTTP status, each literal as a named example. */
function describeResponses(operation: ClassicOperation, version: Version): Json {
  const { downloads } = operation;
  const answers = gatherAnswers(answersOf(operation, version)).map(
    ({ names, answer }) => [names[0]!, answer] as const,
  );
  return {
    ...(downloads === undefined ? {} : { 200: { description: "The file", content: asFile(downloads) } }),
    ...responsesByStatus(
      answers,
      ([, answer]) => answer.httpStatus,
      (said, status) => describeResponse(operation, said, status),
    ),
  };
}

function describeResponse(
  operation: ClassicOperation,
  said: readonly (readonly [string, Answer])[],
  status: number,
): Json {
  const { data, beside, access } = operation;
  const withData = data !== undefined && said.some(([name]) => name in data.examples);
  const withMore = beside !== undefined && said.some(([name]) => name in beside.examples);
  const parts = [
    ref("schemas", "Envelope"),
    ...(withMore ? [beside.schema] : []),
    ...(withData ? [{ properties: { data: data.schema } }] : []),
  ];
  const examples = said.map(([name, answer]) => [name, { value: exampleOf(operation, name, answer) }]);
  return {
    headers: {
      "X-Request-Id": header("RequestId"),
      ...(access === "token" ? RATE_HEADERS : {}),
      ...(status === 429 ? { "Retry-After": header("RetryAfter") } : {}),
    },
    content: inJson(parts.length === 1 ? parts[0] : { allOf: parts }, {
      examples: Object.fromEntries(examples),
    }),
  };
}

const RATE_HEADERS = {
  "RateLimit-Limit": header("RateLimitLimit"),
  "RateLimit-Remaining": header("RateLimitRemaining"),
  "RateLimit-Reset": header("RateLimitReset"),
};

const VALUES: Readonly<Record<string, string>> = {
  min: "200000",
  max: "100000",
  limit: "500000",
  left: "1200",
  fundSourceId: "WALLET_1",
  allowedIds: "BANK_1",
  id: "10023",
  declaredRows: "3",
  foundRows: "2",
  declaredAmount: "3000.00",
  foundAmount: "2000.00",
  outcome: "poor match",
  column: "bankAccountNumber",
  email: "asha@example",
  // The server puts the operator's own address in its place when it serves the contract (web/addresses.ts).
  operatorEmail: DEFAULT_EMAIL,
  reason: "Row 3, amount: The cell holds a formula.",
  field: "cvv",
  reference: "10023",
  account: "026291800001191",
  first: "POST /payout/v1/directTransfer, transferId inv_7781, request id 01a2026c, 2026-11-26T12:44:13.552Z",
};

function exampleOf(
  { data, beside }: ClassicOperation,
  name: string,
  { status, subCode, message }: Answer,
): Json {
  const said = message.replace(/\{(\w+)\}/g, (_, value: string) => {
    if (VALUES[value] === undefined) throw new Error(`the example of ${name} has no ${value}`);
    return VALUES[value];
  });
  const example = data?.examples[name];
  return {
    status,
    subCode,
    message: said,
    ...beside?.examples[name],
    ...(example === undefined ? {} : { data: example }),
  };
}

/** One answer that an operation may give. */
export interface CatalogueRow {
  readonly operation: string;
  readonly version: string;
  /** Our names for the causes of the answer: some messages stand for several causes. */
  readonly names: readonly string[];
  readonly status: string;
  readonly subCode: string;
  /** The HTTP status for clients of the mode `rest`; all others always get 200. */
  readonly httpStatus: number;
  readonly message: string;
}

/** Lists all answers of the API by operation and version, each message once. */
export function buildErrorCatalogue(): CatalogueRow[] {
  return operations.flatMap((operation) =>
    operation.versions.flatMap((version) =>
      gatherAnswers(answersOf(operation, version)).map(({ names, answer }) => ({
        operation: operation.name,
        version,
        names,
        status: answer.status,
        subCode: answer.subCode,
        httpStatus: answer.httpStatus,
        message: answer.message,
      })),
    ),
  );
}

/** Groups answers that have the same content, with all their names. */
function gatherAnswers(answers: Answers): { names: string[]; answer: Answer }[] {
  const same = Map.groupBy(Object.entries(answers), ([, { head }]) => head);
  return [...same.values()].map((entries) => ({
    names: entries.map(([name]) => name),
    answer: entries[0]![1],
  }));
}
