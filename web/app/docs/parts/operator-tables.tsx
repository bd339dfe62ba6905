// The settings and commands of an installation. The commands come from the server's own --help at build time.
import { settings } from "#app/facts/settings.ts";
import { FactTable } from "./fact-tables.tsx";
import { Words } from "./words.tsx";

export function SettingTable() {
  const rows = settings.map(({ name, unset, about }) => ({
    id: `setting-${name}`,
    cells: [
      <code>{name}</code>,
      <>
        <Words text={about} />
        <div>
          Default: <Words text={unset} />
        </div>
      </>,
    ],
  }));
  return <FactTable label="Settings" head={["Setting", "Description"]} rows={rows} />;
}

export function CommandTable() {
  const rows = import.meta.env.OPERATOR_COMMANDS.map(({ name, about }) => ({
    id: `command-${name.split(" ")[0]}`,
    cells: [<code>{name}</code>, about],
  }));
  return <FactTable label="Commands" head={["Command", "What it does"]} rows={rows} />;
}
