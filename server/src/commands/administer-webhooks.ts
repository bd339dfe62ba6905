/** What an operator does about a merchant's webhooks: endpoints, their keys, what was sent, and sending it again. */
import { InvalidArgumentError, type Command } from "commander";
import type { Context } from "#lib/context";
import { readTransfers, TransferError } from "#transfers";
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  EVENT_TYPES,
  FORMATS,
  isEventType,
  listDeliveries,
  listEndpoints,
  listTriesOf,
  removeEndpoint,
  replayDelivery,
  replayEvents,
  rotateSecret,
  sendTestEvent,
  type EventType,
  type Format,
} from "#webhooks";
import { readId, readWhole, readWord } from "./option-values.ts";
import { print } from "./print-result.ts";

interface OfMerchant {
  readonly merchant: string;
}

interface OfEndpoint extends OfMerchant {
  readonly endpoint: string;
}

interface ToAdd extends OfMerchant {
  readonly url: string;
  readonly format: Format;
  readonly events?: EventType[];
}

interface ToTest extends OfMerchant {
  readonly endpoint?: string;
  readonly url?: string;
  readonly format: Format;
}

interface ToList extends OfMerchant {
  readonly endpoint?: string;
  readonly status?: "pending" | "delivered" | "dead";
  readonly transfer?: string;
  readonly before?: string;
  readonly limit: number;
}

interface ToReplay extends OfMerchant {
  readonly delivery?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly events?: EventType[];
  readonly endpoint?: string;
  readonly undeliveredOnly?: true;
}

const FORMAT_WORDS = FORMATS.join(", ");
const OVERLAP_MAX_HOURS = 168;

/** Adds the operator's commands about webhooks to the command line. */
export function addWebhooks(program: Command): void {
  addEndpoints(program);
  addSwitches(program);
  addDeliveries(program);
}

function addEndpoints(program: Command): void {
  describe(
    program,
    "add-webhook",
    "an address that receives the merchant's events; the Standard Webhooks secret is shown this once",
  )
    .requiredOption("--url <url>")
    .option("--format <format>", FORMAT_WORDS, readWord(FORMATS), "classic_form")
    .option("--events <types>", "only these, by commas; without it all that the format has", readTypes)
    .action(({ merchant, url, format, events }: ToAdd) =>
      print((ctx) => addEndpoint(ctx, merchant, { url, format, eventTypes: events ?? null })),
    );
  describe(
    program,
    "list-webhooks",
    "the merchant's endpoints; of a disabled one also why, and since when",
  ).action(({ merchant }: OfMerchant) => print((ctx) => listEndpoints(ctx, merchant)));
  const test = describe(
    program,
    "test-webhook",
    "sends a signed TEST event and shows the answer; nothing is recorded",
  )
    .option("--endpoint <id>", "one that is there", readId)
    .option("--url <url>", "or an address that is not added yet")
    .option("--format <format>", `with --url: ${FORMAT_WORDS}`, readWord(FORMATS), "classic_form")
    .action(async ({ merchant, endpoint, url, format }: ToTest) => {
      if ((endpoint === undefined) === (url === undefined))
        test.error("error: say either --endpoint or --url");
      const target = url === undefined ? { endpointId: endpoint! } : { url, format };
      await print((ctx) => sendTestEvent(ctx, merchant, target));
    });
}

function addSwitches(program: Command): void {
  describe(
    program,
    "enable-webhook",
    "lets a disabled endpoint receive again; replay-webhooks brings what it missed since disabledAt",
  )
    .requiredOption("--endpoint <id>", "", readId)
    .action(({ merchant, endpoint }: OfEndpoint) =>
      print(async (ctx) => ({
        endpointId: endpoint,
        status: "enabled",
        ...(await enableEndpoint(ctx, merchant, { endpointId: endpoint })),
      })),
    );
  for (const [name, verb, status, description] of [
    ["disable-webhook", disableEndpoint, "disabled", "stops an endpoint until it is enabled again"],
    ["remove-webhook", removeEndpoint, "removed", "removes an endpoint for good; its deliveries stay listed"],
  ] as const)
    describe(program, name, description)
      .requiredOption("--endpoint <id>", "", readId)
      .action(({ merchant, endpoint }: OfEndpoint) =>
        print(async (ctx) => {
          await verb(ctx, merchant, { endpointId: endpoint });
          return { endpointId: endpoint, status };
        }),
      );
  describe(program, "rotate-webhook-secret", "a new Standard Webhooks secret, shown this once")
    .requiredOption("--endpoint <id>", "", readId)
    .option(
      "--overlap <hours>",
      "how long the old one signs as well; 0 when it has leaked",
      readWhole(0, OVERLAP_MAX_HOURS),
      24,
    )
    .action(({ merchant, endpoint, overlap }: OfEndpoint & { readonly overlap: number }) =>
      print((ctx) => rotateSecret(ctx, merchant, { endpointId: endpoint, overlapHours: overlap })),
    );
}

