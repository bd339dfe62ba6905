import { index, layout, route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";
import { dashboardRoutes } from "#dashboard/routes.ts";
import { comingSoonPages } from "#site/site-map.ts";

export default [
  layout("site/site-layout.tsx", [
    index("site/home-page.tsx"),
    route("contact-page", "site/contact-page.tsx"),
    route("status", "site/status/status-page.tsx"),
    route("changelog", "site/changelog/changelog-page.tsx"),
    ...comingSoonPages.map((page) =>
      route(page.path.slice(1), "site/coming-soon-page.tsx", { id: `coming-soon${page.path}` }),
    ),
  ]),
  route("payout", "docs/docs-layout.tsx", [
    index("docs/to-introduction.tsx"),
    route("*", "docs/doc-page.tsx"),
  ]),
  ...dashboardRoutes,
  route("*", "site/to-home.tsx"),
] satisfies RouteConfig;
