import { redirect } from "react-router";
import { brand } from "#app/brand.ts";
import { fetchStills } from "#ui/fetch-still.ts";
import { Still } from "#ui/still.tsx";
import pages from "./coming-soon/coming-soon.prerender.tsx";
import { comingSoonPages } from "./site-map.ts";
import type { Route } from "./+types/coming-soon-page";

interface SoonData {
  html?: string;
}

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, "");

export const loader = (): SoonData => ({});

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<SoonData> {
  const html = (await fetchStills(withoutSlash(new URL(request.url).pathname)))?.parts["soon"];
  if (html === undefined) throw redirect("/");
  return { html };
}

export function meta({ location }: Route.MetaArgs): Route.MetaDescriptors {
  const shown = withoutSlash(location.pathname);
  const title = comingSoonPages.find(({ path }) => path === shown)?.label ?? "";
  return [
    { title: `${title} · ${brand.name}` },
    {
      name: "description",
      content: `${title} of ${brand.name}: what applies today, and where to find more.`,
    },
  ];
}

export default function ComingSoonPage({ matches, loaderData }: Route.ComponentProps) {
  const path = withoutSlash(matches.at(-1)?.pathname ?? "");
  return (
    <div className="frame flex min-h-[60vh] items-center py-16 md:py-24">
      <Still key={path} name="soon" className="w-full" html={pages?.[path] ?? loaderData.html} />
    </div>
  );
}
