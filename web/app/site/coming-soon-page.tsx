import { Link } from "react-router";
import { brand } from "#app/brand.ts";
import { comingSoonPages } from "./site-map.ts";
import type { Route } from "./+types/coming-soon-page";

const titleAt = (pathname: string) =>
  comingSoonPages.find((page) => page.path === pathname.replace(/\/$/, ""))?.label ?? "";

export function meta({ location }: Route.MetaArgs): Route.MetaDescriptors {
  const title = titleAt(location.pathname);
  return [
    { title: `${title} · ${brand.name}` },
    { name: "description", content: `${title} of ${brand.name}. This page is coming soon.` },
  ];
}

export default function ComingSoonPage({ matches }: Route.ComponentProps) {
  const title = titleAt(matches.at(-1)?.pathname ?? "");
  return (
    <div className="frame flex min-h-[60vh] items-center py-24">
      <div className="margin-rule">
        <h1 tabIndex={-1} className="text-34">
          {title}
        </h1>
        <p className="mt-3 text-21 text-ink-2">Coming Soon</p>
        <p className="mt-6">
          <Link className="text-link underline" to="/">
            Back to the home page
          </Link>
        </p>
      </div>
    </div>
  );
}
