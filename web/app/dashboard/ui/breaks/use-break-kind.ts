import type { Outputs } from "#dashboard/api/operations.ts";
import { makeTexts } from "../../texts/catalogue.ts";
import english from "./texts.en.ts";

const useTexts = makeTexts(english, () => import("./texts.hi.ts"));

type Kind = Outputs["getBreak"]["kind"];

/** Returns the name of a kind of break. */
export function useBreakKind(): (kind: Kind) => string {
  const t = useTexts();
  return (kind) => t(kind);
}
