/**
 * Named places where fault tests can crash the process.
 *
 * In production no hook is set, and a crash point costs one comparison. A test sets a hook that throws
 * `CrashError` at the point and visit it chose; the code that opened the work drops it there.
 */

/** Thrown at a crash point. Nothing may catch it and continue: the process counts as dead. */
export class CrashError extends Error {
  readonly point: string;

  constructor(point: string) {
    super(`crashed at ${point}`);
    this.name = "CrashError";
    this.point = point;
  }
}

let hook: ((point: string) => void) | null = null;

/** Marks a place in the code where a crash is worth testing. `point` is `module.verb.moment`. */
export function crashPoint(point: string): void {
  if (hook !== null) hook(point);
}

/** Sets (or with null removes) what happens at crash points. For fault tests only. */
export function setCrashHook(next: ((point: string) => void) | null): void {
  hook = next;
}
