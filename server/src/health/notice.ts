/** Checks a notice that a bank is or will be down. */
import type { Actor } from "#audit";
import { RAILS } from "#rails";
import { HealthError } from "./errors.ts";
import { bankNameOf, isSoundCode, MODES, type Severity, type Subject } from "./incidents.ts";

/** A notice: a bank's letter, a circular, a call. */
export interface Notice extends Subject {
  readonly severity: Severity;
  /** The source of the notice, in at most 500 characters. */
  readonly because: string;
  /** The planned period; null: it is down now, until the incident is ended. */
  readonly planned: { readonly from: Date; readonly to: Date } | null;
  readonly by: Actor;
}

const DAY_MS = 86_400_000;
const AHEAD_MS_MAX = 90 * DAY_MS;
const LONG_MS_MAX = 7 * DAY_MS;
const BECAUSE_MAX = 500;

/** Returns the notice with its code in the stored form. Throws a HealthError if it is invalid. */
export function checkNotice(notice: Notice, now: Date): Notice {
  const { entity, mode, because, planned } = notice;
  const entityCode = entity === "bank" ? notice.entityCode.toUpperCase() : notice.entityCode.toLowerCase();
  if (entity === "bank" && bankNameOf(entityCode) === null) throw HealthError.bank_unknown({ entityCode });
  if (entity === "handle" && !isSoundCode({ entity, entityCode }))
    throw HealthError.handle_invalid({ entityCode });
  if (entity === "our_bank" && !isSoundCode({ entity, entityCode }))
    throw HealthError.bank_unknown({ entityCode });
  if (!isModeOf(entity, mode)) throw HealthError.mode_invalid({ entity, mode });
  if (because.trim() === "" || because.length > BECAUSE_MAX) throw HealthError.because_missing();
  if (planned !== null) checkTimes(planned, now);
  return { ...notice, entityCode };
}

function isModeOf(entity: Subject["entity"], mode: Subject["mode"]): boolean {
  if (entity === "our_bank") return RAILS.includes(mode);
  return MODES.some((one) => one === mode) && (entity === "handle") === (mode === "upi");
}

function checkTimes({ from, to }: { from: Date; to: Date }, now: Date): void {
  const aheadMs = from.getTime() - now.getTime();
  const longMs = to.getTime() - from.getTime();
  const isSound = aheadMs > 0 && aheadMs <= AHEAD_MS_MAX && longMs > 0 && longMs <= LONG_MS_MAX;
  if (!isSound) throw HealthError.time_invalid({ from: textOf(from), to: textOf(to) });
}

/** Also works for an invalid date. */
const textOf = (at: Date): string => (Number.isNaN(at.getTime()) ? "no moment" : at.toISOString());
