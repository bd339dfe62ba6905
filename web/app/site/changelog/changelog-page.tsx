// /changelog: shows CHANGELOG.md of the repository. Links load the page in full.
import { redirect } from "react-router";
import { brand } from "#app/brand.ts";
import { fetchStills } from "#ui/fetch-still.ts";
import { Still } from "#ui/still.tsx";
import changelog from "./changelog.prerender.tsx";
import type { Route } from "./+types/changelog-page";

interface ChangelogData {
  html?: string;
}

export const loader = (): ChangelogData => ({});

export async function clientLoader(): Promise<ChangelogData> {
  const html = (await fetchStills("/changelog"))?.parts["changelog"];
  if (html === undefined) throw redirect("/");
  return { html };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: `Changelog · ${brand.name}` },
    {
      name: "description",
      content:
        "What is new in Vitaran: the engine, the merchant API, the dashboard, the libraries and these pages.",
    },
  ];
}

export default function ChangelogPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="frame pt-16 pb-8">
      <Still as="article" name="changelog" className="article" html={changelog ?? loaderData.html} />
    </div>
  );
}
