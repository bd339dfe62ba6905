// Changes the password, which requires the current one.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

export function PasswordCard() {
  const t = useTexts();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const changing = useSend("changePassword", {
    refreshes: ["readSecurity"],
    onDone: () => {
      toast(t("changed"));
      setCurrent("");
      setNext("");
    },
  });
  return (
    <Card title={t("password")} lead={t("passwordLead")}>
      <Form
        className="grid max-w-[28rem] gap-5"
        error={changing.error}
        onSubmit={() => changing.send({ current, next })}
      >
        <TextInput
          label={t("current")}
          name="current"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <TextInput
          label={t("next")}
          name="next"
          type="password"
          autoComplete="new-password"
          hint={t("nextHint")}
          value={next}
          onChange={setNext}
        />
        <Button type="submit" className="justify-self-start" busy={changing.isPending}>
          {t("change")}
        </Button>
      </Form>
    </Card>
  );
}
