/** Lets a module above say what its events look like: this module knows no transfers. */
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

/** An event with its classic fields. */
export interface EventWithFields extends EventToRender {
  readonly data: EventData;
}

/**
 * Answers all that is known of each subject, by subject id, as text with the names of the wire; the fields of
 * the event's type are picked from it, and `event` and `eventTime` are added. Where the answer depends on the
 * event and not on the subject alone, it may be given by `eventId` instead. All of it must follow from what
 * no longer changes.
 */
export type Renderer = (
  tx: Tx,
  subjectIds: readonly string[],
  events: readonly EventToRender[],
) => Promise<ReadonlyMap<string, EventData>>;

/**
 * Answers `data` of the v2 notification of each event, by `eventId`; asked only where a v2 endpoint listens. All of it
 * must follow from what no longer changes.
 */
export type V2Renderer = (
  ctx: Context,
  tx: Tx,
  events: readonly EventWithFields[],
) => Promise<ReadonlyMap<string, V2Data>>;

const renderers = new Map<SubjectKind, Renderer>();
const v2Renderers = new Map<SubjectKind, V2Renderer>();

/**
 * Registers the renderer of one subject kind, at the start of the process. The last one registered counts.
 */
export function registerRenderer(kind: SubjectKind, render: Renderer): void {
  renderers.set(kind, render);
}

/** Registers who knows more of one subject kind than its classic fields say. The last one registered counts. */
export function registerV2Renderer(kind: SubjectKind, render: V2Renderer): void {
  v2Renderers.set(kind, render);
}

/** The v2 renderer of a subject kind; undefined when no module has registered one. */
export function findV2Renderer(kind: SubjectKind): V2Renderer | undefined {
  return v2Renderers.get(kind);
}

/** The renderer of a subject kind; undefined when no module has registered one. */
export function findRenderer(kind: SubjectKind): Renderer | undefined {
  return renderers.get(kind);
}
