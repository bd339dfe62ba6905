import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./app/page-list.ts";

export default {
  // finish-build.ts moves the result into place when it is complete, so that no server ever sees half a build.
  buildDirectory: "build/next",
  ssr: false,
  // Loaders are small: a separate request for them would cost more than they do.
  splitRouteModules: false,
  prerender: prerenderedPaths,
} satisfies Config;
