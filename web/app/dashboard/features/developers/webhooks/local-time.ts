// A day and a time as a person types them, in Indian time.
export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly time: string;
}

const istMs = 330 * 60_000;

export function toLocal(moment: string): LocalTime {
  const text = new Date(Date.parse(moment) + istMs).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** Returns this moment plus `afterMs`. Undefined if the day or the time is incomplete. */
export function toMoment({ day, time }: LocalTime, afterMs = 0): string | undefined {
  const moment = Date.parse(`${day}T${time}:00+05:30`);
  return Number.isNaN(moment) ? undefined : new Date(moment + afterMs).toISOString();
}
