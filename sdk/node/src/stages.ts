/** The stage at which a call failed. If it failed before it was sent, the server cannot have acted on it. */
export type Stage = "token" | "connecting";

const stages = new WeakMap<object, Stage>();

export function failedAt<E extends object>(error: E, stage: Stage): E {
  stages.set(error, stage);
  return error;
}

/** Undefined if the call was sent or may have been sent. */
export const stageOf = (error: object): Stage | undefined => stages.get(error);
