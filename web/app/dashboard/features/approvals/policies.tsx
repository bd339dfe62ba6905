// Settings > Approval policies: who must approve what, the exceptions, and a simulator.
import { useState } from "react";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { Segments } from "#dashboard/ui/tabs.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { PolicyFields } from "./policy-fields.tsx";
import type { Policy } from "./policy-fields.tsx";
import type { Names } from "./policy-words.ts";
import { useDuration } from "./proposal-facts.tsx";
import { useNames } from "./request.ts";
import { Simulator } from "./simulator.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type PolicySet = Outputs["getPolicies"]["items"][number];
const WAYS = ["v1", "v1.1", "phone", "card", "link", "loan", "batch_call", "batch_file"] as const;

const kinds = [
  "transfer",
  "batch",
  "beneficiary",
  "key_reset",
  "limit",
  "rights",
  "policy",
  "credit",
] as const;
type Kind = (typeof kinds)[number];

export default function Policies() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [kind, setKind] = useState<Kind>("transfer");
  const { data, error, refetch } = useCall("getPolicies", { merchantId });
  const namesOf = useNames();
  const labels = { transfer: t("kind_transfers"), batch: t("kind_batches") } as Partial<Record<Kind, string>>;
  const set = data?.items.find((one) => one.kind === kind);
  return (
    <>
      <PageHeader title={t("policiesTitle")} lead={t("policiesLead")} />
      {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error && <ScreenSkeleton />}
      {set && (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[2fr_1fr]">
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <Segments
              label={t("kindsLabel")}
              value={kind}
              options={kinds.map((id) => ({ id, label: labels[id] ?? t(`kind_${id}`) }))}
              onChange={setKind}
            />
            <Editor key={`${kind} ${set.version}`} kind={kind} set={set} names={namesOf(data!)} />
          </div>
          <Simulator />
        </div>
      )}
    </>
  );
}

const usual = {
  transfer: "approve_quick_transfer",
  batch: "approve_bulk_transfer",
  beneficiary: "approve_changes",
  key_reset: "approve_changes",
  limit: "approve_changes",
  rights: "approve_changes",
  policy: "approve_changes",
  credit: "approve_changes",
} as const;

/** The kinds of changes that could let one person get around the other policies. */
const guards = ["key_reset", "limit", "rights", "policy", "credit"] as const;
const isGuard = (kind: Kind): kind is (typeof guards)[number] => guards.some((guard) => guard === kind);

function newPolicy(kind: Kind, name: string): Policy {
  const anything = { from: null, to: null, rails: null, fundSources: null, creators: null };
  return { name, ...anything, levels: [{ approvers: 1, permission: usual[kind], members: null }] };
}

function Editor({ kind, set, names }: { kind: Kind; set: PolicySet; names: Names }) {
  const t = useTexts();
  const duration = useDuration();
  const merchantId = useMerchantId();
  const [policies, setPolicies] = useState<readonly Policy[]>(set.policies);
  const [exceptWays, setExceptWays] = useState<readonly string[]>(set.exceptWays);
  const { send, isPending, error } = useSend("setPolicies", {
    refreshes: ["getPolicies", "simulatePolicies"],
    onDone: ({ version, aloneUntil }) =>
      toast(
        version !== null
          ? t("saved", { version })
          : t(aloneUntil === null ? "policiesWait" : "policiesAlone"),
      ),
  });
  const change = (index: number, policy: Policy | null) =>
    setPolicies(policy === null ? policies.filter((_, at) => at !== index) : policies.with(index, policy));
  const moveUp = (index: number) => {
    const moved = policies[index]!;
    setPolicies(policies.toSpliced(index, 1).toSpliced(index - 1, 0, moved));
  };
  const submit = () =>
    send({
      merchantId,
      kind,
      policies: [...policies] as Inputs["setPolicies"]["policies"],
      expireAfterMinutes: set.expireAfterMinutes,
      exceptWays: exceptWays as Inputs["setPolicies"]["exceptWays"],
    });
  return (
    <Form onSubmit={submit} error={error}>
      {isGuard(kind) && <p className="text-14 text-ink-2">{t(`about_${kind}`)}</p>}
      {set.waits !== null && (
        <Note
          title={t.rich("policiesWaiting", { name: <Person person={set.waits.maker} /> })}
          actions={<ApprovalLink requestId={set.waits.requestId} />}
        >
          {set.waits.aloneUntil === null
            ? t("policiesWaitingText")
            : t.rich("policiesWaitingAlone", { at: <Time at={set.waits.aloneUntil} shape="minute" /> })}
        </Note>
      )}
      {policies.length === 0 && <p className="text-ink-2">{t("noPolicies")}</p>}
      <ol className="grid gap-4">
        {policies.map((policy, index) => (
          <li key={index}>
            <PolicyFields
              kind={kind}
              policy={policy}
              names={names}
              onChange={(changed) => change(index, changed)}
              onMoveUp={index > 0 ? () => moveUp(index) : undefined}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon="plus"
          onClick={() => setPolicies([...policies, newPolicy(kind, `${t("policy")} ${policies.length + 1}`)])}
        >
          {t("addPolicy")}
        </Button>
      </div>
      <p className="text-14">{t("expiry", { time: duration(set.expireAfterMinutes) })}</p>
      {kind === "transfer" && <Exceptions ways={exceptWays} onChange={setExceptWays} />}
      <div className="flex flex-wrap items-center gap-4">
        <Can operation="setPolicies">
          <Button type="submit" look="primary" busy={isPending}>
            {t("save")}
          </Button>
        </Can>
        <span className="text-13 text-ink-2">{t("version", { version: set.version })}</span>
      </div>
    </Form>
  );
}

interface ExceptionsProps {
  ways: readonly string[];
  onChange: (ways: readonly string[]) => void;
}

function Exceptions({ ways, onChange }: ExceptionsProps) {
  const t = useTexts();
  return (
    <Card title={t("exceptions")} lead={t("exceptionsLead")}>
      <div className="grid gap-2 sm:grid-cols-2">
        {WAYS.map((way) => (
          <Checkbox
            key={way}
            label={t(`way_${way}`)}
            checked={ways.includes(way)}
            onChange={(on) => onChange(on ? [...ways, way] : ways.filter((one) => one !== way))}
          />
        ))}
      </div>
    </Card>
  );
}
