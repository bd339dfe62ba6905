// The same program in several languages. All panels are in the HTML. The document's data-lang decides which language is
// visible, and its data-way decides between the client library, if there is one, and plain HTTP.
import { CodeBlock } from "./code-block.tsx";
import type { LanguageId } from "./code-language.ts";

export interface CodePanel {
  language: LanguageId;
  label: string;
  /** The HTML of the coloured lines over plain HTTP. */
  http: string | undefined;
  /** The HTML of the coloured lines with the language's client library. */
  library: string | undefined;
}

function Program({ label, http, library }: CodePanel) {
  if (library === undefined || http === undefined)
    return <CodeBlock label={label} lines={library ?? http ?? ""} />;
  return (
    <>
      <div role="group" aria-label={`Way to call, ${label}`} className="code-ways">
        <button type="button" data-way="library" aria-pressed="true">
          Library
        </button>
        <button type="button" data-way="http" aria-pressed="false">
          Plain HTTP
        </button>
      </div>
      <div data-shows="library">
        <CodeBlock label={label} lines={library} />
      </div>
      <div data-shows="http">
        <CodeBlock label={`${label}, plain HTTP`} lines={http} />
      </div>
    </>
  );
}

export function CodeTabs({ name, title, panels }: { name: string; title: string; panels: CodePanel[] }) {
  const hasCurl = panels.some((panel) => panel.language === "curl");
  return (
    <div data-code-tabs={hasCurl ? "all" : "no-curl"}>
      <div role="tablist" aria-label={title} className="code-tablist">
        {panels.map((panel, at) => (
          <button
            key={panel.language}
            type="button"
            role="tab"
            id={`${name}-tab-${panel.language}`}
            data-lang={panel.language}
            aria-selected={at === 0}
            aria-controls={`${name}-panel-${panel.language}`}
            tabIndex={at === 0 ? 0 : -1}
          >
            {panel.label}
          </button>
        ))}
      </div>
      {panels.map((panel, at) => (
        <div
          key={panel.language}
          role="tabpanel"
          id={`${name}-panel-${panel.language}`}
          aria-labelledby={`${name}-tab-${panel.language}`}
          data-lang={panel.language}
          data-first={at === 0 ? "" : undefined}
        >
          <Program {...panel} />
        </div>
      ))}
    </div>
  );
}
