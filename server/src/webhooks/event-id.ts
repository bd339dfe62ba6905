/** The public name of an event, sent as `webhook-id`: made of what the outbox row is keyed by. */

export interface EventKey {
  readonly subjectId: string;
  readonly seq: number;
}

/**
 * The same for every try, every endpoint and every replay. It holds no full stop: those separate what is
 * signed.
 */
export function makeEventId({ subjectId, seq }: EventKey): string {
  return `evt_${subjectId.replaceAll("-", "")}_${seq}`;
}
