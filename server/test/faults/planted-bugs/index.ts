/**
 * Bugs that would cost money, each with the test that must notice it. Those with `sql` are planted in the database, the
 * others in the code. If the code at its place was rewritten, a bug must be planted anew, and plant-bug.ts reports
 * that.
 */
import { OF_ACCESS } from "./of-access.ts";
import { OF_APPROVALS } from "./of-approvals.ts";
import { OF_BANKS } from "./of-banks.ts";
import { OF_LENDING } from "./of-lending.ts";
import { OF_MONEY } from "./of-money.ts";
import { OF_ORDER } from "./of-order.ts";
import { OF_TABLES } from "./of-tables.ts";
import type { PlantedBug } from "./planted-bug.ts";

export type { PlantedBug } from "./planted-bug.ts";

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...OF_BANKS,
  ...OF_ORDER,
  ...OF_MONEY,
  ...OF_LENDING,
  ...OF_ACCESS,
  ...OF_APPROVALS,
  ...OF_TABLES,
];
