// The reference of the API's calls, from the published contract.
import { Fragment } from "react";
import { apiOperations } from "#app/facts/api-operations.ts";
import type { ApiOperation } from "#app/facts/api-operations.ts";
import { apiSample } from "#app/facts/api-samples.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { languages } from "#ui/code-language.ts";
import { CodeTabs } from "#ui/code-tabs.tsx";
import highlight from "../highlight.prerender.ts";
import { FactTable } from "./fact-tables.tsx";
import { Words } from "./words.tsx";

function Fields({ operation }: { operation: ApiOperation }) {
  const rows = operation.fields.map((field) => ({
    id: [operation.id, field.where === "body" ? "" : field.where, field.name.replaceAll(/\W+/g, "-")]
      .filter((part) => part !== "")
      .join("-"),
    cells: [
      <>
        <code>{field.name}</code>
        {field.required && <div className="text-12 text-bad">required</div>}
      </>,
      <>
        <div className="text-ink-2">{`In the ${field.where}: ${field.type}`}</div>
        <Words text={field.about} />
      </>,
    ],
  }));
  return <FactTable label={`Fields of ${operation.id}`} head={["Field", "About"]} rows={rows} />;
}

function Answers({ operation }: { operation: ApiOperation }) {
  const several = operation.versions.length > 1;
  const rows = operation.answers.map((answer) => ({
    cells: [
      answer.subCode,
      <code>{answer.status}</code>,
      answer.message,
      ...(several ? [answer.versions.join(", ")] : []),
    ],
  }));
  const head = ["subCode", "status", "message", ...(several ? ["Versions"] : [])];
  return (
    <details className="faq">
      <summary>{`All ${rows.length} answers`}</summary>
      <div>
        <FactTable label={`Answers of ${operation.id}`} head={head} rows={rows} />
      </div>
    </details>
  );
}

const grammars = { curl: "bash", node: "javascript", java: "java", python: "python", php: "php" } as const;

function Samples({ operation }: { operation: ApiOperation }) {
  const panels = languages.map(({ id, label }) => ({
    language: id,
    label,
    lines: highlight(apiSample(operation, id), grammars[id]),
  }));
  return (
    <figure data-sample={`api/${operation.id}`}>
      <CodeTabs name={operation.id} title={`Language of ${operation.id}`} panels={panels} />
    </figure>
  );
}

function Operation({ operation }: { operation: ApiOperation }) {
  return (
    <section>
      <h2 id={operation.id} tabIndex={-1}>
        <span>{operation.title}</span>
        <a className="anchor" href={`#${operation.id}`} aria-label={`Link to: ${operation.title}`} />
      </h2>
      <p>
        {operation.versions.map((version) => (
          <Fragment key={version.path}>
            <code>{`${operation.method} ${version.path}`}</code>
            <br />
          </Fragment>
        ))}
      </p>
      <button
        type="button"
        className="try only-js"
        data-try={operation.id}
        aria-label={`Try it: ${operation.title}`}
      >
        Try it
      </button>
      {operation.about && (
        <p>
          <Words text={operation.about} />
        </p>
      )}
      <Samples operation={operation} />
      {operation.fields.length > 0 && (
        <>
          <h3 id={`${operation.id}-fields`} tabIndex={-1}>
            Fields
          </h3>
          <Fields operation={operation} />
        </>
      )}
      <h3 id={`${operation.id}-answers`} tabIndex={-1}>
        Answers
      </h3>
      {operation.answer !== undefined && (
        <figure>
          <CodeBlock
            label={`Answer of ${operation.id}`}
            lines={highlight(JSON.stringify(operation.answer, null, 2), "json")}
          />
        </figure>
      )}
      <Answers operation={operation} />
    </section>
  );
}

/** Calls that stand on another page than their tag's. */
const moved: Record<string, string> = {
  lend: "Lending",
  requestRecall: "Recalls",
  getRecallStatus: "Recalls",
  getRecallLetter: "Recalls",
  withdrawRecall: "Recalls",
};

/** Groups that have a page of their own; the calls of all others stand together on one. */
const paged = [
  "Access",
  "Beneficiaries",
  "Validation",
  "Transfers",
  "Batches",
  "Flowgram",
  "Balance",
  "Recalls",
  "Reports",
  "Notifications",
];

/** The calls of a tag; without one, those of all tags that have no page. */
export function ApiReference({ tag }: { tag?: string }) {
  return apiOperations
    .map((operation) => ({ operation, group: moved[operation.id] ?? operation.tag }))
    .filter(({ group }) => (tag === undefined ? !paged.includes(group) : group === tag))
    .map(({ operation }) => <Operation key={operation.id} operation={operation} />);
}

/** One call as a sample, for pages that explain it. */
export function ApiSample({ id }: { id: string }) {
  const operation = apiOperations.find((one) => one.id === id);
  if (!operation) throw new Error(`The contract has no call ${id}`);
  return <Samples operation={operation} />;
}
