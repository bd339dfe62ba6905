/** Tools that read: each is an operation of the dashboard. */
import { operations, type DashboardOperation } from "#dashboard";
import { type Fault, fieldsOf, type InputShape, isDownload, readInput, Refusal, writeOutput } from "#http";
import { VitaranError } from "#lib/errors";
import { type ToolCall, type McpSession, type Tool, ToolRefusal } from "./tool.ts";

/** Names of tools, with the operations behind them. All of them only read, and mask secrets. */
const READS: Readonly<Record<string, string>> = {
  get_balances: "listFundSources",
  search_transfers: "listTransfers",
  get_transfer_story: "getTransferStory",
  list_beneficiaries: "listBeneficiaries",
  list_batches: "listBatches",
  list_batch_rows: "listBatchRows",
  list_statement: "listStatement",
  list_reports: "listReports",
  list_webhook_deliveries: "listWebhookDeliveries",
};

/** The tools that every assistant has. */
export const readTools: readonly Tool[] = Object.entries(READS).map(([name, operation]) =>
  toolOf(
    name,
    operations.find((one) => one.name === operation)!,
  ),
);

function toolOf(name: string, operation: DashboardOperation): Tool {
  const { merchantId: _ours, ...pathFields } = operation.pathFields;
  const shape: InputShape = { ...pathFields, ...operation.query };
  return {
    name,
    title: operation.summary,
    description: [operation.summary, operation.description].filter(Boolean).join(". "),
    inputSchema: schemaOf(shape),
    readOnly: true,
    call: (session, given) => read(session, { operation, shape, given }),
  };
}

function schemaOf(shape: InputShape): ToolCall {
  const fields = [...fieldsOf(shape)];
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, { rule }]) => [name, rule.schema])),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

interface Reading {
  readonly operation: DashboardOperation;
  readonly shape: InputShape;
  readonly given: ToolCall;
}

/** These cover all fund sources at once, so keys that are limited to some cannot call them. */
const OF_ALL_SOURCES: ReadonlySet<string> = new Set(["listWebhookDeliveries"]);

async function read({ ctx, caller }: McpSession, { operation, shape, given }: Reading): Promise<unknown> {
  if (caller.fundSourceIds !== null && OF_ALL_SOURCES.has(operation.name))
    throw new ToolRefusal(
      `The API keys may use ${caller.fundSourceIds.join(", ")} only; this tool covers all of them.`,
    );
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toText(value)]));
  const input = readInput(shape, fields, { place: "text" });
  if ("faults" in input) throw new ToolRefusal(input.faults.map(sayFault).join(" "));
  try {
    const { merchantId, mode, fundSourceIds } = caller;
    const output = await operation.read!({
      ...{ ctx, merchantId, mode, fundSourceIds, mayReveal: false },
      input: input.values,
    });
    if (isDownload(operation.output)) throw new Error(`${operation.name} answers a file`);
    return JSON.parse(writeOutput(operation.output, output).text) as unknown;
  } catch (error) {
    const code = error instanceof VitaranError || error instanceof Refusal ? error.code : "";
    const refusal = operation.refusals[code];
    throw refusal === undefined ? error : new ToolRefusal(refusal.message);
  }
}

/** Query rules expect text, as in a URL. */
function toText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(",") : value;
}

/** Writes a fault as a sentence that begins with its field. */
export const sayFault = ({ field, message }: Fault): string => `${field}: ${message}`;
