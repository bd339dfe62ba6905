// What modes, rails and banks are called.
import type { Translate } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

const names: Record<string, string> = { paytm: "Paytm", amazonpay: "Amazon Pay", card: "Card" };

export const railName = (rail: string): string => names[rail] ?? rail.toUpperCase();

export function modeName(mode: string, t: Translate<typeof english>): string {
  return mode === "banktransfer" ? t("modeAuto") : railName(mode);
}
