// The form that connects the organization's provider. It is tested when the form is sent.
import { useState } from "react";
import { useCall, useList, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, RadioCards } from "#dashboard/ui/choices.tsx";
import { Select, TextArea, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card, Note } from "#dashboard/ui/layout.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { wordKey } from "./grant-fields.tsx";
import { useTexts } from "./texts.ts";

type Provider = NonNullable<Outputs["getProvider"]["provider"]>;

/** The built-in roles that a claim can give. */
const roles = ["admin", "approver", "initiator", "developer", "viewer"] as const;

/** Reads lines of `value = role`. A role is the name of a built-in or custom one, in any case. */
function readRoles(text: string, idOf: ReadonlyMap<string, string>): { value: string; role: string }[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.lastIndexOf("=");
      const role = line.slice(at + 1).trim();
      return { value: line.slice(0, Math.max(at, 0)).trim(), role: idOf.get(role.toLowerCase()) ?? role };
    });
}

/** Returns the IDs of roles by their names, and the names by their IDs. */
function useRoleNames() {
  const t = useTexts();
  const own = useCall("listRoles", {}).data?.own ?? [];
  const named: [string, string][] = [
    ...roles.map((role): [string, string] => [role, t(wordKey(role))]),
    ...own.map(({ roleId, name }): [string, string] => [roleId, name]),
  ];
  return {
    idOf: new Map(named.flatMap(([id, name]) => [[name.toLowerCase(), id] as const, [id, id] as const])),
    nameOf: new Map(named),
    names: named.map(([, name]) => name).join(", "),
  };
}

/** The content of the form. */
interface Draft {
  issuer: string;
  clientId: string;
  clientSecret: string;
  domains: string;
  rule: "offered" | "required";
  emergencyMemberId: string;
  isJoining: boolean;
  claim: string;
  /** The roles as text; undefined until they are edited. */
  mapping: string | undefined;
}

const draftOf = (provider: Provider | null): Draft => ({
  issuer: provider?.issuer ?? "",
  clientId: provider?.clientId ?? "",
  clientSecret: "",
  domains: provider?.domains.join(", ") ?? "",
  rule: provider?.required ? "required" : "offered",
  emergencyMemberId: provider?.emergencyMemberId ?? "",
  isJoining: provider?.joins != null,
  claim: provider?.joins?.claim ?? "groups",
  mapping: undefined,
});

interface PartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

export function ProviderForm({ provider, onDone }: { provider: Provider | null; onDone: () => void }) {
  const t = useTexts();
  const { idOf, nameOf, names } = useRoleNames();
  const [draft, setDraft] = useState(() => draftOf(provider));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const saved =
    provider?.joins?.roles.map(({ value, role }) => `${value} = ${nameOf.get(role) ?? role}`) ?? [];
  const mapping = draft.mapping ?? saved.join("\n");
  const connecting = useSend("connectProvider", {
    refreshes: ["getProvider"],
    onDone: ({ requestId, aloneUntil }) => {
      const waits = aloneUntil === null ? "providerWaits" : "providerAlone";
      toast(t(requestId === null ? "providerConnected" : waits));
      onDone();
    },
  });
  const { issuer, clientId, clientSecret, domains, rule, emergencyMemberId, isJoining, claim } = draft;
  const send = () =>
    connecting.send({
      issuer: issuer.trim(),
      clientId: clientId.trim(),
      ...(clientSecret === "" ? {} : { clientSecret }),
      domains: domains.split(/[\s,]+/).filter(Boolean),
      required: rule === "required",
      ...(rule === "required" && emergencyMemberId !== "" ? { emergencyMemberId } : {}),
      ...(isJoining ? { joins: { claim: claim.trim(), roles: readRoles(mapping, idOf) } } : {}),
    });
  return (
    <Card title={t(provider === null ? "connectTitle" : "changeTitle")} lead={t("connectLead")}>
      <Form error={connecting.error} onSubmit={send}>
        <ClientFields draft={draft} set={set} isKnown={provider !== null} />
        <RuleFields draft={draft} set={set} />
        <JoinFields draft={{ ...draft, mapping }} set={set} names={names} />
        <div className="flex flex-wrap gap-3">
          <Button look="primary" type="submit" busy={connecting.isPending}>
            {t("testAndConnect")}
          </Button>
          {provider !== null && <Button onClick={onDone}>{t("cancel")}</Button>}
        </div>
      </Form>
    </Card>
  );
}

function ClientFields({ draft, set, isKnown }: PartProps & { isKnown: boolean }) {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t("issuer")}
        name="issuer"
        inputMode="url"
        hint={t("issuerHint")}
        value={draft.issuer}
        onChange={(issuer) => set({ issuer })}
      />
      <TextInput
        label={t("clientId")}
        name="clientId"
        mono
        value={draft.clientId}
        onChange={(clientId) => set({ clientId })}
      />
      <TextInput
        label={t("clientSecret")}
        name="clientSecret"
        type="password"
        autoComplete="off"
        optional={isKnown}
        hint={isKnown ? t("secretStays") : undefined}
        value={draft.clientSecret}
        onChange={(clientSecret) => set({ clientSecret })}
      />
      <TextInput
        label={t("domains")}
        name="domains"
        hint={t("domainsHint")}
        value={draft.domains}
        onChange={(domains) => set({ domains })}
      />
    </>
  );
}

/** Lets the Owner choose whether log-in with the provider is required, and who can log in without it. */
function RuleFields({ draft, set }: PartProps) {
  const t = useTexts();
  const team = useList("listMembers", {});
  const owners = team.items.filter(
    ({ status, live, secondFactor }) =>
      status === "active" && secondFactor && live.permissions.includes("own_organization"),
  );
  const isRequired = draft.rule === "required";
  return (
    <>
      <RadioCards
        label={t("logInRule")}
        value={draft.rule}
        onChange={(rule) => set({ rule })}
        columns={2}
        cards={[
          { id: "offered", label: t("ruleOffered"), about: t("offeredAbout") },
          { id: "required", label: t("ruleRequired"), about: t("requiredAbout") },
        ]}
      />
      {isRequired && owners.length === 0 && <Note tone="warn">{t("noEmergency")}</Note>}
      {isRequired && owners.length > 0 && (
        <Select
          label={t("emergency")}
          name="emergencyMemberId"
          hint={t("emergencyHint")}
          value={draft.emergencyMemberId}
          options={[
            { id: "", label: t("chooseOwner") },
            ...owners.map(({ memberId, name, email }) => ({ id: memberId, label: `${name} (${email})` })),
          ]}
          onChange={(emergencyMemberId) => set({ emergencyMemberId })}
        />
      )}
    </>
  );
}

function JoinFields({ draft, set, names }: PartProps & { names: string }) {
  const t = useTexts();
  return (
    <>
      <Checkbox
        label={t("joins")}
        hint={t("joinsHint")}
        checked={draft.isJoining}
        onChange={(isJoining) => set({ isJoining })}
      />
      {draft.isJoining && (
        <>
          <TextInput
            label={t("claim")}
            name="joins.claim"
            mono
            value={draft.claim}
            onChange={(claim) => set({ claim })}
          />
          <TextArea
            label={t("mapping")}
            name="joins.roles"
            hint={t("mappingHint", { roles: names })}
            value={draft.mapping ?? ""}
            onChange={(mapping) => set({ mapping })}
            rows={4}
            mono
          />
        </>
      )}
    </>
  );
}
