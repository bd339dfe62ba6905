import { openMerchantSession, type SessionOptions } from "./merchant-session.ts";
import { mustDo } from "./must-do.ts";
import { makeFactPrinter } from "./print-facts.ts";

/** `vitaran clock`: reads a sandbox merchant's test clock, or moves it forward by a length of time such as `72h`. */
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
  const hours = Math.round(Number(clock.offsetMs) / 36_000) / 100;
  printer.fact(
    clock,
    `The merchant's clock shows ${String(clock.now)}, ${hours} hours ahead of this computer's.`,
  );
}
