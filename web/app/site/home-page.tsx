// The home page is prerendered HTML with a small script of its own (home/start-home.ts) in place of the router's, so
// a link from another page loads it in full.
import { brand } from "#app/brand.ts";
import { loadWhole } from "#ui/load-whole.ts";
import { Still } from "#ui/still.tsx";
import homeSections from "./home/home.prerender.tsx";
import type { Route } from "./+types/home-page";

export const loader = () => ({});

export const clientLoader = loadWhole;

export function meta(): Route.MetaDescriptors {
  return [
    { title: `${brand.name}: payouts for businesses in India` },
    {
      name: "description",
      content:
        "Open-source payouts on your own servers: rupees to bank accounts, cards, UPI IDs and wallets, 24x7, through several banks, and nobody is paid twice. With a sandbox, and libraries for Node.js, Java, Python and PHP.",
    },
  ];
}

export default function HomePage() {
  return <Still name="home" html={homeSections} />;
}
