// /signup: creates a business and its Owner. The sandbox opens at once.
import { useState } from "react";
import { Link } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Inputs } from "#dashboard/api/operations.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { PasswordInput } from "./password-input.tsx";
import { useTexts } from "./texts.ts";
import { Closed, TryOutCard } from "./try-out.tsx";
import { useEntered } from "./use-entered.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type BusinessType = Inputs["signUp"]["businessType"];

const businessTypes = [
  "proprietorship",
  "partnership",
  "private_limited",
  "public_limited",
  "trust",
  "society",
] as const satisfies readonly BusinessType[];

const empty = { organization: "", businessType: "" as BusinessType, name: "", email: "", password: "" };

export default function SignUp() {
  const t = useTexts();
  const offers = useCall("readOffers", {});
  const [typed, setTyped] = useState(empty);
  const entered = useEntered();
  const signing = useSend("signUp", { onDone: () => entered() });
  const set = (field: keyof typeof empty) => (value: string) => setTyped({ ...typed, [field]: value });
  if (offers.data?.signUp === false) return <Closed />;
  return (
    <>
      <PageHeader title={t("signUp")} lead={t("signUpLead")} />
      <Form error={signing.error} onSubmit={() => signing.send(typed)}>
        <TextInput
          label={t("organization")}
          name="organization"
          autoComplete="organization"
          maxLength={100}
          value={typed.organization}
          onChange={set("organization")}
        />
        <Select<BusinessType | "">
          label={t("businessType")}
          name="businessType"
          value={typed.businessType}
          options={[
            { id: "", label: t("chooseOne"), disabled: true },
            ...businessTypes.map((id) => ({ id, label: t(id) })),
          ]}
          onChange={set("businessType")}
        />
        <TextInput
          label={t("yourName")}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={typed.name}
          onChange={set("name")}
        />
        <TextInput
          label={t("email")}
          name="email"
          type="email"
          autoComplete="username"
          value={typed.email}
          onChange={set("email")}
        />
        <PasswordInput
          isNew
          label={t("password")}
          name="password"
          hint={t("passwordHint")}
          value={typed.password}
          onChange={set("password")}
        />
        <Button look="primary" size="money" type="submit" busy={signing.isPending}>
          {t("createAccount")}
        </Button>
      </Form>
      <div className="mt-8 grid gap-4 border-t border-line pt-6">
        <p className="text-14">
          {t("haveAccount")}{" "}
          <Link to="/login" className="text-link underline">
            {t("logIn")}
          </Link>
        </p>
        <TryOutCard />
      </div>
    </>
  );
}
