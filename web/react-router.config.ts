import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/page-list.ts";

export default {
  // finish-build.ts puts the result in its place when it is whole, so that no server ever sees half a build.
  buildDirectory: "build/next",
  ssr: false,
  // Loaders are small: a request of their own would cost more than they do.
  splitRouteModules: false,
  prerender: prerenderedPaths,
} satisfies Config;
