// The tables of the glossary and of the classic API's versions with their calls. Both are read at build time.
import { apiOperations } from "#app/facts/api-operations.ts";
import { addressOfCall } from "./api-reference.tsx";
import { FactTable } from "./fact-tables.tsx";
import { Words } from "./words.tsx";

const idOf = (word: string) =>
  word
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export function GlossaryTable() {
  const rows = import.meta.env.GLOSSARY.map(({ word, meaning }) => ({
    id: `word-${idOf(word)}`,
    cells: [<strong>{word}</strong>, <Words text={meaning} />],
  }));
  return <FactTable label="Glossary" head={["Word", "Meaning"]} rows={rows} />;
}

/**
 * Shows one row for each version of the classic API, oldest first, with its calls. It is a figure, which search skips,
 * because search finds calls in the reference.
 */
export function VersionTable() {
  const versions = [...new Set(apiOperations.flatMap((one) => one.versions.map(({ version }) => version)))];
  const rows = versions.toSorted().map((version) => ({
    cells: [<code>{`/payout/${version}`}</code>, <Calls version={version} />],
  }));
  return (
    <figure>
      <FactTable label="Versions of the classic API" head={["Address", "Calls"]} rows={rows} />
    </figure>
  );
}

function Calls({ version }: { version: string }) {
  const calls = apiOperations.filter((one) => one.versions.some((known) => known.version === version));
  return calls.map((operation, at) => (
    <span key={operation.id}>
      {at > 0 && ", "}
      <a href={addressOfCall(operation)}>{operation.id}</a>
    </span>
  ));
}
