/** Renders events into the bodies that are delivered. */
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { VaultError } from "#lib/vault";
import type { Format } from "./build-request.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { EVENT_TYPES, type EventData, type EventType, pickFields, type EventSubject } from "./event-types.ts";
import type { SealV2 } from "./events.ts";
import { convertToV2, type V2Data } from "./v2-data.ts";

// Lets other modules render their events, because this module does not know about transfers.

export interface EventToRender {
  readonly eventId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly seq: number;
  readonly at: Date;
}

export interface EventWithFields extends EventToRender {
  readonly data: EventData;
}

/**
 * Returns everything known about each subject, by subject ID, as text under the names that are sent. The
 * fields of the event's type are picked from it, and `event` and `eventTime` are added. Data that depends on
 * the event can be returned under the `eventId` instead. Return only data that no longer changes.
 */
type Renderer = (
  tx: Tx,
  subjectIds: readonly string[],
  events: readonly EventToRender[],
) => Promise<ReadonlyMap<string, EventData>>;

/**
 * Returns `data` of the v2 notification of each event, by `eventId`. It is called only if there is a v2
 * endpoint. Return only data that no longer changes.
 */
type V2Renderer = (
  ctx: Context,
  tx: Tx,
  events: readonly EventWithFields[],
) => Promise<ReadonlyMap<string, V2Data>>;

const renderers = new Map<EventSubject, Renderer>();
const v2Renderers = new Map<EventSubject, V2Renderer>();

/** Registers the renderer of one subject kind when the process starts. The last one registered counts. */
export function registerRenderer(kind: EventSubject, render: Renderer): void {
  renderers.set(kind, render);
}

/** Registers the v2 renderer of a subject kind that needs more than classic fields. The last one counts. */
export function registerV2Renderer(kind: EventSubject, render: V2Renderer): void {
  v2Renderers.set(kind, render);
}

/** Returns the v2 renderer of a subject kind; undefined if no module has registered one. */
function findV2Renderer(kind: EventSubject): V2Renderer | undefined {
  return v2Renderers.get(kind);
}

/** Returns the renderer of a subject kind; undefined if no module has registered one. */
function findRenderer(kind: EventSubject): Renderer | undefined {
  return renderers.get(kind);
}

/**
 * Renders the fields of each event, by event ID. An event that cannot be rendered is left out and logged; the
 * others are rendered all the same.
 */
export async function renderEvents(
  ctx: Context,
  merchantId: string,
  events: readonly EventToRender[],
): Promise<ReadonlyMap<string, EventData>> {
  return renderSafely(ctx, merchantId, { events, renderSet: renderClassicSet });
}

/** A set of events, rendered by a function in one transaction: it returns results by event ID, or throws. */
export interface Rendering<E extends EventToRender, R> {
  readonly events: readonly E[];
  readonly renderSet: (tx: Tx, events: readonly E[]) => Promise<ReadonlyMap<string, R>>;
}

/** Renders a set at once, or one by one if that fails. Events that cannot be rendered are logged. */
async function renderSafely<E extends EventToRender, R>(
  ctx: Context,
  merchantId: string,
  { events, renderSet: render }: Rendering<E, R>,
): Promise<ReadonlyMap<string, R>> {
  if (events.length === 0) return new Map();
  try {
    return await ctx.db.inMerchant(merchantId, (tx) => render(tx, events));
  } catch (error) {
    if (error instanceof CrashError) throw error;
    if (events.length === 1) {
      const { eventId, type } = events[0]!;
      ctx.log.error({ merchantId, eventId, type, err: error }, "a webhook cannot be rendered");
      return new Map();
    }
    // One bad event must not block the others, so they are rendered one by one.
    const rendered = new Map<string, R>();
    for (const event of events) {
      const one = await renderSafely(ctx, merchantId, { events: [event], renderSet: render });
      for (const [eventId, data] of one) rendered.set(eventId, data);
    }
    return rendered;
  }
}

async function renderClassicSet(tx: Tx, events: readonly EventToRender[]): Promise<Map<string, EventData>> {
  const rendered = new Map<string, EventData>();
  const byKind = Map.groupBy(events, (event): EventSubject => EVENT_TYPES[event.type].subject);
  for (const [kind, ofKind] of byKind) {
    const render = findRenderer(kind);
    if (render === undefined) throw new Error(`no renderer is registered for ${kind} events`);
    const subjectIds = [...new Set(ofKind.map((event) => event.subjectId))];
    const known = await render(tx, subjectIds, ofKind);
    for (const { eventId, type, subjectId, at } of ofKind) {
      const fields = known.get(eventId) ?? known.get(subjectId);
      if (fields === undefined) throw new Error(`the ${kind} ${subjectId} of event ${eventId} is not there`);
      rendered.set(eventId, pickFields(type, fields, at));
    }
  }
  return rendered;
}

