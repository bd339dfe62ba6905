// The status page: the built page, into which the server inserts its measurements.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawStatus } from "./app/site/status/draw-status.ts";
import type { Status } from "./app/site/status/draw-status.ts";
import { figuresEnd, figuresStart } from "./app/site/status/marks.ts";
import { fillAddresses } from "./addresses.ts";
import type { Addresses } from "./addresses.ts";
import { pageHeaders } from "./serve.ts";

export type { BankStatus, Status, StatusIncident } from "./app/site/status/draw-status.ts";

export interface StatusPage {
  /** The headers of every response with the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the HTML. `status` is null if the figures cannot be read. */
  readonly write: (status: Status | null) => string;
}

/** The unstyled page of a server whose pages were not built. */
const bare = {
  html: [
    '<!doctype html><html lang="en-IN"><title>Status of the banks</title>',
    figuresStart,
    "<p>Figures are not available at the moment.</p>",
    figuresEnd,
    "</html>",
  ].join(""),
  hashes: [] as string[],
};

/** Opens the status page of a build. Without a build, or if the build has no such page, this is the unstyled page. */
export function openStatusPage({
  buildDir,
  addresses,
}: {
  buildDir: string;
  addresses: Addresses;
}): StatusPage {
  const { html: built, hashes } = readBuilt(buildDir) ?? bare;
  const html = fillAddresses(built, addresses);
  const [before, after] = [html.indexOf(figuresStart), html.indexOf(figuresEnd) + figuresEnd.length];
  return {
    headers: pageHeaders(hashes),
    write: (status) =>
      status === null ? html : html.slice(0, before) + drawStatus(status) + html.slice(after),
  };
}

function readBuilt(buildDir: string): typeof bare | null {
  try {
    const hashes = JSON.parse(readFileSync(join(buildDir, "csp.json"), "utf8")) as Record<string, string[]>;
    const html = readFileSync(join(buildDir, "client", "status", "index.html"), "utf8");
    return html.includes(figuresStart) ? { html, hashes: hashes["/status"] ?? [] } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
