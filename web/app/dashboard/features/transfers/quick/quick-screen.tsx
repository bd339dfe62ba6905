// Quick Transfer: the form, the confirmation, and then the progress of the transfer. The reference is in the address,
// so that a reload finds the transfer again instead of making another one.
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Beneficiary, Outputs, TransferRow } from "#dashboard/api/operations.ts";
import { useCall } from "#dashboard/api/use-call.ts";
import { useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession } from "#dashboard/shell/session.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { chosenOf, copyOf, emptyDraft, exampleOf, mintKey } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { Outcome } from "./outcome.tsx";
import type { Sent } from "./outcome.tsx";
import { QuickForm } from "./quick-form.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function QuickScreen() {
  const t = useTexts();
  const may = useCan()("createTransfer");
  const [query] = useSearchParams();
  const merchantId = useMerchantId();
  const { environment } = useSession();
  // The value when the screen opened, because sending changes the address.
  const [key] = useState(query.get("reference"));
  const [payeeId] = useState(query.get("beneficiary"));
  const [againId] = useState(query.get("again"));
  const payee = useCall(
    "getBeneficiary",
    { merchantId, beneficiaryId: payeeId ?? "" },
    { enabled: payeeId !== null && key === null },
  );
  const known = useCall(
    "getTransferByKey",
    { merchantId, transferKey: key ?? "" },
    { enabled: key !== null },
  );
  const earlier = useCall(
    "getTransferStory",
    { merchantId, id: againId ?? "" },
    { enabled: againId !== null && key === null },
  );
  // A sandbox without beneficiaries is new, so an example is filled in.
  const isSandbox = environment === "sandbox" && key === null && payeeId === null && againId === null;
  const listed = useCall("listBeneficiaries", { merchantId, limit: 1 }, { enabled: isSandbox });
  const isExample = isSandbox && (query.has("example") || listed.data?.items.length === 0);
  const isFilled = (payeeId === null || !payee.isPending) && (againId === null || !earlier.isPending);
  const isReady = key === null ? isFilled && (!isSandbox || !listed.isPending) : !known.isPending;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      {!may && (
        <div className="mb-5">
          <Note tone="info">{t("notAllowed")}</Note>
        </div>
      )}
      {isReady ? (
        <Transferring
          found={known.data && key !== null ? { key, transfer: known.data.transfer } : undefined}
          begin={key === null ? { isExample, payee: payee.data, earlier: copyable(earlier.data) } : { key }}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </>
  );
}

/** Returns the earlier transfer if it can be sent again. */
function copyable(story: Outputs["getTransferStory"] | undefined): TransferRow | undefined {
  return story?.may.sendAgain ? story.transfer : undefined;
}

interface TransferringProps {
  /** The transfer with the reference in the address, if it already exists. */
  found: { key: string; transfer: NonNullable<Sent["transfer"]> } | undefined;
  begin:
    | { key: string }
    | { isExample: boolean; payee: Beneficiary | undefined; earlier: TransferRow | undefined };
}

function Transferring({ found, begin }: TransferringProps) {
  const t = useTexts();
  const [, setQuery] = useSearchParams();
  const [isExample, setExample] = useState("isExample" in begin && begin.isExample);
  const [draft, setDraft] = useState<Draft>(() => {
    const key = "key" in begin ? begin.key : mintKey();
    if ("earlier" in begin && begin.earlier) return copyOf(key, begin.earlier);
    if (isExample) return exampleOf(key);
    const chosen = "payee" in begin && begin.payee ? chosenOf(begin.payee) : {};
    return { ...emptyDraft(key), ...chosen };
  });
  const [sent, setSent] = useState<Sent | undefined>(
    found && {
      transferKey: found.key,
      amount: found.transfer.amount,
      transfer: found.transfer,
      rejection: undefined,
      approvers: "",
    },
  );
  function show(next: Sent): void {
    setSent(next);
    setQuery({ reference: next.transferKey }, { replace: true });
  }
  function another(): void {
    setSent(undefined);
    setExample(false);
    setDraft(emptyDraft(mintKey()));
    setQuery({}, { replace: true });
  }
  if (sent) {
    return (
      <div className="max-w-160">
        <Outcome sent={sent} onAnother={another} onBack={() => setSent(undefined)} />
      </div>
    );
  }
  return (
    <>
      {isExample && (
        <div className="mb-5">
          <Note tone="info" title={t("example")}>
            {t("exampleAbout")}
          </Note>
        </div>
      )}
      <QuickForm
        draft={draft}
        change={(changes) => setDraft((former) => ({ ...former, ...changes }))}
        onSent={show}
      />
    </>
  );
}