function addDeliveries(program: Command): void {
  describe(program, "list-deliveries", "what was sent, the newest first, with every try that is on record")
    .option("--endpoint <id>", "only to this one", readId)
    .option("--status <status>", "pending, delivered or dead", readWord(["pending", "delivered", "dead"]))
    .option("--transfer <transferId>", "only of this one, by the merchant's own id of it")
    .option("--before <deliveryId>", "the last of the page before", readId)
    .option("--limit <number>", "at most 100", readWhole(1, 100), 50)
    .action((options: ToList) => print((ctx) => readDeliveries(ctx, options)));
  const replay = describe(
    program,
    "replay-webhooks",
    "sends events again under the same webhook ids: those of a time, or one delivery",
  )
    .option("--from <moment>", "from this moment on, e.g. 2026-11-21T10:00:00+05:30", readMoment)
    .option("--to <moment>", "and before this one", readMoment)
    .option("--events <types>", "only these, by commas", readTypes)
    .option("--endpoint <id>", "only to this one", readId)
    .option("--undelivered-only", "only what an endpoint never got")
    .option("--delivery <id>", "this one alone, instead of a time", readId)
    .action(async (options: ToReplay) => {
      const { delivery, from, to } = options;
      const isRange = from !== undefined && to !== undefined;
      if (isRange === (delivery !== undefined))
        replay.error("error: say either --from and --to, or --delivery");
      await print((ctx) => replayAgain(ctx, options));
    });
}

async function readDeliveries(ctx: Context, options: ToList): Promise<unknown> {
  const { merchant, transfer, endpoint, status, before, limit } = options;
  const subjectId = transfer === undefined ? undefined : await findTransfer(ctx, merchant, transfer);
  const deliveries = await listDeliveries(ctx, merchant, {
    limit,
    ...(endpoint === undefined ? {} : { endpointId: endpoint }),
    ...(status === undefined ? {} : { status }),
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(before === undefined ? {} : { before }),
  });
  const tries = await listTriesOf(
    ctx,
    merchant,
    deliveries.map(({ deliveryId }) => deliveryId),
  );
  return deliveries.map((delivery) => ({ ...delivery, log: tries.get(delivery.deliveryId) ?? [] }));
}

async function findTransfer(ctx: Context, merchantId: string, transferKey: string): Promise<string> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  if (transfer === undefined) throw TransferError.not_found({ transferKey });
  return transfer.transferId;
}

async function replayAgain(ctx: Context, options: ToReplay): Promise<unknown> {
  const { merchant, delivery, from, to, events, endpoint, undeliveredOnly = false } = options;
  if (delivery !== undefined) {
    await replayDelivery(ctx, merchant, { deliveryId: delivery });
    return { replayed: 1 };
  }
  return replayEvents(ctx, merchant, {
    from: from!,
    to: to!,
    undeliveredOnly,
    ...(events === undefined ? {} : { types: events }),
    ...(endpoint === undefined ? {} : { endpointId: endpoint }),
  });
}

function describe(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).requiredOption("--merchant <id>", "", readId);
}

function readTypes(text: string): EventType[] {
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`${unknown} is none of ${Object.keys(EVENT_TYPES).join(", ")}.`);
  }
  return types.filter(isEventType);
}

/** With a time zone: an operator's own is nobody else's. */
function readMoment(text: string): Date {
  const moment = new Date(text);
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError("It is no moment with a time zone, e.g. 2026-11-21T10:00:00+05:30.");
  }
  return moment;
}
