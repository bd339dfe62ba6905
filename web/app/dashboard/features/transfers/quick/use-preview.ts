// Returns the preview of the transfer in the form. It is requested again when the user stops typing.
import { useEffect, useState } from "react";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { inputOf, isCardOnly, missingOf } from "./draft.ts";
import type { Draft } from "./draft.ts";

export type Preview = Outputs["previewTransfer"];

const quietMs = 350;

export interface Previewed {
  /** The preview of the form's current content. Undefined while the form is incomplete or the preview is loading. */
  preview: Preview | undefined;
  /** The last preview, while the next one is loading. */
  latest: Preview | undefined;
  error: unknown;
  isLooking: boolean;
  isComplete: boolean;
}

export function usePreview(draft: Draft, mayAsk: boolean): Previewed {
  const merchantId = useMerchantId();
  const isComplete = missingOf(draft).length === 0 && !isCardOnly(draft);
  const input = inputOf(merchantId, draft);
  const settled = useSettled(input);
  const asked = useCall("previewTransfer", settled, { enabled: isComplete && mayAsk });
  const isSame = JSON.stringify(settled) === JSON.stringify(input);
  const isFresh = isComplete && isSame && !asked.isPlaceholderData && !asked.isFetching;
  return {
    preview: isFresh && !asked.error ? asked.data : undefined,
    latest: isComplete ? asked.data : undefined,
    error: isFresh ? asked.error : null,
    isLooking: isComplete && mayAsk && !isFresh,
    isComplete,
  };
}

/** Returns the input as it was after the last pause in typing. */
function useSettled(input: Inputs["previewTransfer"]): Inputs["previewTransfer"] {
  const [settled, setSettled] = useState(input);
  const text = JSON.stringify(input);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Inputs["previewTransfer"]), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
