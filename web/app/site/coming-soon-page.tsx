import { brand } from "#app/brand.ts";
import { loadWhole } from "#ui/load-whole.ts";
import { Still } from "#ui/still.tsx";
import pages from "./coming-soon/coming-soon.prerender.tsx";
import { comingSoonPages } from "./site-map.ts";
import type { Route } from "./+types/coming-soon-page";

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, "");

export const loader = () => ({});

export const clientLoader = loadWhole;

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

export default function ComingSoonPage({ matches }: Route.ComponentProps) {
  const path = withoutSlash(matches.at(-1)?.pathname ?? "");
  return (
    <div className="frame flex min-h-[60vh] items-center py-16 md:py-24">
      <Still key={path} name="soon" className="w-full" html={pages?.[path]} />
    </div>
  );
}
