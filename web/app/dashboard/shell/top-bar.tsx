// The bar above every screen: the environment, the search field, the state of the connection, help, and the user menu.
import { Menu, MenuItem, MenuLink } from "../ui/menu.tsx";
import { Icon } from "../ui/icon.tsx";
import { brand } from "#app/brand.ts";
import { BalanceChip } from "./balance-chip.tsx";
import { ConnectionDot } from "./connection-dot.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { MerchantPicker } from "./merchant-picker.tsx";
import { openPalette, openShortcuts } from "./shell-events.ts";
import { useTexts } from "./texts.ts";
import { UserMenu } from "./user-menu.tsx";

const button =
  "inline-grid size-9 shrink-0 place-items-center rounded-field text-ink-2 hover:bg-sunken hover:text-ink " +
  "data-popup-open:bg-sunken pointer-coarse:size-11";

function PaletteField() {
  const t = useTexts();
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      className="flex min-h-9 min-w-9 items-center gap-2 rounded-field border border-line bg-surface px-2 text-left text-14 text-ink-3 hover:border-control pointer-coarse:min-h-11 lg:w-64"
    >
      <Icon name="search" size={16} />
      <span className="sr-only flex-1 truncate lg:not-sr-only">{t("palette")}</span>
      <kbd className="key hidden lg:inline">Ctrl K</kbd>
    </button>
  );
}

function HelpMenu() {
  const t = useTexts();
  return (
    <Menu
      trigger={
        <button type="button" className={button} aria-label={t("help")} title={t("help")}>
          <Icon name="help" />
        </button>
      }
    >
      <MenuLink to="/payout/introduction" icon="report">
        {t("helpDocs")}
      </MenuLink>
      <MenuItem icon="keyboard" keys="?" onChoose={openShortcuts}>
        {t("helpShortcuts")}
      </MenuItem>
      <MenuLink to={`mailto:${brand.supportEmail}`} icon="person">
        {t("helpMail")}
      </MenuLink>
    </Menu>
  );
}

export function TopBar() {
  return (
    <div className="top-bar print:hidden">
      <EnvironmentSwitch />
      <MerchantPicker />
      <div className="flex-1" />
      <PaletteField />
      <BalanceChip />
      <ConnectionDot />
      <HelpMenu />
      <UserMenu />
    </div>
  );
}
