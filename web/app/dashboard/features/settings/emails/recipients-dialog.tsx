// The recipients of one category. Several can be added at once, separated by commas, and each can be deleted.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { AddressesInput } from "./addresses-input.tsx";
import { type Category, useCategoryName } from "./category-name.ts";
import { useTexts } from "./texts.ts";

const recipientsMax = 10;

export function RecipientsDialog({ category: shown, onClose }: { category: Category; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { category, recipients } = shown;
  const { name } = useCategoryName()(shown);
  const [typed, setTyped] = useState("");
  const add = useSend("addNotificationRecipients", {
    refreshes: ["getNotifications"],
    onDone: () => {
      setTyped("");
      toast(t("added"));
    },
  });
  const remove = useSend("deleteNotificationRecipient", {
    refreshes: ["getNotifications"],
    onDone: () => toast(t("removed")),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("manageTitle", { name })}
      actions={
        <Button look="primary" onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      <div className="grid gap-4">
        {recipients.length > 0 && (
          <ul className="grid">
            {recipients.map((address) => (
              <li key={address} className="flex items-center justify-between gap-2 border-b border-line py-1">
                <span className="min-w-0 break-all">{address}</span>
                <IconButton
                  icon="trash"
                  label={t("remove", { address })}
                  onClick={() => remove.send({ merchantId, category, recipient: address })}
                />
              </li>
            ))}
          </ul>
        )}
        {remove.error && <ErrorBox error={remove.error} />}
        {recipients.length >= recipientsMax ? (
          <Note>{t("full")}</Note>
        ) : (
          <Form
            error={add.error}
            onSubmit={() => add.send({ merchantId, categories: [category], recipients: typed })}
          >
            <AddressesInput value={typed} onChange={setTyped} />
            <div>
              <Button type="submit" busy={add.isPending} disabled={typed.trim() === ""}>
                {t("addButton")}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </Dialog>
  );
}
