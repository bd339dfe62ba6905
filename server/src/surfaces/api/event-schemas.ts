/** The JSON Schemas of webhooks: the body of each event in each format. */
import type { Json, JsonSchema } from "#http";
import { EVENT_TYPES, type EventType, V2_TYPES } from "#webhooks";
import { transferSchema } from "./v2/schemas.ts";

const INDIAN_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$";
const UTC_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$";

const text = (description: string): JsonSchema => ({ type: "string", description });
const amount = (description: string): JsonSchema => ({
  type: "string",
  pattern: "^-?[0-9]+\\.[0-9]{2}$",
  description,
});
const choice = (...values: string[]): JsonSchema => ({ type: "string", enum: values });
const indianTime = { type: "string", pattern: INDIAN_TIME, description: "Indian time." };
/** A time that is not known yet is an empty text. */
const laterTime = {
  type: "string",
  pattern: `${INDIAN_TIME}|^$`,
  description: "Indian time; empty if it is not known.",
};

/** Every field of the classic formats. All of them are text. */
const FIELDS: Readonly<Record<FieldName, JsonSchema>> = {
  transferId: text("Your ID of the transfer."),
  referenceId: { type: "string", pattern: "^[0-9]*$", description: "Our ID." },
  batchTransferId: text("Your ID of the batch."),
  acknowledged: {
    ...choice("0", "1"),
    description: "1 once the beneficiary's bank has credited the money.",
  },
  eventTime: indianTime,
  utr: text("The bank's reference."),
  reason: text("The code of the reason; empty if there is none."),
  approvedBy: text("Who gave the last approval."),
  approvedAt: indianTime,
  ledgerBalance: amount("The balance after the credit, in rupees."),
  amount: amount("The credit in rupees."),
  currentBalance: amount("The balance in rupees."),
  alertTime: indianTime,
  beneEntity: text("What has the incident, such as a bank."),
  id: text("The ID of the incident."),
  mode: text("The payment mode that is affected."),
  startedAt: indianTime,
  status: choice("ACTIVE", "RESOLVED"),
  isScheduled: choice("true", "false"),
  severity: choice("LOW", "HIGH"),
  entityName: text("The name of the bank or of the UPI handle."),
  entityCode: text("The code of the bank or the UPI handle."),
  resolvedAt: laterTime,
  bankId: text("The ID of our bank."),
  bankName: text("The name of our bank."),
  incidentType: text("The kind of incident."),
  endsAt: laterTime,
  cashgramid: text("Your ID of the Flowgram."),
};

type FieldName = (typeof EVENT_TYPES)[EventType]["fields"][number];

const object = (properties: Readonly<Record<string, unknown>>, required = Object.keys(properties)): Json => ({
  type: "object",
  properties,
  required,
});

const fieldsOf = (type: EventType): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(EVENT_TYPES[type].fields.map((field) => [field, FIELDS[field]]));

const event = (type: EventType): Json => ({ type: "string", enum: [type] });

/** The body of `classic_form` and `classic_json`: the fields themselves, and a signature. */
const classicBody = (type: EventType): Json =>
  object({ event: event(type), ...fieldsOf(type), signature: text("As described under Webhooks.") });

/** The body of `standard`. */
const standardBody = (type: EventType): Json =>
  object({
    type: event(type),
    timestamp: { type: "string", format: "date-time" },
    seq: { type: "integer", minimum: 1, description: "Position among the events of the same subject." },
    data: object(fieldsOf(type)),
  });

const v2Time = { type: "string", pattern: UTC_TIME };
const v2Later = { type: "string", pattern: `${UTC_TIME}|^$` };
const V2_WORDS: Readonly<Record<string, JsonSchema>> = {
  number: { type: "number" },
  flag: { type: "boolean" },
  time: v2Time,
  later: v2Later,
  text: { type: "string" },
};

