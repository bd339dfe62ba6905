/** Figures about payouts: success rate, transfer time and volume by day, what waits, and when the money runs out. */
export { type Count, type Figure, type Figures, successRate, type SuccessRate } from "./fold-figures.ts";
export {
  forecastFrom,
  forecastRunOut,
  PACE_DAYS,
  PACE_TRANSFERS_MIN,
  type Forecast,
} from "./forecast-run-out.ts";
export { readFigures } from "./read-figures.ts";
export { readStanding } from "./read-standing.ts";
