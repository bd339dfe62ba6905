// /changelog: shows CHANGELOG.md of the repository. Links load the page in full.
import { brand } from "#app/brand.ts";
import { loadWhole } from "#ui/load-whole.ts";
import { Still } from "#ui/still.tsx";
import changelog from "./changelog.prerender.tsx";
import type { Route } from "./+types/changelog-page";

export const loader = () => ({});

export const clientLoader = loadWhole;

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

export default function ChangelogPage() {
  return (
    <div className="frame pt-16 pb-8">
      <Still as="article" name="changelog" className="article" html={changelog} />
    </div>
  );
}
