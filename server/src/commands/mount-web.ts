/** The public site and the documentation, from the build in `web/build`; the API's own paths come first. */
import { existsSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context";
import { mountFeedback } from "#site";
import { serveWeb } from "@vitaran/web/serve";

export const WEB_FOLDER = fileURLToPath(new URL("../../../web", import.meta.url));
export const WEB_BUILD = `${WEB_FOLDER}/build`;

/** Serves every path that nothing else serves. Without a build there is no site, and unknown paths are 404. */
export function mountWeb(app: FastifyInstance, ctx: Context): void {
  if (!existsSync(`${WEB_BUILD}/csp.json`)) return;
  mountFeedback(app, ctx, findDocsPages());
  const serve = serveWeb({ buildDir: WEB_BUILD });
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    if (!serve(request.raw, reply.raw)) reply.raw.writeHead(404).end();
  });
}

/** The addresses of the documentation's pages, as they were built. */
function findDocsPages(): Set<string> {
  const files = globSync("payout/**/index.html", { cwd: `${WEB_BUILD}/client` });
  return new Set(files.map((file) => `/${file.replaceAll("\\", "/").replace(/\/index\.html$/, "")}`));
}
