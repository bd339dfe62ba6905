/** Renders events for v2 endpoints: from their fields, or by the module that published them. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { EVENT_TYPES, type SubjectKind } from "./event-types.ts";
import { findV2Renderer, type EventWithFields } from "./register-renderer.ts";
import { renderSafely } from "./render-events.ts";
import { convertToV2, type V2Data } from "./v2-data.ts";

/**
 * Renders `data` of the v2 notification of each event, by event ID. Events that cannot be rendered are left
 * out and logged.
 */
export async function renderV2(
  ctx: Context,
  merchantId: string,
  events: readonly EventWithFields[],
): Promise<ReadonlyMap<string, V2Data>> {
  return renderSafely(ctx, merchantId, {
    events,
    renderSet: (tx: Tx, set: readonly EventWithFields[]) => renderSet(ctx, tx, set),
  });
}

async function renderSet(
  ctx: Context,
  tx: Tx,
  events: readonly EventWithFields[],
): Promise<Map<string, V2Data>> {
  const rendered = new Map<string, V2Data>();
  const bySource = Map.groupBy(events, (event): SubjectKind | null => {
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
