// Colours code at build time. Colours become class names, because the Content-Security-Policy forbids style attributes.
import { createCssVariablesTheme, createHighlighter } from "shiki";

const theme = createCssVariablesTheme({ name: "bahi", variablePrefix: "--code-", fontStyle: false });

const highlighter = await createHighlighter({
  themes: [theme],
  langs: ["bash", "http", "java", "javascript", "json", "php", "python", "typescript", "csv"],
});

const known = new Set<string>(highlighter.getLoadedLanguages());

/** Returns the HTML of the lines only: spans with classes such as `tk-keyword` and `tk-string`. */
export function highlight(code: string, language: string): string {
  const tokens = highlighter.codeToTokensBase(code.trimEnd(), {
    lang: (known.has(language) ? language : "text") as "bash",
    theme,
  });
  return tokens.map((line) => line.map(({ content, color }) => span(content, color)).join("")).join("\n");
}

function span(content: string, color: string | undefined): string {
  const text = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const name = /--code-token-([a-z-]+)/.exec(color ?? "")?.[1];
  return name === undefined || name === "punctuation" ? text : `<span class="tk-${name}">${text}</span>`;
}

export default highlight;
