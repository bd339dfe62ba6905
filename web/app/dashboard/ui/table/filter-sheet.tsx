// All filters of a list in one sheet, for a phone: a row of chips would push the list out of sight.
import { Suspense, useState } from "react";
import { Button } from "../button.tsx";
import type { FilterSheetProps } from "../filter-editor/open-filter-sheet.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { useTexts } from "../texts.ts";

const OpenFilterSheet = lazyPart(() => import("../filter-editor/open-filter-sheet.tsx"), "OpenFilterSheet");

export function FilterSheet(props: Omit<FilterSheetProps, "open" | "onClose">) {
  const t = useTexts();
  const [isOpen, setOpen] = useState<boolean>();
  const count = props.set.length;
  return (
    <>
      <Button icon="filter" className="shrink-0 md:hidden" onClick={() => setOpen(true)}>
        {count === 0 ? t("filters") : t("filtersSet", { count: String(count) })}
      </Button>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <OpenFilterSheet {...props} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
