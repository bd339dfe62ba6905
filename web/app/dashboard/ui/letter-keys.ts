// Remembers if single-letter shortcuts are on (WCAG 2.1.4). Ctrl K always works.
import { keptChoice } from "./kept-choice.ts";

export const { use: useLetterKeys, choose: chooseLetterKeys } = keptChoice<"on" | "off">("letter-keys", [
  "on",
  "off",
]);
