/** Lets a module above say what its events look like: this module knows no transfers. */
import type { Tx } from "#lib/db";
import type { EventData, EventType, SubjectKind } from "./event-types.ts";

export interface EventToRender {
  readonly eventId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly seq: number;
  readonly at: Date;
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

const renderers = new Map<SubjectKind, Renderer>();

/**
 * Registers the renderer of one subject kind, at the start of the process. The last one registered counts.
 */
export function registerRenderer(kind: SubjectKind, render: Renderer): void {
  renderers.set(kind, render);
}

/** The renderer of a subject kind; undefined when no module has registered one. */
export function findRenderer(kind: SubjectKind): Renderer | undefined {
  return renderers.get(kind);
}
