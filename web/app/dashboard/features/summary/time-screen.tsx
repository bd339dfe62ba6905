import { SummaryFrame } from "./summary-frame.tsx";
import { TimePanel } from "./time-panel.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function TimeScreen() {
  return <SummaryFrame panel={(figures) => <TimePanel figures={figures} />} />;
}
