/** Renders the fields of events that were published without them. */
import { CrashError } from "#lib/crash-points";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { EVENT_TYPES, pickFields, type EventData, type SubjectKind } from "./event-types.ts";
import { findRenderer, type EventToRender } from "./register-renderer.ts";

/**
 * Renders the fields of each event, by event ID. An event that cannot be rendered is left out and logged; the
 * others are rendered all the same.
 */
export async function renderEvents(
  ctx: Context,
  merchantId: string,
  events: readonly EventToRender[],
): Promise<ReadonlyMap<string, EventData>> {
  return renderSafely(ctx, merchantId, { events, renderSet });
}

/** A set of events, rendered by a function in one transaction: it returns results by event ID, or throws. */
export interface Rendering<E extends EventToRender, R> {
  readonly events: readonly E[];
  readonly renderSet: (tx: Tx, events: readonly E[]) => Promise<ReadonlyMap<string, R>>;
}

/** Renders a set at once, or one by one if that fails. Events that cannot be rendered are logged. */
export async function renderSafely<E extends EventToRender, R>(
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

async function renderSet(tx: Tx, events: readonly EventToRender[]): Promise<Map<string, EventData>> {
  const rendered = new Map<string, EventData>();
  const byKind = Map.groupBy(events, (event): SubjectKind => EVENT_TYPES[event.type].subject);
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
