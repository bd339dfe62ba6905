// A draft of a routing policy: it is written here, tried on past payments, and then put in force.
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { FieldRefusal } from "#dashboard/api/api-error.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/confirm-dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextArea } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { draftOf, faultsOf, toInput } from "./draft.ts";
import type { Draft, Policies } from "./draft.ts";
import { Costs, Health, Orders, Shares } from "./draft-rows.tsx";
import { useTexts } from "./texts.ts";
import { TrialResult } from "./trial.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function RoutingDraft() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const [search] = useSearchParams();
  const { data, error, refetch } = useCall("listRoutingPolicies", { merchantId });
  const from = data?.items.find(({ version }) => String(version) === search.get("from")) ?? data?.items[0];
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={from === undefined ? undefined : t("lead", { version: from.version })}
        trail={
          <Link to={to("fund-sources/routing")} className="hover:underline">
            {t("routing")}
          </Link>
        }
      />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={10} />}
      {data?.banks.length === 0 && <EmptyState title={t("noneTitle")}>{t("noneLead")}</EmptyState>}
      {data && data.banks.length > 0 && from && <Editor policies={data} from={from} key={from.version} />}
    </>
  );
}

interface EditorProps {
  policies: Policies;
  /** The version that the draft begins with. */
  from: Policies["items"][number];
}

function Editor({ policies: { banks, items }, from }: EditorProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [draft, setDraft] = useState(() => draftOf(from));
  const [faults, setFaults] = useState<readonly FieldRefusal[]>([]);
  const [asked, setAsked] = useState(false);
  // The version on which the draft is based. If another one was put in force in the meantime, it is not overwritten.
  const [inForce] = useState(items[0]?.version ?? 0);
  const trial = useSend("tryRoutingPolicy");
  const change = (next: Draft) => {
    setDraft(next);
    setFaults([]);
    // A trial is valid only for the draft that was tried.
    trial.reset();
  };
  const check = (): boolean => {
    const found = faultsOf(draft, t);
    setFaults(found);
    return found.length === 0;
  };
  const tryIt = () => check() && trial.send({ merchantId, ...toInput(draft) });
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[3fr_2fr]">
      <Form onSubmit={tryIt} error={trial.error} faults={faults}>
        <Orders draft={draft} banks={banks} onChange={change} />
        <Shares draft={draft} banks={banks} onChange={change} />
        <Costs draft={draft} banks={banks} onChange={change} />
        <Health draft={draft} onChange={change} />
        <div className="flex flex-wrap gap-2">
          <Can operation="setRoutingPolicy">
            <Button look={trial.data ? "secondary" : "primary"} type="submit" busy={trial.isPending}>
              {t("try")}
            </Button>
            <Button
              look={trial.data ? "primary" : "secondary"}
              onClick={() => {
                if (check()) setAsked(true);
              }}
            >
              {t("putInForce")}
            </Button>
          </Can>
        </div>
      </Form>
      <Card
        title={t("result")}
        lead={t("resultLead")}
        className="xl:sticky xl:top-20 xl:max-h-[calc(100vh-6rem)] xl:overflow-y-auto"
      >
        {trial.data ? <TrialResult trial={trial.data} /> : <p className="text-ink-2">{t("notTried")}</p>}
      </Card>
      {asked && <PutInForce draft={draft} inForce={inForce} onClose={() => setAsked(false)} />}
    </div>
  );
}

interface PutInForceProps {
  draft: Draft;
  inForce: number;
  onClose: () => void;
}

function PutInForce({ draft, inForce, onClose }: PutInForceProps) {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  const merchantId = useMerchantId();
  const [because, setBecause] = useState("");
  const [isMissing, setMissing] = useState(false);
  const set = useSend("setRoutingPolicy", {
    refreshes: ["listRoutingPolicies"],
    onDone: ({ items }) => {
      toast(t("isInForce", { version: items[0]?.version ?? inForce + 1 }));
      void navigate(to("fund-sources/routing"));
    },
  });
  const confirm = () => {
    setMissing(because.trim() === "");
    if (because.trim() !== "") set.send({ merchantId, ...toInput(draft), because, inForce });
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={t("putTitle", { version: inForce + 1 })}
      confirmLabel={t("putInForce")}
      cancelLabel={t("keepEditing")}
      busy={set.isPending}
      error={set.error}
    >
      <p className="text-ink-2">{t("putLead")}</p>
      <TextArea
        label={t("because")}
        hint={t("becauseHint")}
        name="because"
        value={because}
        onChange={setBecause}
        maxLength={500}
        error={isMissing ? t("becauseMissing") : undefined}
      />
    </ConfirmDialog>
  );
}
