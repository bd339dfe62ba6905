// /status: the condition of the banks. The server inserts the figures, so the page can be read without scripts. Links
// load it in full, with new figures; only the browser's Back button comes here.
import { brand } from "#app/brand.ts";
import { loadWhole } from "#ui/load-whole.ts";
import { Still } from "#ui/still.tsx";
import status from "./status.prerender.tsx";
import type { Route } from "./+types/status-page";

export const loader = () => ({});

export const clientLoader = loadWhole;

export function meta(): Route.MetaDescriptors {
  return [
    { title: `Status of the banks · ${brand.name}` },
    {
      name: "description",
      content: "How reliably banks process payments: measured success rates by bank and rail, and incidents.",
    },
  ];
}

export default function StatusPage() {
  return (
    <div className="frame max-w-[64rem] pt-16 pb-8">
      <Still name="status" html={status} />
    </div>
  );
}
