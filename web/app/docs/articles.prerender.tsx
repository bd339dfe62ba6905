// Renders all documentation pages to HTML once, at build time. The browser never gets their source.
import { renderToStaticMarkup } from "react-dom/server";
import type { MDXContent } from "mdx/types";
import pageFacts from "./page-facts.prerender.tsx";
import { articleParts } from "./parts/article-parts.tsx";

interface PageModule {
  default: MDXContent;
  frontmatter: { title: string; description: string; updated: string };
}

export interface Heading {
  id: string;
  text: string;
  level: 1 | 2 | 3;
}

interface Article {
  title: string;
  description: string;
  headings: Heading[];
  html: string;
  /** The HTML of the facts beside the article. */
  facts: string;
}

const modules = import.meta.glob<PageModule>("./content/**/*.mdx", { eager: true });
const rendered = new Map<string, Article>();

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

function headingsOf(html: string): Heading[] {
  return [...html.matchAll(/<h([123])[^>]* id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs)].map((match) => ({
    id: match[2] ?? "",
    text: plain(match[3] ?? ""),
    level: Number(match[1]) as Heading["level"],
  }));
}

function render(path: string): Article {
  const module = modules[`./content/${path.replace("/payout/", "")}.mdx`];
  if (!module) throw new Error(`No content for ${path}`);
  const { default: Content, frontmatter } = module;
  const html = renderToStaticMarkup(<Content components={articleParts} />);
  const { title, description, updated } = frontmatter;
  return { title, description, headings: headingsOf(html), html, facts: pageFacts(path, updated, html) };
}

export default function articleAt(path: string): Article {
  const known = rendered.get(path);
  if (known) return known;
  const article = render(path);
  rendered.set(path, article);
  return article;
}
