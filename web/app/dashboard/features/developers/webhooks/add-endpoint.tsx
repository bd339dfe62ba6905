// Test & Add: the test is sent first, and the member sees its response before anything is saved.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { RadioCards } from "#dashboard/ui/choices.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { EventPicker, type EventChoice } from "./event-choice.tsx";
import { formats, type Format } from "./kinds.ts";
import { SecretShown } from "./secret-shown.tsx";
import { TestResult } from "./test-result.tsx";
import { useTexts } from "./texts.ts";

interface AddEndpointProps {
  events: readonly EventChoice[];
  onClose: () => void;
}

export function AddEndpoint({ events, onClose }: AddEndpointProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [url, setUrl] = useState("");
  const [format, setFormat] = useState<Format>("classic_form");
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const test = useSend("testWebhook");
  const add = useSend("addWebhookEndpoint", { refreshes: ["listWebhookEndpoints"] });
  if (add.data)
    return (
      <SecretShown title={t("savedTitle")} lead={t("savedLead")} secret={add.data.secret} onClose={onClose} />
    );
  // The result is valid only for the address and format that were tested.
  const tested = test.isPending ? undefined : test.data;
  const isTested = tested !== undefined;
  const forget = () => {
    test.reset();
    add.reset();
  };
  const sendTest = () => test.send({ merchantId, url: url.trim(), format });
  const save = () =>
    add.send({
      ...{ merchantId, url: url.trim(), format },
      ...(chosen !== null && { eventTypes: [...chosen] }),
    });
  const accepted = tested?.accepted === true;
  return (
    <Dialog
      open
      keepOpen
      width="lg"
      onClose={onClose}
      title={t("addTitle")}
      actions={
        <>
          <Button look={isTested ? "secondary" : "primary"} busy={test.isPending} onClick={sendTest}>
            {t(isTested ? "testAgain" : "testAndAdd")}
          </Button>
          {isTested && (
            <Button
              look={accepted ? "primary" : "secondary"}
              busy={add.isPending}
              disabled={chosen?.length === 0}
              onClick={save}
            >
              {t(accepted ? "save" : "saveAnyway")}
            </Button>
          )}
        </>
      }
    >
      <Form error={add.error ?? test.error} onSubmit={sendTest}>
        <TextInput
          label={t("url")}
          name="url"
          type="url"
          mono
          placeholder="https://"
          maxLength={2048}
          value={url}
          onChange={(typed) => {
            setUrl(typed);
            forget();
          }}
          hint={t("urlHint")}
        />
        <RadioCards
          label={t("format")}
          columns={2}
          value={format}
          cards={formats.map((id) => ({ id, label: t(id), about: t(`${id}About`) }))}
          onChange={(id) => {
            setFormat(id);
            forget();
          }}
        />
        <EventPicker events={events} format={format} chosen={chosen} onChange={setChosen} />
        {tested && <TestResult tested={tested} format={format} />}
        {isTested && format === "standard" && <p className="text-13 text-ink-2">{t("testKeyNote")}</p>}
      </Form>
    </Dialog>
  );
}
