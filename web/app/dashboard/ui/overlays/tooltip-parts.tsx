import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

export function WithTooltip({ words, children }: { words: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={300} />
      <Base.Portal>
        <Base.Positioner className="z-50" sideOffset={6} collisionPadding={8}>
          <Base.Popup className="overlay-popup max-w-72 px-2.5 py-1.5 text-13">{words}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
