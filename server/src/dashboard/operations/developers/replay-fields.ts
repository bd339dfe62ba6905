/** Which events a replay is about. */
import { flag, id, listOf, moment, oneOf, optional, withDefault } from "#http";
import type { EventType, Replay } from "#webhooks";
import { eventTypes } from "./schemas.ts";

export const replayFields = {
  from: moment(),
  to: moment(),
  endpointId: optional(id()),
  events: optional(listOf(oneOf(eventTypes), { min: 1, max: eventTypes.length })),
  /** Leave out what was delivered. */
  undeliveredOnly: withDefault(flag(), true),
};

interface Given {
  readonly from: Date;
  readonly to: Date;
  readonly endpointId: string | undefined;
  readonly events: readonly EventType[] | undefined;
  readonly undeliveredOnly: boolean;
}

export function toReplay({ from, to, endpointId, events, undeliveredOnly }: Given): Omit<Replay, "by"> {
  return {
    from,
    to,
    undeliveredOnly,
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(events === undefined ? {} : { types: events }),
  };
}
