// The reference of the API's calls, from the published contract.
import { apiOperations } from "#app/facts/api-operations.ts";
import type { ApiOperation } from "#app/facts/api-operations.ts";
import { apiSample } from "#app/facts/api-samples.ts";
import { librarySample } from "#app/facts/library-samples.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { languages } from "#ui/code-language.ts";
import { CodeTabs } from "#ui/code-tabs.tsx";
import highlight from "../highlight.prerender.ts";
import { FactTable } from "./fact-tables.tsx";
import { Words } from "./words.tsx";

/** The places where a parameter can be sent, in the order of a request. */
const places = [
  { where: "path", title: "Path parameters" },
  { where: "query", title: "Query parameters" },
  { where: "header", title: "Headers" },
  { where: "body", title: "Body parameters" },
] as const;

function Parameters({ operation }: { operation: ApiOperation }) {
  return places.map(({ where, title }) => {
    const rows = operation.fields
      .filter((field) => field.where === where)
      .map((field) => ({
        id: [operation.id, where === "body" ? "" : where, field.name.replaceAll(/\W+/g, "-")]
          .filter((part) => part !== "")
          .join("-"),
        cells: [
          <>
            <code className="breaks">{field.name}</code>
            {field.required && <div className="text-12 text-bad">required</div>}
          </>,
          <>
            <div className="text-ink-2">{field.type}</div>
            <Words text={field.about} />
          </>,
        ],
      }));
    if (rows.length === 0) return null;
    return (
      <FactTable
        key={where}
        label={`${title} of ${operation.id}`}
        head={[title, "Description"]}
        rows={rows}
      />
    );
  });
}

const toneOf = (subCode: string) => (subCode < "300" ? "ok" : subCode < "500" ? "warn" : "bad");

function Responses({ operation }: { operation: ApiOperation }) {
  const several = operation.versions.length > 1;
  const rows = operation.answers.map((answer) => ({
    cells: [
      <span className={`code-pill tone-${toneOf(answer.subCode)}`}>{answer.subCode}</span>,
      <code>{answer.status}</code>,
      answer.message,
      ...(several ? [answer.versions.join(", ")] : []),
    ],
  }));
  const head = ["subCode", "status", "message", ...(several ? ["Versions"] : [])];
  const codes = [...new Set(operation.answers.map(({ subCode }) => subCode))];
  return (
    <details className="faq">
      <summary>
        <span>{`All ${rows.length} responses`}</span>
        <span aria-hidden="true" className="ml-auto flex flex-wrap justify-end gap-1">
          {codes.map((code) => (
            <span key={code} className={`code-pill tone-${toneOf(code)}`}>
              {code}
            </span>
          ))}
        </span>
      </summary>
      <div>
        <FactTable label={`Responses of ${operation.id}`} head={head} rows={rows} />
      </div>
    </details>
  );
}

function Method({ name }: { name: string }) {
  return <span className={`method method-${name.toLowerCase()}`}>{name}</span>;
}

/** Shows method and paths, the newest version first. A click copies the path. */
function Paths({ operation }: { operation: ApiOperation }) {
  return (
    <ul className="paths" aria-label={`Paths of ${operation.id}`}>
      {operation.versions.toReversed().map(({ path }) => (
        <li key={path} data-code>
          <Method name={operation.method} />
          <code className="breaks">{path}</code>
          <button type="button" data-copy aria-label={`Copy ${path}`} />
        </li>
      ))}
    </ul>
  );
}

const grammars = { curl: "bash", node: "javascript", java: "java", python: "python", php: "php" } as const;

function Samples({ operation }: { operation: ApiOperation }) {
  const panels = languages.map(({ id, label }) => {
    const lines = [librarySample(operation, id), apiSample(operation, id)].map(
      (text) => text && highlight(text, grammars[id]),
    );
    return { language: id, label, library: lines[0], http: lines[1] };
  });
  return (
    <figure data-sample={`api/${operation.id}`}>
      <CodeTabs name={operation.id} title={`Language of ${operation.id}`} panels={panels} />
    </figure>
  );
}

function Operation({ operation }: { operation: ApiOperation }) {
  return (
    <section className="call">
      <div className="call-about">
        <h2 id={operation.id} tabIndex={-1}>
          <span>{operation.title}</span>
          <a className="anchor" href={`#${operation.id}`} aria-label={`Link to: ${operation.title}`} />
        </h2>
        <Paths operation={operation} />
        {operation.about && (
          <p>
            <Words text={operation.about} />
          </p>
        )}
        {operation.fields.length > 0 && (
          <div id={`${operation.id}-parameters`}>
            <p className="part">Parameters</p>
            <Parameters operation={operation} />
          </div>
        )}
        <div id={`${operation.id}-responses`}>
          <p className="part">Responses</p>
          <Responses operation={operation} />
        </div>
      </div>
      <div className="call-code">
        <button
          type="button"
          className="try only-js"
          data-try={operation.id}
          aria-label={`Try it: ${operation.title}`}
        >
          Try it
        </button>
        <Samples operation={operation} />
        {operation.answer !== undefined && (
          <figure>
            <CodeBlock
              label="Response"
              lines={highlight(JSON.stringify(operation.answer, null, 2), "json")}
            />
          </figure>
        )}
      </div>
    </section>
  );
}

/** Calls that are on a different page than their tag. */
const moved: Record<string, string> = {
  lend: "Lending",
  requestRecall: "Recalls",
  getRecallStatus: "Recalls",
  getRecallLetter: "Recalls",
  withdrawRecall: "Recalls",
};

/** Groups that have their own page. All other calls share one. */
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

const groupOf = ({ id, tag }: ApiOperation) => moved[id] ?? tag;

/** Returns the address of a call in the reference. */
export function addressOfCall(operation: ApiOperation): string {
  const group = groupOf(operation);
  const page = paged.includes(group) ? group.toLowerCase() : "lending-and-incidents";
  return `/payout/api/${page}#${operation.id}`;
}

/** Shows the calls of a tag. Without a tag, shows all calls whose tag has no page. */
export function ApiReference({ tag }: { tag?: string }) {
  const shown = apiOperations.filter((operation) =>
    tag === undefined ? !paged.includes(groupOf(operation)) : groupOf(operation) === tag,
  );
  return (
    <>
      {/* Other documents link to a group of calls by its name in the contract. */}
      {tag !== undefined && <a id={tag} />}
      {shown.map((operation) => (
        <Operation key={operation.id} operation={operation} />
      ))}
    </>
  );
}

/** Shows one call as a sample, for pages that explain it. */
export function ApiSample({ id }: { id: string }) {
  const operation = apiOperations.find((one) => one.id === id);
  if (!operation) throw new Error(`The contract has no call ${id}`);
  return <Samples operation={operation} />;
}
