// Shown if no row matches the filters. It lists them, and offers a wider search.
import { Button } from "../button.tsx";
import { useTexts } from "../texts.ts";

interface NoMatchProps {
  onClear: () => void;
  /** A wider search, such as "Search the previous 90 days". */
  wider?: { label: string; onPress: () => void };
}

export function NoMatch({ onClear, wider }: NoMatchProps) {
  const t = useTexts();
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <p className="text-18 font-semibold">{t("noMatch")}</p>
      <p className="text-ink-2">{t("noMatchLead")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {wider && <Button onClick={wider.onPress}>{wider.label}</Button>}
        <Button onClick={onClear}>{t("clearFilters")}</Button>
      </div>
    </div>
  );
}
