import { Outlet } from "react-router";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export default function SiteLayout() {
  return (
    <>
      <SiteHeader />
      <main id="main" className="pt-16">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
