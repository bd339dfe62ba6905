import { recordAudit } from "#audit";
import { describeRefusal, quickOrderFields, quickOrderRefusals, readQuickOrder, stateOf } from "#dashboard";
import { fieldsOf, readInput, Refusal } from "#http";
import { acceptGuarded, type Acceptance, type TransferOrder } from "#transfers";
import { sayFault } from "./read-tools.ts";
import { type ToolCall, type McpSession, type Tool, ToolRefusal } from "./tool.ts";

/** The most transfers that an assistant can draft in one call. */
export const DRAFTS_MAX = 50;

const { processOn: _now, ...fields } = quickOrderFields;

/** The only tool that writes: its transfers stay drafts until a member approves them on the dashboard. */
export const draftTransfers: Tool = {
  name: "draft_transfers",
  title: "Draft transfers that a person must approve",
  description:
    `Drafts 1 to ${DRAFTS_MAX} transfers. Nothing is paid: each waits until a member approves it in the dashboard, ` +
    "regardless of its amount. The same transferKey is always the same draft. Pay a listed beneficiary by beneId, " +
    "or give name with accountNumber and ifsc, or vpa. Amounts are rupees as text.",
  inputSchema: {
    type: "object",
    properties: {
      transfers: { type: "array", minItems: 1, maxItems: DRAFTS_MAX, items: schemaOfOne() },
    },
    required: ["transfers"],
    additionalProperties: false,
  },
  readOnly: false,
  call: draft,
};

function schemaOfOne(): ToolCall {
  const all = [...fieldsOf(fields)];
  return {
    type: "object",
    properties: Object.fromEntries(all.map(([name, { rule }]) => [name, rule.schema])),
    required: all.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

async function draft({ ctx, caller }: McpSession, { transfers, ...others }: ToolCall): Promise<unknown> {
  const [stray] = Object.keys(others);
  if (stray !== undefined) throw new ToolRefusal(`${stray.slice(0, 40)}: There is no such field.`);
  if (!Array.isArray(transfers) || transfers.length === 0 || transfers.length > DRAFTS_MAX)
    throw new ToolRefusal(`transfers: It is a list of 1 to ${DRAFTS_MAX} transfers.`);
  if (!caller.settings.payoutsEnabled) throw new ToolRefusal("Payouts are switched off for this merchant.");
  const maker = `api-key:${caller.clientId}` as const;
  const orders = transfers.map((one: unknown, index): TransferOrder => {
    const order = readOrder(one, `transfers[${index}]`);
    return { ...order, drafted: "draft of an assistant", createdBy: { maker, creator: "api" } };
  });
  const acceptances = await acceptGuarded(ctx, caller.merchantId, {
    orders,
    conclude: (tx, said) =>
      recordAudit(
        tx,
        said.flatMap((one) =>
          one.kind === "accepted"
            ? [
                {
                  actor: maker,
                  action: "mcp.drafted",
                  subject: `transfer:${one.transfer.transferId}`,
                  detail: {},
                },
              ]
            : [],
        ),
      ),
  });
  return {
    transfers: acceptances.map((one, index) => ({ transferKey: orders[index]!.transferKey, ...say(one) })),
  };
}

/** Reads an order. Throws ToolRefusal, which names the faulty field. */
function readOrder(given: unknown, place: string): ReturnType<typeof readQuickOrder> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ToolRefusal(`${place}: It is a transfer with its fields.`);
  const input = readInput(fields, given as ToolCall, { place: "body" });
  if ("faults" in input) throw new ToolRefusal(`${place}.${input.faults.map(sayFault).join(" ")}`);
  try {
    return readQuickOrder({ ...input.values, processOn: undefined });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = quickOrderRefusals[error.code as keyof typeof quickOrderRefusals];
    const says = error.facts.details?.["says"];
    throw new ToolRefusal(`${place}.${error.facts.field}: ${typeof says === "string" ? says : message}`);
  }
}

function say(acceptance: Acceptance): object {
  switch (acceptance.kind) {
    case "accepted":
      return { drafted: true, transfer: stateOf(acceptance.transfer) };
    case "repeated":
      return acceptance.sameContent
        ? {
            drafted: false,
            because: "It was drafted or ordered before.",
            transfer: stateOf(acceptance.transfer),
          }
        : { drafted: false, because: "This transferKey belongs to another transfer. Choose another." };
    case "refused":
      return { drafted: false, because: describeRefusal(acceptance.code, acceptance.details).message };
    case "rejected":
    case "failed":
      return { drafted: false, because: describeRefusal(acceptance.code).message };
    default:
      return acceptance satisfies never;
  }
}
