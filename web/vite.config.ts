import mdx from "@mdx-js/rollup";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { defineConfig } from "vite";
import { dropFunctions } from "./build-steps/drop-functions.ts";
import { emitPageScripts } from "./build-steps/emit-page-scripts.ts";
import { listCommands } from "./build-steps/list-commands.ts";
import { readGlossary } from "./build-steps/read-glossary.ts";
import { prerenderOnly } from "./build-steps/prerender-only.ts";
import { trimPreload } from "./build-steps/trim-preload.ts";
import { routeChunks } from "./build-steps/route-chunks.ts";
import { trimRouter } from "./build-steps/trim-router.ts";

const contactEndpoint = process.env["CONTACT_ENDPOINT"] ?? "";
if (contactEndpoint !== "" && !/^\/(?!\/)/.test(contactEndpoint)) {
  throw new Error("CONTACT_ENDPOINT must be a path on the site's own origin, such as /api/contact");
}

const articles = mdx({
  remarkPlugins: [remarkGfm, remarkFrontmatter, remarkMdxFrontmatter],
  rehypePlugins: [rehypeSlug],
});

export default defineConfig({
  plugins: [
    prerenderOnly(),
    routeChunks(),
    trimRouter(),
    dropFunctions(),
    trimPreload(),
    emitPageScripts(),
    { enforce: "pre", ...articles },
    tailwindcss(),
    reactRouter(),
  ],
  define: {
    "import.meta.env.CONTACT_ENDPOINT": JSON.stringify(contactEndpoint),
    "import.meta.env.OPERATOR_COMMANDS": JSON.stringify(listCommands()),
    "import.meta.env.GLOSSARY": JSON.stringify(readGlossary()),
  },
  build: { assetsInlineLimit: 0, cssMinify: "lightningcss", target: "es2024", modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // These checks of the router only inform developers. `react-router dev` keeps them.
          treeshake: { manualPureFunctions: ["warning", "warningOnce", "invariant"] },
          // A few larger chunks compress better than many small ones, and every page needs these.
          output: {
            codeSplitting: {
              groups: [
                // Every page has these. They come first, because a group takes what its modules import with it, and
                // most pages have no React.
                {
                  name: "common",
                  test: /app\/(brand|ui\/(load-chunk|scroll-to-hash))\.ts$|vite\/preload-helper/,
                },
                // Every page of the site and the documentation has these, and the dashboard has none of them.
                {
                  name: "plain",
                  test: /app\/(ui\/[\w-]+(?<!load-whole)\.ts|site\/contact\/[\w-]+\.ts)$/,
                },
                // The dialogs of the documentation need React, but not the router.
                { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: "router", test: /node_modules\/react-router\// },
                { name: "frame", test: /app\/(ui\/(?!status-badge)[\w-]+\.tsx|root)/ },
                // The payout of the home page needs this one, but nothing else of the dashboard.
                { name: "status-badge", test: /app\/ui\/status-badge/ },
                // Every screen of the dashboard uses these. Tables and charts are separate folders with separate
                // chunks.
                {
                  name: "dashboard",
                  test: /app\/dashboard\/(api|texts|ui)\/[^/]+(?<!\.hi\.ts)$|@base-ui\/react\/(csp-provider|internals\/csp-context)/,
                },
                { name: "dashboard-overlays", test: /app\/dashboard\/ui\/overlays\/(?!combobox)/ },
                {
                  name: "dashboard-table",
                  test: /app\/dashboard\/ui\/table\/|@tanstack\/(react-virtual|virtual-core)/,
                },
                { name: "dashboard-chart", test: /app\/dashboard\/ui\/chart\// },
              ],
            },
          },
        },
      },
    },
  },
});
