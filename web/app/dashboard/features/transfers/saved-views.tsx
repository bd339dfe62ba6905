// Saved views: names that members give to the filters in the address.
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Menu, MenuItem, MenuLine, MenuNote } from "#dashboard/ui/menu.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

interface SavedViewsProps {
  list: "transfers" | "reversed";
  /** The current filters, as a query. */
  query: string;
}

export function SavedViews({ list, query }: SavedViewsProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const navigate = useNavigate();
  const [saving, setSaving] = useState(false);
  const { data } = useCall("listSavedViews", { merchantId, list });
  const remove = useSend("removeListView", { refreshes: ["listSavedViews"] });
  const views = data?.views ?? [];
  const mine = views.filter((view) => view.mine);
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" icon="star">
            {t("views")}
          </Button>
        }
      >
        {views.length === 0 && <MenuNote>{t("viewNone")}</MenuNote>}
        {views.map((view) => (
          <MenuItem key={view.viewId} onChoose={() => void navigate({ search: `?${view.query}` })}>
            {view.name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon="plus" disabled={query === ""} onChoose={() => setSaving(true)}>
          {t("viewSave")}
        </MenuItem>
        {mine.map(({ viewId, name }) => (
          <MenuItem
            key={viewId}
            icon="trash"
            danger
            onChoose={() => remove.send({ merchantId, list, viewId })}
          >
            {t("viewRemove", { name })}
          </MenuItem>
        ))}
      </Menu>
      {saving && <SaveView {...{ list, query }} onClose={() => setSaving(false)} />}
    </>
  );
}

function SaveView({ list, query, onClose }: SavedViewsProps & { onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const save = useSend("saveListView", {
    refreshes: ["listSavedViews"],
    onDone: () => {
      toast(t("viewSaved"));
      onClose();
    },
  });
  const send = () => save.send({ merchantId, list, name: name.trim(), query, shared });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("viewSave")}
      width="sm"
      keepOpen
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="primary" busy={save.isPending} disabled={name.trim() === ""} onClick={send}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") send();
        }}
      >
        <TextInput label={t("viewName")} value={name} onChange={setName} maxLength={60} />
        <Checkbox label={t("viewShared")} checked={shared} onChange={setShared} />
        {save.error && <ErrorBox error={save.error} />}
      </form>
    </Dialog>
  );
}
