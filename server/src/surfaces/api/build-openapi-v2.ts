import { STATUS_CODES } from "node:http";
import { describeWebhooks } from "./event-schemas.ts";
import {
  API_VERSION,
  HEADERS,
  bodyRefusals,
  keyRefusals,
  callerRefusals,
  operationsV2,
  type OperationV2,
  publish,
  type V2Refusal,
} from "./v2/index.ts";
import {
  HEADERS_OF_ANSWERS,
  inJson,
  type Json,
  type JsonSchema,
  parameter,
  ref,
  requestBody,
  responsesByStatus,
  takesKey,
  writeDocument,
} from "#http";

/** Builds the OpenAPI 3.1 document of the v2 API: every operation, field, answer and refusal. */
export function buildOpenApiV2(): Json {
  const { webhooks, schemas: events } = describeWebhooks("v2");
  return writeDocument(
    {
      title: "Vitaran merchant API, v2",
      version: API_VERSION,
      description: DESCRIPTION,
      serverPath: "/payout",
      tags: ["Transfers", "Batches", "Beneficiaries", "Webhooks"],
      security: [{ clientId: [], clientSecret: [] }],
      components: { securitySchemes, schemas: { ...schemas, ...events }, headers },
      webhooks,
    },
    operationsV2.map((operation) => ({
      path: operation.path,
      method: operation.method,
      content: describe(operation),
    })),
  );
}

const DESCRIPTION =
  "The same engine as the classic API, in the terms of the v2 contract. Send the client ID and secret with " +
  "each request. HTTP statuses are real; an error has `type`, `code` (which names the field) and `message`. " +
  "IDs are strings, amounts are numbers, times are ISO 8601 in UTC, and no field is null.";

const securitySchemes = {
  clientId: { type: "apiKey", in: "header", name: "x-client-id" },
  clientSecret: { type: "apiKey", in: "header", name: "x-client-secret" },
};

const schemas = {
  Error: {
    type: "object",
    properties: {
      type: { type: "string", enum: ["invalid_request_error", "authentication_error", "api_error"] },
      code: { type: "string" },
      message: { type: "string" },
    },
    required: ["type", "code", "message"],
  },
};

const headers = {
  ...HEADERS_OF_ANSWERS,
  ApiVersion: { description: "The version that responds.", schema: { type: "string" } },
  RateLimitRetry: {
    description: "Seconds to wait before you call again; 0 within the limit.",
    schema: { type: "integer", minimum: 0 },
  },
};

const header = (name: keyof typeof headers): Json => ref("headers", name);

const ANSWER_HEADERS = {
  "x-api-version": header("ApiVersion"),
  "x-request-id": header("RequestId"),
  "x-ratelimit-limit": header("RateLimitLimit"),
  "x-ratelimit-remaining": header("RateLimitRemaining"),
  "x-ratelimit-retry": header("RateLimitRetry"),
};

function describe(operation: OperationV2): Json {
  const { name, tag, summary, description, query, body, bodyExample: example } = operation;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...Object.entries(publish(query)["properties"] as Record<string, JsonSchema>).map(([field, schema]) =>
        parameter(field, "query", schema),
      ),
      parameter("x-api-version", "header", HEADERS["x-api-version"]),
      parameter("x-request-id", "header", { type: "string", maxLength: 100 }),
      parameter("x-cf-signature", "header", HEADERS["x-cf-signature"]),
      ...(takesKey(operation)
        ? [parameter("x-idempotency-key", "header", HEADERS["x-idempotency-key"])]
        : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(inJson(publish(body), { example })) }),
    responses: describeResponses(operation),
  };
}

/** Lists all refusals of an operation, including those of every call; each code and message once. */
export function refusalsOf(operation: OperationV2): V2Refusal[] {
  const all = [
    ...operation.publishedRefusals,
    ...(operation.body === undefined ? [] : Object.values(bodyRefusals)),
    ...(takesKey(operation) ? Object.values(keyRefusals) : []),
    ...Object.values(callerRefusals),
  ];
  return [...new Map(all.map((one) => [`${one.httpStatus} ${one.code} ${one.message}`, one])).values()];
}

function describeResponses(operation: OperationV2): Json {
  const { httpStatus, schema, example } = operation.success;
  return {
    [String(httpStatus)]: {
      description: STATUS_CODES[httpStatus] ?? "",
      headers: ANSWER_HEADERS,
      content: inJson(schema, { example }),
    },
    ...responsesByStatus(refusalsOf(operation), (refusal) => refusal.httpStatus, describeRefusals),
  };
}

function describeRefusals(said: readonly V2Refusal[]): Json {
  const examples = said.map(({ type, code, message }, index) => {
    const isFirst = said.findIndex((one) => one.code === code) === index;
    return [isFirst ? code : `${code} ${index}`, { value: { type, code, message } }] as const;
  });
  return {
    headers: ANSWER_HEADERS,
    content: inJson(ref("schemas", "Error"), { examples: Object.fromEntries(examples) }),
  };
}
