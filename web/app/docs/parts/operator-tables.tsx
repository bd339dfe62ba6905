// The settings, commands and metrics of an installation. The commands come from the server's own --help at build time.
import { metrics } from "#app/facts/from-the-engine.ts";
import { settings } from "#app/facts/settings.ts";
import { onlyWith, onlyWithout } from "../../../addresses.ts";
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

export function MetricTable() {
  const rows = metrics.map(({ name, type, measured, labels, help }) => ({
    id: `metric-${name}`,
    cells: [
      <code>{name}</code>,
      <>
        {help}
        <div>
          {type}, {measured}
          {labels.length > 0 && <>; labels: {labels.join(", ")}</>}
        </div>
      </>,
    ],
  }));
  return <FactTable label="Metrics" head={["Metric", "Meaning"]} rows={rows} />;
}

/** Shows where webhooks come from: what the operator published, or what is true of any installation. */
export function WebhookAddresses() {
  const unpublished =
    "the outgoing address of the server or of its gateway; this operator has published no list";
  const sets = [
    { name: "webhooks-test", label: "Testing", token: "WEBHOOK_ADDRESSES_TEST" },
    { name: "webhooks-live", label: "Production", token: "WEBHOOK_ADDRESSES_LIVE" },
  ] as const;
  const items = sets.map(({ name, label, token }) => {
    const published = onlyWith(name, `<code>${token}</code>`);
    return `<li><strong>${label}:</strong> ${published}${onlyWithout(name, unpublished)}.</li>`;
  });
  return <ul dangerouslySetInnerHTML={{ __html: items.join("") }} />;
}
