// Adds a beneficiary: their name, how they are paid, and then what the bank says about the account.
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { Can, useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { emptyDetails, inputOf, isReady, kindOf, neededBy, suggestId } from "./details.ts";
import type { Details } from "./details.ts";
import { HowFields } from "./how-fields.tsx";
import type { PaidTo } from "./kinds.ts";
import { useTexts } from "./texts.ts";
import { verifiesAtOnce } from "./verification.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function AddBeneficiary() {
  const t = useTexts();
  const to = useTo();
  const navigate = useNavigate();
  const merchantId = useMerchantId();
  const may = useCan()("addBeneficiary");
  const former = useSearchParams()[0].get("like");
  const [kind, setKind] = useState<PaidTo>("bank");
  const [details, setDetails] = useState<Details>(emptyDetails);
  const [verifies, setVerifies] = useState(true);
  const like = useCall(
    "getBeneficiary",
    { merchantId, beneficiaryId: former ?? "" },
    { enabled: former !== null },
  ).data;
  useEffect(() => {
    if (!like) return;
    setKind(kindOf(like));
    setDetails((now) => ({ ...now, ...likeness(like) }));
  }, [like]);
  const { send, error, isPending } = useSend("addBeneficiary", {
    refreshes: ["listBeneficiaries"],
    onDone: ({ beneficiaryId, awaitsApproval, replacesAccount }) => {
      toast(t(replacesAccount ? "addedReplaces" : awaitsApproval ? "addedAwaits" : "added"));
      const state = verifies && neededBy[kind].canVerify ? verifiesAtOnce : null;
      void navigate(to(`beneficiaries/${beneficiaryId}`), { state });
    },
  });
  const set = (change: Partial<Details>) => setDetails((now) => ({ ...now, ...change }));
  const field = (key: keyof Details) => ({
    name: key,
    value: details[key],
    onChange: (value: string) => set({ [key]: value }),
  });
  const submit = () => send({ merchantId, ...inputOf(kind, details) });
  return (
    <>
      <PageHeader
        title={t("addTitle")}
        lead={t("addLead")}
        trail={
          <Link to={to("beneficiaries")} className="hover:underline">
            {t("title")}
          </Link>
        }
      />
      <Form
        error={error}
        className="grid max-w-170 gap-5"
        onSubmit={() => may && isReady(kind, details) && submit()}
      >
        {like && <Note>{t("likeFormer", { name: like.name })}</Note>}
        <WhoCard kind={kind} details={details} onChange={set} />
        <Card title={t("how")}>
          <div className="grid gap-4">
            <HowFields kind={kind} details={details} onKind={setKind} onChange={set} />
            {neededBy[kind].canVerify && (
              <Checkbox
                label={t("verifyNow")}
                hint={t("verifyHint")}
                checked={verifies}
                onChange={setVerifies}
              />
            )}
          </div>
        </Card>
        <Card title={t("more")}>
          <div className="grid gap-4">
            <TextInput label={t("address")} optional autoComplete="off" {...field("address1")} />
            <TextInput
              label={t("purpose")}
              optional
              maxLength={100}
              hint={t("purposeHint")}
              {...field("purpose")}
            />
          </div>
        </Card>
        <div className="flex flex-wrap gap-2">
          <Can operation="addBeneficiary">
            <Button type="submit" look="primary" busy={isPending} disabled={!isReady(kind, details)}>
              {t("addSend")}
            </Button>
          </Can>
        </div>
      </Form>
    </>
  );
}

interface WhoCardProps {
  kind: PaidTo;
  details: Details;
  onChange: (change: Partial<Details>) => void;
}

function WhoCard({ kind, details, onChange }: WhoCardProps) {
  const t = useTexts();
  const [suggested, setSuggested] = useState<string>();
  const field = (key: keyof Details) => ({
    name: key,
    value: details[key],
    onChange: (value: string) => onChange({ [key]: value }),
  });
  return (
    <Card title={t("who")}>
      <div className="grid gap-4">
        <TextInput
          label={t("name")}
          autoComplete="off"
          {...field("name")}
          onBlur={() => {
            if (details.beneId !== "") return;
            const beneId = suggestId(details.name);
            setSuggested(beneId);
            onChange({ beneId });
          }}
        />
        <TextInput
          label={t("idOwn")}
          mono
          maxLength={50}
          hint={t("idHint")}
          {...field("beneId")}
          onClick={({ currentTarget }) => {
            // Typing then replaces a suggested ID, as it does after reaching the field with the Tab key.
            if (details.beneId === suggested) currentTarget.select();
          }}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput label={t("phone")} type="tel" autoComplete="off" {...field("phone")} />
          <TextInput
            label={t("email")}
            optional={!neededBy[kind].email}
            type="email"
            autoComplete="off"
            {...field("email")}
          />
        </div>
      </div>
    </Card>
  );
}

/**
 * Returns the former values without the account number, which must be typed again because it is what usually changed.
 */
function likeness(like: Record<string, unknown>): Partial<Details> {
  const kept = ["beneId", "name", "email", "phone", "ifsc", "vpa", "purpose", "address1"] as const;
  return Object.fromEntries(kept.map((key) => [key, typeof like[key] === "string" ? like[key] : ""]));
}
