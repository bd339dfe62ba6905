// The rights that other members took from the keys in the last seven days. An Owner can give them back at once.
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs, Person as Shown } from "#dashboard/api/operations.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { People } from "#dashboard/ui/person.tsx";
import { Time } from "#dashboard/ui/time.tsx";
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
  const error = terms.error ?? allowlist.error;
  return (
    <>
      {formerTerms && (
        <Taken {...formerTerms} title={t("termsTaken")} busy={terms.isPending} onGiveBack={giveTerms} />
      )}
      {formerAllowlist && (
        <Taken
          {...formerAllowlist}
          title={t("addressesTaken")}
          busy={allowlist.isPending}
          onGiveBack={giveAllowlist}
        />
      )}
      {Boolean(error) && <ErrorBox error={error} />}
    </>
  );
}

interface TakenProps {
  title: string;
  people: readonly Shown[];
  since: string;
  busy: boolean;
  onGiveBack: () => void;
}

function Taken({ title, people, since, busy, onGiveBack }: TakenProps) {
  const t = useTexts();
  return (
    <Note
      title={title}
      actions={
        <Button size="sm" busy={busy} onClick={onGiveBack}>
          {t("giveBack")}
        </Button>
      }
    >
      {t.rich("takenBy", { name: <People people={people} inline />, at: <Time at={since} shape="minute" /> })}
    </Note>
  );
}