/** The data of v2 events that are not about a transfer: the kind of each field. */
const V2_FIELDS: Readonly<Partial<Record<EventType, Readonly<Record<string, string>>>>> = {
  BULK_TRANSFER_REJECTED: {
    batch_transfer_id: "text",
    cf_batch_transfer_id: "text",
    status: "text",
    status_code: "text",
    status_description: "text",
  },
  CREDIT_CONFIRMATION: { ledger_balance: "number", amount: "number", utr: "text" },
  LOW_BALANCE_ALERT: { current_balance: "number", alert_time: "time" },
  BENEFICIARY_INCIDENT: {
    bene_entity: "text",
    id: "text",
    mode: "text",
    started_at: "time",
    status: "text",
    is_scheduled: "flag",
    severity: "text",
    entity_name: "text",
    entity_code: "text",
    resolved_at: "later",
  },
  FUND_SOURCE_INCIDENT: {
    id: "text",
    bank_id: "text",
    bank_name: "text",
    mode: "text",
    incident_type: "text",
    started_at: "time",
    ends_at: "later",
    status: "text",
    severity: "text",
    resolved_at: "later",
  },
};

function v2Body(type: EventType): Json {
  const fields = V2_FIELDS[type];
  const data =
    fields === undefined
      ? transferSchema
      : object(Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, V2_WORDS[kind]])));
  return object({ type: event(type), event_time: v2Time, data });
}

/** Writes the name of an event as the name of a type: `TransferSuccessEvent`. */
const typeName = (type: EventType, ending: string): string =>
  type
    .split("_")
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join("") + ending;

/** A body of webhooks with its name in the documents. */
interface NamedBody {
  readonly type: EventType;
  readonly name: string;
  readonly schema: Json;
}

const ALL = Object.keys(EVENT_TYPES) as EventType[];

const classicBodies = ALL.map((type): NamedBody => {
  return { type, name: typeName(type, "Event"), schema: classicBody(type) };
});
const standardBodies = ALL.map((type): NamedBody => {
  return { type, name: typeName(type, "StandardEvent"), schema: standardBody(type) };
});
const v2Bodies = V2_TYPES.map((type): NamedBody => {
  return { type, name: typeName(type, "V2Event"), schema: v2Body(type) };
});

const inSchemas = (bodies: readonly NamedBody[], under: string) => ({
  anyOf: bodies.map(({ name }) => ({ $ref: `#/${under}/${name}` })),
});

/** Builds the JSON Schema of all webhooks: what an endpoint of any format may get, except the event TEST. */
export function buildEventSchemas(): Json {
  const bodies = [...classicBodies, ...standardBodies, ...v2Bodies];
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Vitaran webhooks",
    description:
      "Names that end in Event are the fields of classic_form and the body of classic_json, StandardEvent the " +
      "body of standard, V2Event the body of v2. More fields may be added.",
    ...inSchemas(bodies, "$defs"),
    $defs: Object.fromEntries(bodies.map(({ name, schema }) => [name, schema])),
  };
}

/** The part of an OpenAPI document that describes webhooks. */
interface DescribedWebhooks {
  readonly webhooks: Json;
  readonly schemas: Readonly<Record<string, Json>>;
}

/** Describes the webhooks of an API: their bodies by media type, as they are sent to endpoints of its formats. */
export function describeWebhooks(api: "classic" | "v2"): DescribedWebhooks {
  const isV2 = api === "v2";
  const types = isV2 ? V2_TYPES : ALL;
  const bodies = isV2 ? v2Bodies : [...classicBodies, ...standardBodies];
  const refer = (type: EventType, among: readonly NamedBody[]): Json => ({
    $ref: `#/components/schemas/${among.find((one) => one.type === type)!.name}`,
  });
  const contentOf = (type: EventType): Json =>
    isV2
      ? { "application/json": { schema: refer(type, v2Bodies) } }
      : {
          "application/x-www-form-urlencoded": { schema: refer(type, classicBodies) },
          "application/json": {
            schema: { anyOf: [refer(type, classicBodies), refer(type, standardBodies)] },
          },
        };
  const webhooks = types.map((type) => [
    type,
    {
      post: {
        operationId: `receive${typeName(type, "")}`,
        tags: ["Webhooks"],
        summary: type,
        security: [],
        requestBody: { required: true, content: contentOf(type) },
        responses: { 200: { description: "You have stored the event." } },
      },
    },
  ]);
  return {
    webhooks: Object.fromEntries(webhooks) as Json,
    schemas: Object.fromEntries(bodies.map(({ name, schema }) => [name, schema])),
  };
}
