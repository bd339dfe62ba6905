// A choice among many values, which typing filters. Use Select for a few.
import { Suspense } from "react";
import { TextInput } from "./fields.tsx";
import { lazyPart } from "./lazy-part.tsx";
import type { Choice, ComboboxProps } from "./overlays/combobox-parts.tsx";

export type { Choice };

const OpenCombobox = lazyPart(() => import("./overlays/combobox-parts.tsx"), "OpenCombobox");

export function Combobox(props: ComboboxProps) {
  const { label, hint } = props;
  return (
    <Suspense
      fallback={
        <TextInput label={label} hint={hint} value={props.value?.label ?? ""} onChange={() => {}} readOnly />
      }
    >
      <OpenCombobox {...props} />
    </Suspense>
  );
}
