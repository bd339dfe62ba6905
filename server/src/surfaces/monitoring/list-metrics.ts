/** The figures of all modules, and the list of all metrics as it is published. */
import { approvalsFigures } from "#approvals";
import { backupsFigures } from "#backups";
import { connectionsFigures, fundSourcesFigures } from "#fund-sources";
import { banksFigures } from "#health";
import { definedMetrics, type FigureSet, type Metric } from "#lib/metrics";
import { messagesFigures } from "#messages";
import { reconciliationFigures } from "#reconciliation";
import { transfersFigures } from "#transfers";
import { webhooksFigures } from "#webhooks";
import { workFigures } from "#worker";

/** In the order in which they are read. */
export const FIGURES: readonly FigureSet[] = [
  transfersFigures,
  approvalsFigures,
  banksFigures,
  connectionsFigures,
  fundSourcesFigures,
  webhooksFigures,
  reconciliationFigures,
  messagesFigures,
  backupsFigures,
  workFigures,
];

/** Lists all metrics by name. */
export const listMetrics = (): readonly Metric[] =>
  [...definedMetrics.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
