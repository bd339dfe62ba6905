/** Operator commands for a merchant's webhooks: endpoints, their keys, deliveries and replays. */
import type { Command } from "commander";
import type { Context } from "#lib/context";
import { readTransfers, TransferError } from "#transfers";
import { FORMATS, listDeliveries, listEndpoints, listTriesOf, replayDelivery, replayEvents } from "#webhooks";
import { mark, merchantCommand, operationCommand, optional, usually } from "./define-command.ts";
import { readId, readMoment, readTypes, readWhole, readWord } from "./option-values.ts";

const FORMAT_WORDS = FORMATS.join(", ");
const ENDPOINT = { endpointId: "--endpoint <id>" };
const ONLY_ENDPOINT = optional("--endpoint <id>", "only this endpoint", readId);
const STATUSES = ["pending", "delivered", "dead"] as const;

/** Adds the operator's commands for webhooks to the command line. */
export function addWebhooks(program: Command): void {
  addEndpoints(program);
  addSwitches(program);
  addDeliveries(program);
}

const format = (says: string) =>
  usually(optional("--format <format>", says, readWord(FORMATS)), "classic_form");

function addEndpoints(program: Command): void {
  operationCommand(program, "addWebhookEndpoint", {
    name: "add-webhook",
    says: "add a webhook endpoint; its Standard Webhooks secret is shown only once",
    options: {
      url: "--url <url>",
      format: format(FORMAT_WORDS),
      eventTypes: optional(
        "--events <types>",
        "only these events, separated by commas; default: all events of the format",
        readTypes,
      ),
    },
  });
  merchantCommand(program, {
    name: "list-webhooks",
    says: "list webhook endpoints; for disabled ones with reason and time",
    run: listEndpoints,
  });
  operationCommand(program, "testWebhook", {
    name: "test-webhook",
    says: "send a signed TEST event and show the response; nothing is recorded",
    options: {
      endpointId: optional("--endpoint <id>", "an existing endpoint"),
      url: optional("--url <url>", "or a URL that is not registered yet"),
      format: format(`with --url: ${FORMAT_WORDS}`),
    },
    faultOf: ({ endpointId, url }) =>
      (endpointId === undefined) === (url === undefined) ? "use either --endpoint or --url" : null,
  });
}

function addSwitches(program: Command): void {
  operationCommand(program, "changeWebhookEndpoint", {
    name: "enable-webhook",
    says: "re-enable a disabled endpoint; use replay-webhooks for the events it missed since disabledAt",
    options: ENDPOINT,
    toInput: (_ctx, _merchantId, given) => ({ ...given, enabled: true }),
    print: (_ctx, _merchantId, enabled: object, { endpointId }) => ({
      endpointId,
      status: "enabled",
      ...enabled,
    }),
  });
  operationCommand(program, "changeWebhookEndpoint", {
    name: "disable-webhook",
    says: "disable an endpoint until it is re-enabled",
    options: ENDPOINT,
    toInput: (_ctx, _merchantId, given) => ({ ...given, enabled: false }),
    print: (_ctx, _merchantId, _changed, { endpointId }) => ({ endpointId, status: "disabled" }),
  });
  operationCommand(program, "removeWebhookEndpoint", {
    name: "remove-webhook",
    says: "remove an endpoint permanently; its deliveries stay listed",
    options: ENDPOINT,
    print: (_ctx, _merchantId, removed: object) => ({ ...removed, status: "removed" }),
  });
  operationCommand(program, "rotateWebhookSecret", {
    name: "rotate-webhook-secret",
    says: "rotate the Standard Webhooks secret of an endpoint; the new one is shown only once",
    options: {
      ...ENDPOINT,
      overlapHours: usually<unknown>(
        optional("--overlap <hours>", "how long the old secret signs as well; 0 if it has leaked"),
        24,
      ),
    },
  });
}

function addDeliveries(program: Command): void {
  merchantCommand(program, {
    name: "list-deliveries",
    says: "list webhook deliveries with every recorded attempt, newest first",
    options: {
      endpointId: ONLY_ENDPOINT,
      status: optional("--status <status>", "pending, delivered or dead", readWord(STATUSES)),
      transfer: optional("--transfer <transferId>", "only of this transfer, by the merchant's own ID"),
      before: optional("--before <deliveryId>", "the last delivery of the previous page", readId),
      limit: usually(optional("--limit <number>", "at most 100", readWhole(1, 100)), 50),
    },
    run: async (ctx, merchantId, { transfer, by: _operator, ...filter }) => {
      const subject =
        transfer === undefined ? {} : { subjectId: await findTransfer(ctx, merchantId, transfer) };
      const deliveries = await listDeliveries(ctx, merchantId, { ...filter, ...subject });
      const ids = deliveries.map(({ deliveryId }) => deliveryId);
      const tries = await listTriesOf(ctx, merchantId, ids);
      return deliveries.map((delivery) => ({ ...delivery, log: tries.get(delivery.deliveryId) ?? [] }));
    },
  });
  merchantCommand(program, {
    name: "replay-webhooks",
    says: "replay events with the same webhook IDs: those of a period, or one delivery",
    options: {
      from: optional("--from <moment>", "start of the period, e.g. 2026-11-21T10:00:00+05:30", readMoment),
      to: optional("--to <moment>", "end of the period, not included", readMoment),
      types: optional("--events <types>", "only these events, separated by commas", readTypes),
      endpointId: ONLY_ENDPOINT,
      undeliveredOnly: mark("--undelivered-only", "only events that an endpoint never received"),
      deliveryId: optional("--delivery <id>", "only this delivery, instead of a period", readId),
    },
    faultOf: findReplayFault,
    run: async (ctx, merchantId, { deliveryId, from, to, by, ...filter }) => {
      if (deliveryId === undefined)
        return replayEvents(ctx, merchantId, { undeliveredOnly: false, ...filter, from: from!, to: to!, by });
      await replayDelivery(ctx, merchantId, { deliveryId, by });
      return { replayed: 1 };
    },
  });
}

async function findTransfer(ctx: Context, merchantId: string, transferKey: string): Promise<string> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  if (transfer === undefined) throw TransferError.not_found({ transferKey });
  return transfer.transferId;
}

/** A delivery is given alone; otherwise both ends of the period are given. */
function findReplayFault({ deliveryId, ...period }: Readonly<Record<string, unknown>>): string | null {
  const others = Object.keys(period).filter((name) => name !== "merchant");
  if (deliveryId === undefined)
    return period["from"] && period["to"] ? null : "use either --from and --to, or --delivery";
  return others.length === 0
    ? null
    : `--delivery cannot be used together with ${others.map(flagOf).join(", ")}`;
}

const FLAGS: Readonly<Record<string, string>> = {
  types: "--events",
  endpointId: "--endpoint",
  undeliveredOnly: "--undelivered-only",
};
const flagOf = (name: string): string => FLAGS[name] ?? `--${name}`;
