import { randomBytes } from "node:crypto";
import type { EventType } from "#webhooks";
import { CommandError } from "./command-error.ts";
import { openMerchantSession, type SessionOptions } from "./merchant-session.ts";
import { mustBeSandbox } from "./must-be-sandbox.ts";
import { makeFactPrinter } from "./print-result.ts";
import { RECIPES } from "./trigger-recipes.ts";

export interface TriggerOptions extends SessionOptions {
  readonly amount: string;
  readonly json?: boolean;
}

/** `vitaran trigger`: causes the real thing for a sandbox merchant, so that the real event is sent. */
export async function trigger(event: string, options: TriggerOptions): Promise<void> {
  const recipe = Object.hasOwn(RECIPES, event) ? RECIPES[event as EventType] : undefined;
  if (recipe === undefined)
    throw new CommandError(`Unknown event ${event}. Events: ${Object.keys(RECIPES).join(", ")}.`);
  if ("byHand" in recipe) throw new CommandError(`${event} cannot be triggered: ${recipe.byHand}.`);
  const printer = makeFactPrinter(options);
  const session = await openMerchantSession(options);
  await mustBeSandbox(session);
  const { note } = printer;
  const stamp = `${Date.now().toString(36)}${randomBytes(2).toString("hex")}`;
  const about = await recipe({ session, amount: options.amount, stamp, note });
  const says = Object.entries(about).map(([name, value]) => `${name} ${String(value)}`);
  printer.fact({ event, ...about }, `Triggered ${event}: ${says.join(", ")}`);
}
