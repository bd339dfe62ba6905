// One documentation page: the article, its headings, and links to the next pages.
import { brand } from "#app/brand.ts";
import { Still } from "#ui/still.tsx";
import { loadWhole } from "#ui/load-whole.ts";
import articleAt from "./articles.prerender.tsx";
import type { Heading } from "./articles.prerender.tsx";
import { Feedback } from "./feedback.tsx";
import { OnThisPage } from "./on-this-page.tsx";
import { Neighbours } from "./neighbours.tsx";
import type { Route } from "./+types/doc-page";

interface PageData {
  path: string;
  title: string;
  description: string;
  headings: Heading[];
}

export function loader({ params }: Route.LoaderArgs): PageData {
  const path = `/payout/${params["*"]}`;
  const { title, description, headings } = articleAt(path);
  return { path, title, description, headings };
}

export const clientLoader = loadWhole;

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  return [
    { title: `${loaderData.title} · ${brand.name} Docs` },
    { name: "description", content: loaderData.description },
    { tagName: "link", rel: "alternate", type: "text/markdown", href: `${loaderData.path}.md` },
  ];
}

export default function DocPage({ loaderData }: Route.ComponentProps) {
  return <Shown key={loaderData.path} {...loaderData} />;
}

function Shown({ path, headings }: PageData) {
  // The calls of the reference have their code beside them.
  const isReference = path.startsWith("/payout/api/");
  return (
    <div
      className={`doc-page grid xl:grid-cols-[minmax(0,45rem)_14rem] ${isReference ? "reference gap-x-7 min-[90rem]:grid-cols-[minmax(0,1fr)_11rem]" : "gap-x-12"}`}
    >
      <div className="doc-rail xl:sticky xl:top-32 xl:col-start-2 xl:row-start-1 xl:self-start print:hidden">
        <OnThisPage headings={headings} />
        <Still name="facts" className="page-facts" html={articleAt?.(path).facts} />
      </div>
      <div className="doc-text min-w-0 xl:col-start-1 xl:row-start-1">
        <Still as="article" name="article" className="article" html={articleAt?.(path).html} />
        <Feedback path={path} />
        <Neighbours path={path} />
      </div>
    </div>
  );
}
