// The menu of the user: the profile, how the dashboard looks, and logging out.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useSend } from "../api/use-call.ts";
import { chooseLanguage, languages, useLanguage } from "../texts/language.ts";
import { chooseDensity, useDensity } from "../ui/density.ts";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink, MenuNote } from "../ui/menu.tsx";
import { features } from "../screens.ts";
import { announceSession } from "./session-channel.ts";
import { useSession, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";
import { chooseTheme, useTheme } from "./theme.ts";

const hasProfile = features.some((feature) => feature.screens.some((screen) => screen.path === "me"));

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();
}

export function UserMenu() {
  const t = useTexts();
  const { me } = useSession();
  const to = useTo();
  const navigate = useNavigate();
  const client = useQueryClient();
  const leaving = useSend("logOut", {
    onDone: () => {
      announceSession("logged-out");
      void navigate("/login");
      client.clear();
    },
  });
  const language = useLanguage();
  const theme = useTheme();
  const density = useDensity();
  const themes = [
    { id: "light", label: t("themeLight") },
    { id: "dark", label: t("themeDark") },
    { id: "system", label: t("themeSystem") },
  ] as const;
  const densities = [
    { id: "regular", label: t("densityRegular") },
    { id: "compact", label: t("densityCompact") },
  ] as const;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t("you", { name: me.name })}
          data-initials={initialsOf(me.name)}
          className="initials grid size-9 shrink-0 place-items-center rounded-full bg-neu-bg text-13 font-semibold text-neu hover:bg-line pointer-coarse:size-11"
        />
      }
    >
      <MenuNote>
        <span className="block font-semibold text-ink">{me.name}</span>
        <span className="block">{me.email}</span>
        <span className="block">{me.organization.name}</span>
      </MenuNote>
      <MenuLine />
      {hasProfile && (
        <MenuLink to={to("me")} icon="person">
          {t("yourAccount")}
        </MenuLink>
      )}
      <MenuChoice label={t("theme")} value={theme} choices={themes} onChoose={chooseTheme} />
      <MenuChoice label={t("language")} value={language} choices={languages} onChoose={chooseLanguage} />
      <MenuChoice label={t("density")} value={density} choices={densities} onChoose={chooseDensity} />
      <MenuLine />
      <MenuItem icon="logOut" onChoose={() => leaving.send({})}>
        {t("logOut")}
      </MenuItem>
    </Menu>
  );
}
