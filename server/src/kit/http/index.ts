/** The HTTP interface: operations are declared once; envelopes and identities are plugged in. */
export { capConnections } from "./cap-connections.ts";
export { giveWay, findKnownCaller, noteCaller } from "./give-way.ts";
export { limitFlights } from "./in-flight.ts";
export { guardBodies } from "./guard-bodies.ts";
export { mountOperations, toRefusal } from "./mount.ts";
export {
  declareOperation,
  isDownload,
  takesKey,
  type Call,
  type Download,
  type Method,
  type Mountable,
  type Operation,
  type OperationToDeclare,
  type RefusalShape,
} from "./operation.ts";
export { type Fault, type Fields, type InputManner, readInput } from "./read-input.ts";
export { Refusal, type AskedOperation, type Surface } from "./surface.ts";
export {
  type InputEntry,
  type Field,
  fieldsOf,
  type Group,
  hidden,
  type InputShape,
  isGroup,
  missingAs,
  optional,
  type Problem,
  type Reading,
  refusing,
  type FieldRule,
  together,
  type ValueOf,
  type Values,
  withDefault,
} from "./rule.ts";
export {
  ifAny,
  listOfShown,
  outputOf,
  partOf,
  shown,
  type JsonSchema,
  type Output,
  type ShownField,
  writeOutput,
} from "./output.ts";
export { amount, day, flag, id, listOf, moment, object, oneOf, schemaOf, shaped, whole } from "./rules.ts";
export { anything, asGiven, asText, readingRule, TOLERANT } from "./tolerant-rules.ts";
export { type CardManner, prose, readUnlessCard, searchTerm, secretText, text } from "./text-rules.ts";
export { type LengthSchema, makeLengthTest, makeShorten, type Shorten } from "./shorten.ts";
export {
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
  type Document,
  writeOpenApi,
} from "./write-openapi.ts";
