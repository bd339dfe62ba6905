// The facts beside an article: when it was written, when its programs last ran, and its text for other programs.
import { apiOperations } from "#app/facts/api-operations.ts";
import { apiTexts } from "#app/facts/library-samples.ts";
import { sampleHash } from "#app/facts/sample-hash.ts";
import record from "#app/facts/samples-ran.json";
import { renderToStaticMarkup } from "react-dom/server";
import { onlyWith } from "../../addresses.ts";

const files = import.meta.glob<string>("/samples/**/*", { eager: true, query: "?raw", import: "default" });
const hashes: Record<string, string> = record.hashes;

function textsOf(sample: string): string[] {
  const operation = apiOperations.find((one) => `api/${one.id}` === sample);
  if (operation) return apiTexts(operation);
  return Object.entries(files).flatMap(([path, text]) =>
    path.startsWith(`/samples/${sample}/`) ? text : [],
  );
}

/**
 * Returns the day on which all samples of a page last ran. Null if one was changed since then, or if there are none.
 */
function ranOn(articleHtml: string): string | null {
  const shown = [...articleHtml.matchAll(/ data-sample="([^"]+)"/g)].map((match) => match[1] ?? "");
  const ran = shown.every((sample) => hashes[sample] === sampleHash(textsOf(sample)));
  return shown.length > 0 && ran ? record.date : null;
}

const day = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function Day({ children }: { children: string }) {
  return <time dateTime={children}>{day.format(new Date(children))}</time>;
}

export default function pageFacts(path: string, updated: string, articleHtml: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(updated))
    throw new Error(`${path} has no date "updated" in its front matter`);
  const ran = ranOn(articleHtml);
  const source = `web/app/docs/content${path.replace(/^\/payout/, "")}.mdx`;
  const links = renderToStaticMarkup(
    <>
      <p>
        <a href={`REPOSITORY_URL/edit/main/${source}`}>Edit this page</a>
      </p>
      <p>
        <a href={`REPOSITORY_URL/blob/main/${source}`}>View its source</a>
      </p>
    </>,
  );
  const facts = renderToStaticMarkup(
    <>
      <p>
        Updated <Day>{updated}</Day>
      </p>
      {ran !== null && (
        <p>
          Samples ran <Day>{ran}</Day>
        </p>
      )}
      <p>
        <button type="button" className="only-js" data-copy-page={`${path}.md`}>
          Copy as Markdown
        </button>
      </p>
      <p>
        <a href={`${path}.md`}>View as Markdown</a>
      </p>
    </>,
  );
  return facts + onlyWith("repository", links);
}
