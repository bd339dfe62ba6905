import { openMerchantSession, type SessionOptions, mustDo } from "./merchant-session.ts";
import { makeFactPrinter } from "./print-result.ts";

/**
 * `vitaran clock`: reads a sandbox merchant's test clock, or moves it forward by a time such as `72h` and
 * reports where it stopped.
 */
export async function advanceClock(
  advance: string | null,
  options: SessionOptions & { readonly json?: boolean },
): Promise<void> {
  const printer = makeFactPrinter(options);
  const session = await openMerchantSession(options);
  const clock =
    advance === null
      ? await mustDo(session, "GET", "/sandbox/clock")
      : await mustDo(session, "POST", "/sandbox/clock", { advance });
  for (const { at, due } of (clock.stops ?? []) as { at: string; due: Record<string, number> }[]) {
    const said = Object.entries(due).map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`);
    if (said.length > 0) printer.note(`${at}: ${said.join(", ")} due`);
  }
  const hours = Math.round(Number(clock.offsetMs) / 36_000) / 100;
  printer.fact(
    clock,
    `The merchant's clock shows ${String(clock.now)}, ${hours} hours ahead of this computer's.`,
  );
}
