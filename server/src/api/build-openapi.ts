import { STATUS_CODES } from "node:http";
import { KEY_DESCRIPTION, keySchema } from "#idempotency";
import { gatherAnswers } from "./build-error-catalogue.ts";
import { type Answer, strayAnswers } from "./operations/answers.ts";
import { operations } from "./operations/index.ts";
import {
  answersOf,
  takesKey,
  type FieldShape,
  type FieldShapes,
  type JsonSchema,
  type Operation,
  type Version,
} from "./operations/operation.ts";

type Json = Readonly<Record<string, unknown>>;

/** Builds the merchant API's OpenAPI 3.1 document: every operation, version, field, answer and literal. */
export function buildOpenApi(): Json {
  return {
    openapi: "3.1.1",
    info: {
      title: "Vitaran merchant API",
      version: "1.0.0",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "http://localhost:8080", description: "The sandbox on this machine" }],
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
    ].map((name) => ({
      name,
    })),
    security: [{ token: [] }],
    paths: buildPaths(),
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } }, schemas, headers },
  };
}

/** Describes every path with its methods: some can be called with both GET and POST. */
function buildPaths(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    for (const version of operation.versions) {
      const methods = (paths[`/payout/${version}${operation.path}`] ??= {});
      methods[operation.method.toLowerCase()] = describe(operation, version);
    }
  }
  return paths;
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
  RequestId: {
    description: "The request ID: yours if you sent one, otherwise ours.",
    schema: { type: "string" },
  },
  RateLimitLimit: { description: "Calls per minute.", schema: whole },
  RateLimitRemaining: { description: "Calls left in this minute.", schema: whole },
  RateLimitReset: { description: "Seconds until the current minute ends.", schema: whole },
  RetryAfter: { description: "Seconds to wait before you call again.", schema: whole },
};

const header = (name: keyof typeof headers): Json => ({ $ref: `#/components/headers/${name}` });

function describe(operation: Operation, version: Version): Json {
  const { name, tag, summary, description, body, file, access } = operation;
  return {
    operationId: version === "v1" ? name : `${name}_${version.replace(".", "_")}`,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(access === "open" ? { security: [] } : {}),
    parameters: [
      ...parameters(operation.pathFields, "path", version),
      ...parameters(operation.query, "query", version),
      ...parameters(operation.headers, "header", version),
      ...(takesKey(operation) ? [IDEMPOTENCY_KEY] : []),
      REQUEST_ID,
    ],
    ...(body === undefined ? {} : { requestBody: describeBody(operation, body, version) }),
    ...(file === undefined
      ? {}
      : { requestBody: { required: true, content: describeFiles(file.mediaTypes) } }),
    responses: describeResponses(operation, version),
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: keySchema,
  description: KEY_DESCRIPTION,
};

const REQUEST_ID = {
  name: "X-Request-Id",
  in: "header",
  required: false,
  schema: { type: "string", maxLength: 100 },
  description: "Returned in the response.",
};

const isKnown = (field: FieldShape, version: Version): boolean => field.versions?.includes(version) ?? true;

const schemaOf = ({ schema }: FieldShape, version: Version): JsonSchema =>
  typeof schema === "function" ? schema(version) : schema;

function parameters(fields: FieldShapes | undefined, place: string, version: Version): Json[] {
  return Object.entries(fields ?? {})
    .filter(([, field]) => isKnown(field, version))
    .map(([name, field]) => ({
      name,
      in: place,
      required: field.required ?? false,
      schema: schemaOf(field, version),
    }));
}

function describeBody({ bodyExample }: Operation, body: FieldShapes, version: Version): Json {
  const known = Object.entries(body).filter(([, field]) => isKnown(field, version));
  const schema = {
    type: "object",
    properties: Object.fromEntries(known.map(([name, field]) => [name, schemaOf(field, version)])),
    required: known.filter(([, field]) => field.required).map(([name]) => name),
  };
  const example = bodyExample === undefined ? {} : { example: bodyExample(version) };
  return { required: true, content: { "application/json": { schema, ...example } } };
}

const describeFiles = (mediaTypes: readonly string[]): Json =>
  Object.fromEntries(mediaTypes.map((type) => [type, {}]));

/** Describes the answers by HTTP status, each literal as a named example. */
function describeResponses(operation: Operation, version: Version): Json {
  const answers = gatherAnswers(answersOf(operation, version)).map(
    ({ names, answer }) => [names[0]!, answer] as const,
  );
  const byStatus = Map.groupBy(answers, ([, answer]) => answer.httpStatus);
  const { downloads } = operation;
  const file = { description: "The file", content: describeFiles(downloads ?? []) };
  return Object.fromEntries<Json>([
    ...(downloads === undefined ? [] : [["200", file] as const]),
    ...[...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, said]) => [String(status), describeResponse(operation, status, said)] as const),
  ]);
}

function describeResponse(
  operation: Operation,
  status: number,
  said: readonly (readonly [string, Answer])[],
): Json {
  const { data, beside, access } = operation;
  const withData = data !== undefined && said.some(([name]) => name in data.examples);
  const withMore = beside !== undefined && said.some(([name]) => name in beside.examples);
  const envelope = { $ref: "#/components/schemas/Envelope" };
  return {
    description: STATUS_CODES[status] ?? "",
    headers: {
      "X-Request-Id": header("RequestId"),
      ...(access === "token" ? RATE_HEADERS : {}),
      ...(status === 429 ? { "Retry-After": header("RetryAfter") } : {}),
    },
    content: {
      "application/json": {
        schema:
          withData || withMore
            ? {
                allOf: [
                  envelope,
                  ...(withMore ? [beside.schema] : []),
                  ...(withData ? [{ properties: { data: data.schema } }] : []),
                ],
              }
            : envelope,
        examples: Object.fromEntries(
          said.map(([name, answer]) => [name, { value: exampleOf(operation, name, answer) }]),
        ),
      },
    },
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
  reason: "Row 3, amount: The cell holds a formula.",
  field: "cvv",
  reference: "10023",
  account: "026291800001191",
  first: "POST /payout/v1/directTransfer, transferId inv_7781, request id 01a2026c, 2026-11-26T12:44:13.552Z",
};

function exampleOf({ data, beside }: Operation, name: string, { status, subCode, message }: Answer): Json {
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
