// The status of a batch in one word.
import type { Outputs } from "#dashboard/api/operations.ts";
import { Badge } from "#dashboard/ui/badge.tsx";
import type { Tone } from "#dashboard/ui/badge.tsx";
import { useTexts } from "./texts.ts";

export type Batch = Outputs["getBatch"];

const tones: Record<string, Tone> = {
  awaiting_approval: "info",
  processing: "info",
  completed: "ok",
  partly_failed: "warn",
  rejected: "bad",
};

export function BatchStatus({ batch }: { batch: Batch }) {
  const t = useTexts();
  const key = `status_${batch.status}` as "status_completed";
  return <Badge tone={tones[batch.status] ?? "neu"}>{t(key)}</Badge>;
}

/** True if a batch will still change by itself. */
export const isUnderWay = ({ status }: Batch): boolean =>
  status === "uploaded" || status === "validating" || status === "processing";
