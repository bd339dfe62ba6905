// The components that documentation pages can use, by their MDX names.
import { Children, isValidElement } from "react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import type { MDXComponents } from "mdx/types";
import { CodeBlock } from "#ui/code-block.tsx";
import { CodeTabs } from "#ui/code-tabs.tsx";
import highlight from "../highlight.prerender.ts";
import samplePanels from "../samples.prerender.ts";
import { Faq } from "./faq.tsx";
import * as tables from "./fact-tables.tsx";
import * as diagrams from "./diagrams.tsx";
import { GeneralFaqs } from "./general-faqs.tsx";
import * as glossaryTables from "./glossary-table.tsx";
import { ApiReference, ApiSample } from "./api-reference.tsx";
import * as capacityTables from "./capacity-tables.tsx";
import * as engineTables from "./engine-tables.tsx";
import * as measuredTables from "./measured-tables.tsx";
import * as operatorTables from "./operator-tables.tsx";
import * as sandboxTables from "./sandbox-tables.tsx";
import * as quickStart from "./quick-start.tsx";
import { Screenshot } from "./screenshot.tsx";

const languageLabels: Record<string, string> = {
  bash: "Terminal",
  http: "HTTP",
  json: "JSON",
  csv: "CSV",
  text: "Text",
  typescript: "TypeScript",
};

function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (isValidElement<{ children?: ReactNode }>(node)) return textOf(node.props.children);
  return "";
}

function Heading({
  as: Tag,
  id,
  children,
}: {
  as: "h2" | "h3";
  id?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <Tag id={id} tabIndex={-1}>
      <span>{children}</span>
      {id && <a className="anchor" href={`#${id}`} aria-label={`Link to: ${textOf(children)}`} />}
    </Tag>
  );
}

function Pre({ children }: ComponentProps<"pre">) {
  const code = Children.only(children) as ReactElement<{ className?: string; children?: ReactNode }>;
  const language = /language-(\w+)/.exec(code.props.className ?? "")?.[1] ?? "text";
  const lines = highlight(textOf(code.props.children), language);
  return (
    <figure>
      <CodeBlock label={languageLabels[language] ?? language} lines={lines} />
    </figure>
  );
}

function Sample({ name, title }: { name: string; title: string }) {
  return (
    <figure data-sample={name}>
      <CodeTabs name={name.replaceAll("/", "-")} title={title} panels={samplePanels(name)} />
    </figure>
  );
}

export const articleParts: MDXComponents = {
  h1: (props) => (
    <h1 id={props.id} tabIndex={-1}>
      {props.children}
    </h1>
  ),
  h2: (props) => (
    <Heading as="h2" id={props.id}>
      {props.children}
    </Heading>
  ),
  H2: (props: { id: string; children: ReactNode }) => (
    <Heading as="h2" id={props.id}>
      {props.children}
    </Heading>
  ),
  H3: (props: { id: string; children: ReactNode }) => (
    <Heading as="h3" id={props.id}>
      {props.children}
    </Heading>
  ),
  h3: (props) => (
    <Heading as="h3" id={props.id}>
      {props.children}
    </Heading>
  ),
  pre: Pre,
  table: (props) => (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table">
      <table>{props.children}</table>
    </div>
  ),
  Lead: ({ children }: { children: ReactNode }) => <p className="lead">{children}</p>,
  Note: ({ children }: { children: ReactNode }) => (
    <div className="note" role="note">
      {children}
    </div>
  ),
  Sample,
  Faq,
  ApiReference,
  ApiSample,
  GeneralFaqs,
  Screenshot,
  ...tables,
  ...capacityTables,
  ...quickStart,
  ...diagrams,
  ...engineTables,
  ...glossaryTables,
  ...measuredTables,
  ...operatorTables,
  ...sandboxTables,
};
