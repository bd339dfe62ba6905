import Type from "typebox";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import { REPORT_FORMATS, REPORT_TYPES, type Report } from "#reports";

export const report = Type.Object(
  {
    reportId: Type.String(),
    name: Type.String(),
    type: words(REPORT_TYPES),
    format: words(REPORT_FORMATS),
    columns: Type.Array(Type.String()),
    from: Type.String(),
    to: Type.String(),
    fundSourceId: nullable(Type.String()),
    status: words(["requested", "running", "ready", "failed", "expired"]),
    reason: nullable(Type.String()),
    requestedBy: Type.String(),
    requestedAt: at,
    finishedAt: nullable(at),
    expiresAt: nullable(at),
    /** Of one that is being made, so far. */
    rowCount: Type.Integer(),
    sizeBytes: Type.Integer(),
    sha256: nullable(Type.String()),
    opening: nullable(rupees),
    closing: nullable(rupees),
  },
  { $id: "Report" },
);

/** A report as the dashboard shows it. */
export function showReport(given: Report, nameOf: (actor: string) => string) {
  const { fromDay, toDay, sha256, openingPaise, closingPaise, requestedBy, ...rest } = given;
  const orNull = (paise: bigint | null): string | null => (paise === null ? null : formatRupees(paise));
  return {
    ...rest,
    from: fromDay,
    to: toDay,
    sha256: sha256?.toString("hex") ?? null,
    requestedBy: nameOf(requestedBy),
    opening: orNull(openingPaise),
    closing: orNull(closingPaise),
  };
}
