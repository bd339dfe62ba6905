// Adds the same addresses to several categories at once.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { AddressesInput } from "./addresses-input.tsx";
import { type Category, useCategoryName } from "./category-name.ts";
import { useTexts } from "./texts.ts";

interface AddRecipientsDialogProps {
  categories: readonly Category[];
  onClose: () => void;
}

export function AddRecipientsDialog({ categories, onClose }: AddRecipientsDialogProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const nameOf = useCategoryName();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const add = useSend("addNotificationRecipients", {
    refreshes: ["getNotifications"],
    onDone: () => {
      toast(t("added"));
      onClose();
    },
  });
  const isReady = typed.trim() !== "" && chosen.length > 0;
  const send = () => isReady && add.send({ merchantId, categories: chosen, recipients: typed });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("add")}
      actions={
        <Button type="submit" form="add-recipients" look="primary" busy={add.isPending} disabled={!isReady}>
          {t("addButton")}
        </Button>
      }
    >
      <Form id="add-recipients" error={add.error} onSubmit={send}>
        <AddressesInput value={typed} onChange={setTyped} />
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-14 font-semibold">{t("categories")}</legend>
          <Checkbox
            label={t("allCategories")}
            checked={chosen.length === categories.length}
            onChange={(all) => setChosen(all ? categories.map(({ category }) => category) : [])}
          />
          <div className="grid gap-2 rounded-card border border-line p-3 sm:grid-cols-2">
            {categories.map((one) => (
              <Checkbox
                key={one.category}
                label={nameOf(one).name}
                checked={chosen.includes(one.category)}
                onChange={(on) =>
                  setChosen((now) =>
                    on ? [...now, one.category] : now.filter((other) => other !== one.category),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      </Form>
    </Dialog>
  );
}
