/** Lets other modules render their events, because this module does not know about transfers. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { EventData, EventType, SubjectKind } from "./event-types.ts";
import type { V2Data } from "./v2-data.ts";

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
export type Renderer = (
  tx: Tx,
  subjectIds: readonly string[],
  events: readonly EventToRender[],
) => Promise<ReadonlyMap<string, EventData>>;

/**
 * Returns `data` of the v2 notification of each event, by `eventId`. It is called only if there is a v2
 * endpoint. Return only data that no longer changes.
 */
export type V2Renderer = (
  ctx: Context,
  tx: Tx,
  events: readonly EventWithFields[],
) => Promise<ReadonlyMap<string, V2Data>>;

const renderers = new Map<SubjectKind, Renderer>();
const v2Renderers = new Map<SubjectKind, V2Renderer>();

/** Registers the renderer of one subject kind when the process starts. The last one registered counts. */
export function registerRenderer(kind: SubjectKind, render: Renderer): void {
  renderers.set(kind, render);
}

/** Registers the v2 renderer of a subject kind that needs more than classic fields. The last one counts. */
export function registerV2Renderer(kind: SubjectKind, render: V2Renderer): void {
  v2Renderers.set(kind, render);
}

/** Returns the v2 renderer of a subject kind; undefined if no module has registered one. */
export function findV2Renderer(kind: SubjectKind): V2Renderer | undefined {
  return v2Renderers.get(kind);
}

/** Returns the renderer of a subject kind; undefined if no module has registered one. */
export function findRenderer(kind: SubjectKind): Renderer | undefined {
  return renderers.get(kind);
}
