// The choice of events: all of them, or some by name.
import { Checkbox } from "#dashboard/ui/choices.tsx";
import type { Format } from "./kinds.ts";
import { useTexts } from "./texts.ts";

export interface EventChoice {
  readonly eventType: string;
  readonly inV2: boolean;
}

interface EventPickerProps {
  events: readonly EventChoice[];
  format: Format;
  /** Null means all events. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
  /** The label of the choice "all". By default it includes events that are added later. */
  allLabel?: string;
}

export function EventPicker({ events, format, chosen, onChange, allLabel }: EventPickerProps) {
  const t = useTexts();
  const known = events.filter(({ inV2 }) => format !== "v2" || inV2).map(({ eventType }) => eventType);
  const toggle = (eventType: string, on: boolean) => {
    const now = chosen ?? known;
    onChange(on ? [...now, eventType] : now.filter((one) => one !== eventType));
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-14 font-semibold">{t("events")}</legend>
      <Checkbox
        label={allLabel ?? t("allEvents")}
        checked={chosen === null}
        onChange={(all) => onChange(all ? null : known)}
      />
      {chosen !== null && (
        <div className="grid gap-2 rounded-card border border-line p-3 sm:grid-cols-2">
          {known.map((eventType) => (
            <Checkbox
              key={eventType}
              label={<span className="font-mono text-13 break-all">{eventType}</span>}
              checked={chosen.includes(eventType)}
              onChange={(on) => toggle(eventType, on)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
