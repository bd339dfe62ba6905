// Whether single letters do something (WCAG 2.1.4); Ctrl K always does.
import { keptChoice } from "./kept-choice.ts";

export const { use: useLetterKeys, choose: chooseLetterKeys } = keptChoice<"on" | "off">("letter-keys", [
  "on",
  "off",
]);
