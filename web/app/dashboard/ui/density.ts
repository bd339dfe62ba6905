// The row height of tables.
import { keptChoice } from "./kept-choice.ts";

export type Density = "regular" | "compact";

export const { use: useDensity, choose: chooseDensity } = keptChoice<Density>("density", [
  "regular",
  "compact",
]);
