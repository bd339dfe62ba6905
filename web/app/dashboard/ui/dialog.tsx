// A dialog over the page. The page is blocked meanwhile. Escape and "close" mean no.
import { Suspense, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import type { DialogProps } from "./overlays/dialog-parts.tsx";

export type { DialogProps };

const OpenDialog = lazyPart(() => import("./overlays/dialog-parts.tsx"), "OpenDialog");

export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <OpenDialog {...props} />
    </Suspense>
  );
}