// Renders events for v2 endpoints: from their fields, or by the module that published them.

/**
 * Renders `data` of the v2 notification of each event, by event ID. Events that cannot be rendered are left
 * out and logged.
 */
async function renderV2(
  ctx: Context,
  merchantId: string,
  events: readonly EventWithFields[],
): Promise<ReadonlyMap<string, V2Data>> {
  return renderSafely(ctx, merchantId, {
    events,
    renderSet: (tx: Tx, set: readonly EventWithFields[]) => renderV2Set(ctx, tx, set),
  });
}

async function renderV2Set(
  ctx: Context,
  tx: Tx,
  events: readonly EventWithFields[],
): Promise<Map<string, V2Data>> {
  const rendered = new Map<string, V2Data>();
  const bySource = Map.groupBy(events, (event): EventSubject | null => {
    return convertToV2(event.type, event.data) === null ? EVENT_TYPES[event.type].subject : null;
  });
  for (const [kind, ofKind] of bySource) {
    if (kind === null) {
      for (const { eventId, type, data } of ofKind) rendered.set(eventId, convertToV2(type, data)!);
      continue;
    }
    const render = findV2Renderer(kind);
    if (render === undefined) throw new Error(`no v2 renderer is registered for ${kind} events`);
    const known = await render(ctx, tx, ofKind);
    for (const { eventId, subjectId } of ofKind) {
      const data = known.get(eventId);
      if (data === undefined) throw new Error(`the ${kind} ${subjectId} of event ${eventId} is not there`);
      rendered.set(eventId, data);
    }
  }
  return rendered;
}

// Renders deliveries: as frozen at an earlier try, or from the current data of their subjects.

/** The part of a delivery that rendering needs. */
type ToRender = Pick<ClaimedDelivery, "eventId" | "subjectId" | "seq" | "type" | "at" | "data" | "sealedV2">;

interface RenderedDelivery<D extends ToRender> {
  readonly delivery: D;
  /** Null means that it could not be rendered. */
  readonly data: EventData | null;
  /** Only in the format v2. Null means that it could not be rendered. */
  readonly v2Data: V2Data | null;
}

/** Renders the deliveries of one endpoint. Deliveries that cannot be rendered get null and are logged. */
export async function renderDeliveries<D extends ToRender>(
  ctx: Context,
  merchantId: string,
  { format, deliveries }: { readonly format: Format; readonly deliveries: readonly D[] },
): Promise<RenderedDelivery<D>[]> {
  const unrendered = deliveries.filter((delivery) => delivery.data === null);
  const rendered = await renderEvents(ctx, merchantId, unrendered);
  const known = deliveries.map((delivery) => {
    const { eventId, type, data, at } = delivery;
    // Picks the fields again, because jsonb does not keep the order of keys and the body must not change.
    return { delivery, data: data === null ? (rendered.get(eventId) ?? null) : pickFields(type, data, at) };
  });
  if (format !== "v2") return known.map((one) => ({ ...one, v2Data: null }));
  const fresh = known.flatMap(({ delivery, data }) =>
    data === null || delivery.sealedV2 !== null ? [] : [{ ...delivery, data }],
  );
  const renderedV2 = await renderV2(ctx, merchantId, fresh);
  return known.map(({ delivery, data }) => {
    const { eventId, sealedV2 } = delivery;
    if (sealedV2 === null) return { delivery, data, v2Data: renderedV2.get(eventId) ?? null };
    return { delivery, data, v2Data: openFrozen(ctx, merchantId, { eventId, sealed: sealedV2 }) };
  });
}

/** Opens frozen v2 data. If it cannot be opened, logs it and returns null: that try counts as hindered. */
export function openFrozen(
  ctx: Context,
  merchantId: string,
  { eventId, sealed }: { eventId: string; sealed: Buffer },
): V2Data | null {
  try {
    return JSON.parse(ctx.vault.open(v2SealedFor(merchantId, eventId), sealed).toString("utf8")) as V2Data;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ merchantId, eventId, err: error }, "what a webhook said before cannot be opened");
    return null;
  }
}

/** Returns a function that seals v2 data of an event. */
export const sealV2For =
  (ctx: Context, merchantId: string): SealV2 =>
  (eventId, data) =>
    ctx.vault.seal(v2SealedFor(merchantId, eventId), JSON.stringify(data));

/** Names the owner of sealed v2 data. It is sealed as it contains the beneficiary's account number. */
const v2SealedFor = (merchantId: string, eventId: string) => ({
  merchantId,
  purpose: `webhooks.v2 ${eventId}`,
});
