/** Options that are lists of what a module knows, by commas. */
import { InvalidArgumentError } from "commander";
import { isTransferMode, TRANSFER_MODES } from "#rails";
import { EVENT_TYPES, isEventType, type EventType } from "#webhooks";
import { NONE, readList } from "./option-values.ts";

/** Transfer modes, by commas. */
export function readModes(text: string): string[] {
  const modes = readList(text);
  const wrong = modes.find((one) => !isTransferMode(one));
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`${wrong} is not one of ${TRANSFER_MODES.join(", ")}, or ${NONE} alone.`);
  }
  return modes;
}

/** Types of events, by commas. */
export function readTypes(text: string): EventType[] {
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`${unknown} is not one of ${Object.keys(EVENT_TYPES).join(", ")}.`);
  }
  return types.filter(isEventType);
}
