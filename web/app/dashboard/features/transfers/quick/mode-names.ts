// The names of modes where one is chosen.
import type { Translate } from "#dashboard/texts/catalogue.ts";
import { railName } from "#dashboard/ui/rail-name.ts";
import type english from "./texts.en.ts";

export function modeName(mode: string, t: Translate<typeof english>): string {
  return mode === "banktransfer" ? t("modeAuto") : railName(mode);
}
