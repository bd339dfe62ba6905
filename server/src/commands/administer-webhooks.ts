/** Operator commands for a merchant's webhooks: endpoints, their keys, deliveries and replays. */
import type { Command } from "commander";
import type { Context } from "#lib/context";
import { readTransfers, TransferError } from "#transfers";
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  FORMATS,
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
import { OptionError, readId, readMoment, readTypes, readWhole, readWord } from "./option-values.ts";
import { printFor } from "./print-result.ts";

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

/** Adds the operator's commands for webhooks to the command line. */
export function addWebhooks(program: Command): void {
  addEndpoints(program);
  addSwitches(program);
  addDeliveries(program);
}

function addEndpoints(program: Command): void {
  describe(program, "add-webhook", "add a webhook endpoint; its Standard Webhooks secret is shown only once")
    .requiredOption("--url <url>")
    .option("--format <format>", FORMAT_WORDS, readWord(FORMATS), "classic_form")
    .option(
      "--events <types>",
      "only these events, separated by commas; default: all events of the format",
      readTypes,
    )
    .action(({ merchant, url, format, events }: ToAdd) =>
      printFor(merchant, (ctx) => addEndpoint(ctx, merchant, { url, format, eventTypes: events ?? null })),
    );
  describe(program, "list-webhooks", "list webhook endpoints; for disabled ones with reason and time").action(
    ({ merchant }: OfMerchant) => printFor(merchant, (ctx) => listEndpoints(ctx, merchant)),
  );
  const test = describe(
    program,
    "test-webhook",
    "send a signed TEST event and show the response; nothing is recorded",
  )
    .option("--endpoint <id>", "an existing endpoint", readId)
    .option("--url <url>", "or a URL that is not registered yet")
    .option("--format <format>", `with --url: ${FORMAT_WORDS}`, readWord(FORMATS), "classic_form")
    .action(async ({ merchant, endpoint, url, format }: ToTest) => {
      if ((endpoint === undefined) === (url === undefined))
        test.error("error: use either --endpoint or --url");
      const target = url === undefined ? { endpointId: endpoint! } : { url, format };
      await printFor(merchant, (ctx) => sendTestEvent(ctx, merchant, target));
    });
}

function addSwitches(program: Command): void {
  describe(
    program,
    "enable-webhook",
    "re-enable a disabled endpoint; use replay-webhooks for the events it missed since disabledAt",
  )
    .requiredOption("--endpoint <id>", "", readId)
    .action(({ merchant, endpoint }: OfEndpoint) =>
      printFor(merchant, async (ctx) => ({
        endpointId: endpoint,
        status: "enabled",
        ...(await enableEndpoint(ctx, merchant, { endpointId: endpoint })),
      })),
    );
  for (const [name, verb, status, description] of [
    ["disable-webhook", disableEndpoint, "disabled", "disable an endpoint until it is re-enabled"],
    [
      "remove-webhook",
      removeEndpoint,
      "removed",
      "remove an endpoint permanently; its deliveries stay listed",
    ],
  ] as const)
    describe(program, name, description)
      .requiredOption("--endpoint <id>", "", readId)
      .action(({ merchant, endpoint }: OfEndpoint) =>
        printFor(merchant, async (ctx) => {
          await verb(ctx, merchant, { endpointId: endpoint });
          return { endpointId: endpoint, status };
        }),
      );
  describe(
    program,
    "rotate-webhook-secret",
    "rotate the Standard Webhooks secret of an endpoint; the new one is shown only once",
  )
    .requiredOption("--endpoint <id>", "", readId)
    .option(
      "--overlap <hours>",
      "how long the old secret signs as well; 0 if it has leaked",
      readWhole(0, OVERLAP_MAX_HOURS),
      24,
    )
    .action(({ merchant, endpoint, overlap }: OfEndpoint & { readonly overlap: number }) =>
      printFor(merchant, (ctx) =>
        rotateSecret(ctx, merchant, { endpointId: endpoint, overlapHours: overlap }),
      ),
    );
}

function addDeliveries(program: Command): void {
  describe(program, "list-deliveries", "list webhook deliveries with every recorded attempt, newest first")
    .option("--endpoint <id>", "only this endpoint", readId)
    .option("--status <status>", "pending, delivered or dead", readWord(["pending", "delivered", "dead"]))
    .option("--transfer <transferId>", "only of this transfer, by the merchant's own ID")
    .option("--before <deliveryId>", "the last delivery of the previous page", readId)
    .option("--limit <number>", "at most 100", readWhole(1, 100), 50)
    .action((options: ToList) => printFor(options.merchant, (ctx) => readDeliveries(ctx, options)));
  describe(
    program,
    "replay-webhooks",
    "replay events with the same webhook IDs: those of a period, or one delivery",
  )
    .option("--from <moment>", "start of the period, e.g. 2026-11-21T10:00:00+05:30", readMoment)
    .option("--to <moment>", "end of the period, not included", readMoment)
    .option("--events <types>", "only these events, separated by commas", readTypes)
    .option("--endpoint <id>", "only this endpoint", readId)
    .option("--undelivered-only", "only events that an endpoint never received")
    .option("--delivery <id>", "only this delivery, instead of a period", readId)
    .action((options: ToReplay) => {
      checkReplay(options);
      return printFor(options.merchant, (ctx) => replayAgain(ctx, options));
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

/** Checks that a delivery is given alone, and otherwise both ends of the time. Throws OptionError. */
function checkReplay({ delivery, from, to, events, endpoint, undeliveredOnly }: ToReplay): void {
  const others = { "--from": from, "--to": to, "--events": events, "--endpoint": endpoint };
  const besides = Object.entries({ ...others, "--undelivered-only": undeliveredOnly }).flatMap(
    ([name, value]) => (value === undefined ? [] : [name]),
  );
  if (delivery !== undefined && besides.length > 0) {
    throw new OptionError(`--delivery cannot be used together with ${besides.join(", ")}`);
  }
  if (delivery === undefined && (from === undefined || to === undefined)) {
    throw new OptionError("use either --from and --to, or --delivery");
  }
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
