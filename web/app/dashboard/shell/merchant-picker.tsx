// Shows the current merchant. If the organization has several in this environment, it is a choice.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuChoice } from "../ui/menu.tsx";
import { keepMerchant, useSession, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";

export function MerchantPicker() {
  const t = useTexts();
  const { me, environment, merchant } = useSession();
  const to = useTo();
  const navigate = useNavigate();
  const client = useQueryClient();
  const ours = me.merchants.filter((one) => one.mode === environment);
  if (ours.length < 2) {
    return <p className="hidden min-w-0 truncate text-14 text-ink-2 md:block">{merchant.name}</p>;
  }
  function choose(id: string): void {
    const chosen = ours.find((one) => one.merchantId === id);
    if (!chosen) return;
    keepMerchant(chosen);
    void navigate(to(""));
    void client.invalidateQueries({ queryKey: ["getSession"] });
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t("chooseMerchant", { name: merchant.name })}
          className="flex min-h-9 min-w-0 items-center gap-1.5 rounded-field px-2 text-14 text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <span className="truncate">{merchant.name}</span>
          <Icon name="down" size={14} />
        </button>
      }
    >
      <MenuChoice
        label={t("merchant")}
        value={merchant.merchantId}
        choices={ours.map(({ merchantId, name }) => ({ id: merchantId, label: name }))}
        onChoose={choose}
      />
    </Menu>
  );
}
