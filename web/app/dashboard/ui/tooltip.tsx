// A few words about a control, shown on hover and focus. Important information is never only here.
import { Suspense } from "react";
import type { ReactElement, ReactNode } from "react";
import { lazyPart } from "./lazy-part.tsx";

const WithTooltip = lazyPart(() => import("./overlays/tooltip-parts.tsx"), "WithTooltip");

export function Tooltip(props: { words: ReactNode; children: ReactElement }) {
  return (
    <Suspense fallback={props.children}>
      <WithTooltip {...props} />
    </Suspense>
  );
}
