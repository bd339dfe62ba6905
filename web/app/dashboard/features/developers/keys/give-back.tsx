// The rights that other members took from the keys in the last seven days. An Owner can give them back at once.
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { UndoNote } from "#dashboard/shell/undo-note.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

type Former = Pick<Outputs["getApiKeys"], "formerTerms" | "formerAllowlist">;

export function GiveBack({ formerTerms, formerAllowlist }: Former) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const onDone = () => toast(t("saved"));
  const terms = useSend("changeKeyScope", { refreshes: ["getApiKeys"], onDone });
  const allowlist = useSend("changeApiKeys", { refreshes: ["getApiKeys"], onDone });
  const giveTerms = () => {
    if (formerTerms === null) return;
    const { scope, fundSourceIds, dayLimit } = formerTerms;
    terms.send({ merchantId, scope, fundSourceIds: [...(fundSourceIds ?? [])], dayLimit: dayLimit ?? "0" });
  };
  const giveAllowlist = () => {
    if (formerAllowlist !== null)
      allowlist.send({ merchantId, ipAllowlist: [...formerAllowlist.ipAllowlist] });
  };
  return (
    <>
      {formerTerms && <UndoNote {...formerTerms} title={t("termsTaken")} undo={terms} onUndo={giveTerms} />}
      {formerAllowlist && (
        <UndoNote {...formerAllowlist} title={t("addressesTaken")} undo={allowlist} onUndo={giveAllowlist} />
      )}
    </>
  );
}
