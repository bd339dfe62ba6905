// Builds the dashboard's routes from the lists of the features, at build time.
import { index, layout, route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Screen } from "./feature.ts";
import { features } from "./screens.ts";

const routesOf = (area: string, screens: readonly Screen[] = []): RouteConfigEntry[] =>
  screens.map(({ path, file }) =>
    route(path, `dashboard/features/${area}/${file}`, { id: `${area}/${path}` }),
  );

export const dashboardRoutes: RouteConfigEntry[] = [
  layout("dashboard/shell/dashboard-root.tsx", [
    layout(
      "dashboard/shell/entry-layout.tsx",
      features.flatMap(({ area, entryScreens }) => routesOf(area, entryScreens)),
    ),
    route("dashboard", "dashboard/shell/choose-environment.tsx"),
    route("dashboard/:environment", "dashboard/shell/environment-layout.tsx", [
      index("dashboard/shell/first-screen.tsx"),
      ...features.flatMap(({ area, screens }) => routesOf(area, screens)),
      route("*", "dashboard/shell/no-screen.tsx"),
    ]),
  ]),
];
