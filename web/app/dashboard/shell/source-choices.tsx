import { useCall } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { useMerchantId } from "./session.tsx";

type Kind = Outputs["listFundSources"]["items"][number]["kind"];

interface SourceChoicesProps {
  label: string;
  hint: string;
  chosen: readonly string[];
  /** The kinds of fund sources that can be chosen. All of them if absent. */
  kinds?: readonly Kind[];
  /** The names of chosen fund sources, by their IDs, that the member may not see. */
  names?: Readonly<Record<string, string>>;
  onChange: (fundSourceIds: string[]) => void;
}

/** Chooses fund sources. One that no longer exists can still be removed. */
export function SourceChoices({ label, hint, chosen, kinds, names = {}, onChange }: SourceChoicesProps) {
  const { data } = useCall("listFundSources", { merchantId: useMerchantId() });
  const sources = (data?.items ?? []).filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const gone = chosen.filter((id) => !sources.some(({ fundSourceId }) => fundSourceId === id));
  const choices = [
    ...sources.map(({ fundSourceId, name }) => ({ id: fundSourceId, name: `${name} (${fundSourceId})` })),
    ...gone.map((id) => ({ id, name: names[id] ?? id })),
  ];
  const set = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-14 font-semibold">{label}</legend>
      <p className="text-13 text-ink-2">{hint}</p>
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(isChosen) => set(id, isChosen)}
        />
      ))}
    </fieldset>
  );
}
