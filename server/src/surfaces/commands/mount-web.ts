/** Serves the public site and the documentation from the build in `web/build`; the API's paths come first. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Addresses, fillAddresses, serveWeb, waitingPage } from "@vitaran/web/serve";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context";
import { operatorOfProcess } from "#operator";
import { mountFeedback } from "#site";

/** The folder of the web package, also if it was installed beside this one. */
export const WEB_FOLDER = dirname(fileURLToPath(import.meta.resolve("@vitaran/web/serve")));
export const WEB_BUILD = `${WEB_FOLDER}/build`;

/**
 * Serves every path that nothing else serves, and a waiting page while pages are built. Without a build there
 * is no site, and unknown paths are 404.
 */
export function mountWeb(app: FastifyInstance, ctx: Context, building: Promise<boolean> | null): void {
  if (building === null && !existsSync(`${WEB_BUILD}/csp.json`)) return;
  const pages = whenBuilt(building, findDocsPages);
  mountFeedback(app, ctx, () => pages() ?? new Set());
  const serve = whenBuilt(building, () => serveWeb({ buildDir: WEB_BUILD, addresses: addressesOf(ctx) }));
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    const handle = serve() ?? waitingPage;
    if (!handle(request.raw, reply.raw)) reply.raw.writeHead(404).end();
  });
}

/** Returns the addresses that pages show: of the server, the source code, a container image and the operator. */
export function addressesOf({ config }: Context): Addresses {
  return {
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    repository: config.repositoryUrl,
    image: config.containerImage,
    operator: operatorOfProcess(),
  };
}

/** Returns the addresses of the documentation's pages, as they were built. */
function findDocsPages(): Set<string> {
  const files = globSync("payout/**/index.html", { cwd: `${WEB_BUILD}/client` });
  return new Set(files.map((file) => `/${file.replaceAll("\\", "/").replace(/\/index\.html$/, "")}`));
}

/** Returns the documentation's pages in Markdown, as they were built; none without a build. */
export function readDocsPages(ctx: Context): { uri: string; title: string; text: string }[] {
  const folder = `${WEB_BUILD}/client`;
  if (!existsSync(folder)) return [];
  const files = globSync("payout/**/*.md", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  return files.toSorted().map((file) => {
    const text = fillAddresses(readFileSync(`${folder}/${file}`, "utf8"), addressesOf(ctx));
    const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
    return { uri: `docs:///${file.replace(/\.md$/, "")}`, title, text };
  });
}

/**
 * Opens something made from the built pages: at once if nothing is being built, else when the build ends.
 * Null until then, and after a build that was stopped or failed, which is reported to its starter.
 */
export function whenBuilt<T>(building: Promise<boolean> | null, open: () => T): () => T | null {
  let opened: T | null = building === null ? open() : null;
  void building?.then(
    (isBuilt) => {
      if (isBuilt) opened = open();
    },
    () => undefined,
  );
  return () => opened;
}
