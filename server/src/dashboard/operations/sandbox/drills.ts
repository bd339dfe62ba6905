/** A downtime drill as an answer has it. */
import Type from "typebox";
import { at, nullable, words } from "#dashboard/schemas";

export const drill = Type.Object({
  incidentNo: Type.Integer(),
  entityCode: Type.String(),
  entityName: Type.String(),
  mode: words(["imps", "neft", "rtgs", "upi"]),
  severity: words(["low", "high"]),
  status: words(["planned", "active", "resolved", "cancelled"]),
  startedAt: at,
  endsAt: nullable(at),
  resolvedAt: nullable(at),
});
