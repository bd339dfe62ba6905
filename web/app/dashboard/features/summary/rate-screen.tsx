import { RatePanel } from "./rate-panel.tsx";
import { SummaryFrame } from "./summary-frame.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function RateScreen() {
  return <SummaryFrame panel={(figures, range) => <RatePanel figures={figures} range={range} />} />;
}
