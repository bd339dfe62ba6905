/** Reads options that are comma-separated lists of a module's names. */
import { InvalidArgumentError } from "commander";
import { isTransferMode, TRANSFER_MODES } from "#rails";
import { EVENT_TYPES, isEventType, type EventType } from "#webhooks";
import { NONE, readList } from "./option-values.ts";

/** Reads comma-separated transfer modes. */
export function readModes(text: string): string[] {
  const modes = readList(text);
  const wrong = modes.find((one) => !isTransferMode(one));
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`${wrong} is not one of ${TRANSFER_MODES.join(", ")}, or ${NONE} alone.`);
  }
  return modes;
}

/** Reads comma-separated event types. */
export function readTypes(text: string): EventType[] {
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`${unknown} is not one of ${Object.keys(EVENT_TYPES).join(", ")}.`);
  }
  return types.filter(isEventType);
}
