/** How far a call had come when it failed: what failed before it was sent cannot have been acted on. */
export type Stage = "token" | "connecting";

const stages = new WeakMap<object, Stage>();

export function failedAt<E extends object>(error: E, stage: Stage): E {
  stages.set(error, stage);
  return error;
}

/** Undefined: it was sent, or may have been. */
export const stageOf = (error: object): Stage | undefined => stages.get(error);
