import { Outlet } from "react-router";
import { SkipLink } from "#ui/skip-link.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export default function SiteLayout() {
  return (
    <>
      <SkipLink>Skip to content</SkipLink>
      <SiteHeader />
      <main id="main" className="pt-16">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
