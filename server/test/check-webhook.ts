/** Checks the bodies of webhooks that tests receive against the published JSON Schema of events. */
import assert from "node:assert/strict";
import { Compile, type Validator } from "typebox/compile";
import { buildEventSchemas } from "#api";

const { $defs } = buildEventSchemas() as { $defs: Readonly<Record<string, object>> };
const validators = new Map<string, Validator>();

/** The ends of the names of schemas, by the keys that only such a body has. */
const ENDINGS = { signature: "Event", timestamp: "StandardEvent", event_time: "V2Event" };

/** Lists what is wrong with a body by its event's schema. A probe without meaning has none. */
export function checkWebhook(body: Readonly<Record<string, unknown>>): string[] {
  const event = String(body["event"] ?? body["type"]);
  if (event === "TEST") return [];
  const [, ending] = Object.entries(ENDINGS).find(([key]) => key in body) ?? [];
  assert.ok(ending !== undefined, `the body of ${event} has no known format`);
  const words = event.split("_").map((word) => word.slice(0, 1) + word.slice(1).toLowerCase());
  const name = words.join("") + ending;
  const schema = $defs[name];
  if (schema === undefined) return [`there is no schema ${name}`];
  const validator = validators.get(name) ?? Compile(schema);
  validators.set(name, validator);
  return [...validator.Errors(body)].map(({ instancePath, message }) => `${name} ${instancePath} ${message}`);
}
