// /status: the condition of the banks. The server inserts the figures, so the page can be read without scripts. Links
// load it in full, with new figures; only the browser's Back button comes here.
import { redirect } from "react-router";
import { brand } from "#app/brand.ts";
import { fetchStills } from "#ui/fetch-still.ts";
import { Still } from "#ui/still.tsx";
import status from "./status.prerender.tsx";
import type { Route } from "./+types/status-page";

interface StatusData {
  html?: string;
}

export const loader = (): StatusData => ({});

export async function clientLoader(): Promise<StatusData> {
  const html = (await fetchStills("/status"))?.parts["status"];
  if (html === undefined) throw redirect("/");
  return { html };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: `Status of the banks · ${brand.name}` },
    {
      name: "description",
      content: "How reliably banks process payments: measured success rates by bank and rail, and incidents.",
    },
  ];
}

export default function StatusPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="frame max-w-[64rem] pt-16 pb-8">
      <Still name="status" html={status ?? loaderData.html} />
    </div>
  );
}
