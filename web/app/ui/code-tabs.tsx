// The same program in several languages. All panels are in the HTML; the document's data-lang decides which one shows.
import { CodeBlock } from "./code-block.tsx";
import type { LanguageId } from "./code-language.ts";

export interface CodePanel {
  language: LanguageId;
  label: string;
  lines: string;
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
          <CodeBlock label={panel.label} lines={panel.lines} />
        </div>
      ))}
    </div>
  );
}
