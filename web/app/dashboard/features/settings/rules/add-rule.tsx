// Adds a rule. It can be tried on past transfers first.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import { readAmount } from "#dashboard/ui/rupees.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import {
  isAmount,
  kinds,
  lastThirtyDays,
  outcomeOf,
  parametersOf,
  scopes,
  type Kind,
  type ParameterName,
  type Parameters,
} from "./kinds.ts";
import { useTexts } from "./texts.ts";
import { TrialResult } from "./trial-result.tsx";

type Typed = Partial<Record<ParameterName, string>>;

/** Returns the typed values in the format of the API. */
function toParameters(typed: Typed): Parameters {
  const entries = Object.entries(typed).map(([name, text]) => {
    if (isAmount(name)) return [name, readAmount(text) ?? text];
    return [name, name === "direction" ? text : Number(text)];
  });
  return Object.fromEntries(entries) as Parameters;
}

export function AddRule({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const words = useRuleWords();
  const merchantId = useMerchantId();
  const [kind, setKind] = useState<Kind>("transfer_limit");
  const [typed, setTyped] = useState<Typed>(parametersOf.transfer_limit);
  const [effect, setEffect] = useState<"block" | "review">("review");
  const [scope, setScope] = useState<(typeof scopes)[number]>("merchant");
  const attempt = useSend("tryRule");
  const add = useSend("addRule", {
    refreshes: ["listRules"],
    onDone: (done) => {
      toast(t(outcomeOf(done, "changed")));
      onClose();
    },
  });
  const rule = {
    ...{ merchantId, kind, scope },
    parameters: toParameters(typed),
    effect: kind === "trusted_amount" ? ("allow" as const) : effect,
  };
  /** A trial is valid only for the rule that was tried. */
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      attempt.reset();
      set(value);
    };
  const tryIt = () => attempt.send({ ...rule, ...lastThirtyDays(Date.now()) });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("addTitle")}
      lead={t("tryFirst")}
      actions={
        <>
          <Button look={attempt.data ? "secondary" : "primary"} busy={attempt.isPending} onClick={tryIt}>
            {t("try")}
          </Button>
          <Button
            look={attempt.data ? "primary" : "secondary"}
            busy={add.isPending}
            onClick={() => add.send(rule)}
          >
            {t("addNow")}
          </Button>
        </>
      }
    >
      <Form error={add.error ?? attempt.error} onSubmit={tryIt}>
        <Select
          label={t("kind")}
          name="kind"
          value={kind}
          options={kinds.map((id) => ({ id, label: words.kind(id) }))}
          onChange={change((id: Kind) => {
            setKind(id);
            setTyped(parametersOf[id]);
          })}
        />
        <ParameterFields typed={typed} onChange={change(setTyped)} />
        <Select
          label={t("scope")}
          name="scope"
          value={scope}
          options={scopes.map((id) => ({ id, label: capitalised(words.scope(id)) }))}
          onChange={change(setScope)}
        />
        {kind !== "trusted_amount" && (
          <Select
            label={t("effect")}
            name="effect"
            value={effect}
            options={(["review", "block"] as const).map((id) => ({ id, label: words.effect(id) }))}
            onChange={change(setEffect)}
          />
        )}
        {attempt.data && <TrialResult trial={attempt.data} trusts={kind === "trusted_amount"} />}
      </Form>
    </Dialog>
  );
}

/** The same words are used inside sentences elsewhere, so they begin with a small letter. */
const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

function ParameterFields({ typed, onChange }: { typed: Typed; onChange: (typed: Typed) => void }) {
  const t = useTexts();
  const names = Object.keys(typed) as ParameterName[];
  return names.map((name) => {
    const value = typed[name] ?? "";
    const set = (text: string) => onChange({ ...typed, [name]: text });
    if (isAmount(name))
      return <MoneyInput key={name} label={t(`p_${name}`)} name={name} value={value} onChange={set} />;
    if (name === "direction")
      return (
        <Select
          key={name}
          label={t("p_direction")}
          name={name}
          value={value}
          options={(["above", "either"] as const).map((id) => ({ id, label: t(`d_${id}`) }))}
          onChange={set}
        />
      );
    return (
      <TextInput
        key={name}
        label={t(`p_${name}`)}
        name={name}
        inputMode="numeric"
        value={value}
        onChange={(text) => set(text.replaceAll(/\D/g, "").slice(0, 7))}
      />
    );
  });
}
