/** The public name of an event, sent as `webhook-id`. It consists of the key of the outbox row. */

export interface EventKey {
  readonly subjectId: string;
  readonly seq: number;
}

/**
 * Makes an ID that is the same in every try, endpoint and replay. It has no full stop, because full stops
 * separate the parts of a signed text.
 */
export function makeEventId({ subjectId, seq }: EventKey): string {
  return `evt_${subjectId.replaceAll("-", "")}_${seq}`;
}
