/** A sandbox merchant that may send webhooks to this computer, with receivers and a clock to move. */
import { after } from "node:test";
import { changeMerchant } from "#access";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { addEndpoint, publishEvents, type EventType, type Format, type NewEvent } from "#webhooks";
import { startReceiver, type ScriptedReceiver } from "./scripted-receiver.ts";

interface World {
  readonly ctx: Context;
  makeMerchant(): Promise<{ merchantId: string; clientSecret: string }>;
}

export interface Sender {
  readonly merchantId: string;
  readonly clientSecret: string;
  /** Adds an endpoint with its own receiver, or at another path of an existing one. */
  addReceiver(input?: ReceiverToAdd): Promise<Listening>;
  /** Publishes events in one transaction. Without a type, each is a TRANSFER_SUCCESS of a new transfer. */
  publish(...events: Partial<NewEvent>[]): Promise<NewEvent[]>;
  /** Returns the merchant's time. */
  now(): Promise<Date>;
  moveClock(ms: number): Promise<void>;
}

interface ReceiverToAdd {
  readonly format?: Format;
  readonly eventTypes?: EventType[];
  readonly at?: { readonly receiver: ScriptedReceiver; readonly path: string };
}

export interface Listening {
  readonly endpointId: string;
  readonly secret: string;
  readonly receiver: ScriptedReceiver;
}

export const TRANSFER_DATA = {
  transferId: "order-1",
  referenceId: "10000001",
  acknowledged: "0",
  utr: "632614700121",
};

export async function makeSender(world: World): Promise<Sender> {
  const { ctx } = world;
  const { merchantId, clientSecret } = await world.makeMerchant();
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const now = (): Promise<Date> => ctx.db.inMerchant(merchantId, async (tx) => tx.now);
  return {
    merchantId,
    clientSecret,
    now,
    addReceiver: async ({ format = "classic_form", eventTypes, at } = {}) => {
      const receiver = at?.receiver ?? (await startReceiver());
      if (at === undefined) after(() => receiver.close());
      const url = at === undefined ? receiver.url : new URL(at.path, receiver.url).href;
      const input = { url, format, ...(eventTypes === undefined ? {} : { eventTypes }) };
      const { endpointId, secret } = await addEndpoint(ctx, merchantId, input);
      return { endpointId, secret, receiver };
    },
    publish: async (...events) => {
      const at = await now();
      const defaults = { type: "TRANSFER_SUCCESS", seq: 1, at, data: TRANSFER_DATA } as const;
      const whole = (events.length === 0 ? [{}] : events).map((event): NewEvent => {
        return { ...defaults, subjectId: newId(), ...event };
      });
      await ctx.db.inMerchant(merchantId, (tx) => publishEvents(tx, whole));
      return whole;
    },
    moveClock: (ms) =>
      ctx.db.directory(async (tx) => {
        await tx.execute(MOVE_CLOCK, [merchantId, ms]);
      }),
  };
}

const MOVE_CLOCK = `
  insert into lib.merchant_clock as clock (merchant_id, offset_ms)
  values ($1, $2)
  on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`;
