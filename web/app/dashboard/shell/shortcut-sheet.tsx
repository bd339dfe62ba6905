// Lists all keyboard shortcuts, with a switch that turns off single letters.
import { useLanguage } from "../texts/language.ts";
import { Checkbox } from "../ui/choices.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { chooseLetterKeys, useLetterKeys } from "../ui/letter-keys.ts";
import { navOf } from "./nav.ts";
import { useSession } from "./session.tsx";

import { useTexts } from "./texts.ts";

function Line({ keys, does }: { keys: string; does: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-1.5">
      <dt>{does}</dt>
      <dd className="flex gap-1">
        {keys.split(" ").map((key) => (
          <kbd key={key} className="key">
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const language = useLanguage();
  const { environment } = useSession();
  const letters = useLetterKeys();
  // The first screen of a group has the group's name: "Transfers", not "All".
  const screens = navOf(environment).flatMap((group) =>
    group.entries
      .filter((entry) => entry.goKey !== undefined)
      .map((entry) => ({
        ...entry,
        name: entry === group.entries[0] ? t(group.id) : entry.label[language],
      })),
  );
  return (
    <Dialog open onClose={onClose} title={t("helpShortcuts")} width="lg">
      <div className="grid gap-x-8 md:grid-cols-2">
        <dl>
          <Line keys="Ctrl K" does={t("palette")} />
          <Line keys="/" does={t("palette")} />
          <Line keys="?" does={t("helpShortcuts")} />
          <Line keys="n" does={t("keyNew")} />
          <Line keys="j k" does={t("keyRow")} />
          <Line keys="Space" does={t("keyPeek")} />
          <Line keys="Enter" does={t("keyOpen")} />
          <Line keys="x" does={t("keySelect")} />
          <Line keys="Esc" does={t("keyClose")} />
        </dl>
        <dl>
          {screens.map((entry) => (
            <Line key={entry.path} keys={`g ${entry.goKey}`} does={entry.name} />
          ))}
        </dl>
      </div>
      <div className="mt-4">
        <Checkbox
          label={t("letterKeys")}
          checked={letters === "on"}
          onChange={(on) => chooseLetterKeys(on ? "on" : "off")}
        />
      </div>
    </Dialog>
  );
}
