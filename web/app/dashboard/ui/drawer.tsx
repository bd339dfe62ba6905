// A panel from the right with the content of a page. In a narrow window it covers the page.
import { Suspense, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import type { DrawerProps } from "./overlays/drawer-parts.tsx";

const OpenDrawer = lazyPart(() => import("./overlays/drawer-parts.tsx"), "OpenDrawer");

export function Drawer(props: DrawerProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <OpenDrawer {...props} />
    </Suspense>
  );
}
