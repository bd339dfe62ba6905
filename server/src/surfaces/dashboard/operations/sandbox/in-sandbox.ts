/** The check that every control of the sandbox makes first, and the shared refusals. */
import { Refusal, type RefusalShape } from "#http";

export const sandboxRefusals = {
  not_sandbox: { status: 409, message: "Only a sandbox can be controlled." },
  simulator_refused: { status: 422, message: "The simulated bank refused: {says}." },
  clock_is_moving: { status: 409, message: "The clock is still moving. Move it again when it has arrived." },
  bank_not_found: { status: 404, message: "This simulated bank does not exist." },
} as const satisfies Record<string, RefusalShape>;

/** Returns the address of the simulator's controls. Throws the refusal `not_sandbox`. */
export function simulatorOf({
  mode,
  simulatorUrl,
}: {
  readonly mode: "sandbox" | "live";
  readonly simulatorUrl: string | null;
}): string {
  if (mode !== "sandbox" || simulatorUrl === null) throw new Refusal("not_sandbox");
  return simulatorUrl;
}
