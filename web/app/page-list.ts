// The list of all addresses that are written to disk at build time.
import { docsPages } from "#docs/navigation.ts";
import { comingSoonPages } from "#site/site-map.ts";

export const prerenderedPaths: string[] = [
  "/",
  "/contact-page",
  "/status",
  "/changelog",
  ...comingSoonPages.map((page) => page.path),
  ...docsPages.map((page) => page.path),
];
