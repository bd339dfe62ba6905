/** The public status page, `/status`, and the same as JSON: how the banks do, by real numbers with their samples. */
import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { CALLS_TOLD_MIN, readPublicHealth, type PublicHealth } from "#health";
import type { Context } from "#lib/context";

/** How long an answer is kept: callers who ask more often get the same one. */
const KEPT_MS = 15_000;

type Health = Awaited<ReturnType<typeof readPublicHealth>>;

/** Mounts both. They need no log-in and tell nothing of any merchant. */
export function mountStatus(app: FastifyInstance, ctx: Context): void {
  let kept: { readonly at: number; readonly health: Promise<Health> } | null = null;
  const read = (): Promise<Health> => {
    if (kept === null || performance.now() - kept.at > KEPT_MS) {
      kept = { at: performance.now(), health: readPublicHealth(ctx) };
      kept.health.catch(() => (kept = null));
    }
    return kept.health;
  };
  app.get("/status.json", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=15").send(await read()),
  );
  app.get("/status", async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "public, max-age=15")
      .header("content-security-policy", CSP)
      .header("x-content-type-options", "nosniff")
      .send(writePage(await read())),
  );
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1rem; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; }
  td.number { font-variant-numeric: tabular-nums; }
`;

const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const STATES: Readonly<Record<NonNullable<PublicHealth["state"]>, string>> = {
  healthy: "Works",
  degraded: "Fails more often than usual",
  down: "Down",
  probing: "Down; being tried again",
  recovering: "Recovering",
};

function writePage({ asOf, items }: Health): string {
  const live = items.filter(({ banks }) => banks === "live");
  const simulated = items.filter(({ banks }) => banks === "simulated");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Status of the banks · Vitaran</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Status of the banks</h1>
<p>How the banks that Vitaran pays by have answered, as of ${asOf.toISOString().slice(0, 19).replace("T", " ")} UTC.
A call is one payment told to a bank; what failed through the payee's fault does not count.
Newer calls count more than older ones, and of fewer than ${CALLS_TOLD_MIN} no share is told.</p>
<h2>Banks of live merchants</h2>
${writeTable(live, "No live payment has been told to a bank yet.")}
<h2>Simulated banks of the sandbox</h2>
<p>Each sandbox merchant has simulated banks of its own and may let them fail. These are all of them together.</p>
${writeTable(simulated, "No sandbox payment has been told to a bank yet.")}
<p><a href="/status.json">The same as JSON</a></p>
</main>
</body>
</html>
`;
}

function writeTable(items: readonly PublicHealth[], empty: string): string {
  if (items.length === 0) return `<p>${empty}</p>`;
  const rows = items.map(({ bankName, rail, state, calls, successBp, lowBp, highBp }) => {
    const share =
      successBp === null || lowBp === null || highBp === null
        ? "Too few calls to say"
        : `${percent(successBp)} (${percent(lowBp)} to ${percent(highBp)})`;
    const cells = [bankName, rail.toUpperCase(), state === null ? "" : STATES[state]].map(
      (text) => `<td>${escape(text)}</td>`,
    );
    return `<tr>${cells.join("")}<td class="number">${share}</td><td class="number">${calls}</td></tr>`;
  });
  return `<div class="scroll"><table>
<thead><tr><th scope="col">Bank</th><th scope="col">Rail</th><th scope="col">State</th>
<th scope="col">Succeeded (95 % interval)</th><th scope="col">Calls</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

function percent(bp: number): string {
  return `${(bp / 100).toFixed(2)} %`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
