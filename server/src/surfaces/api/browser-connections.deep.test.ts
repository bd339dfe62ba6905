/** Browsers open connections ahead of need. The end of an unused one must never look like an answer. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { browserTest as test, openBrowser } from "#test/browser";
import { makeWorld } from "#test/world";
import { buildApi } from "./build-api.ts";
import { HTTP_LIMITS } from "./http-limits.ts";

const NAVIGATIONS = 30;
const HEADS = { headersTimeout: 60, connectionsCheckingInterval: 10 };
/** The page aborts requests while their connections are being opened, which stay open and unused. */
const PAGE = `<!doctype html><title>Page</title><link rel="icon" href="data:,"><h1>Page</h1><script>
for (let i = 0; i < 6; i += 1) {
  const taken = new AbortController();
  fetch("/page?" + i, { signal: taken.signal }).catch(() => undefined);
  setTimeout(() => taken.abort(), i % 2);
}
</script>`;

const world = await makeWorld();
const browser = openBrowser();

test("a browser with spare connections is shown every page that it asks for", async () => {
  const app = buildApi(world.ctx, { ...HTTP_LIMITS, heads: HEADS });
  // The page's own connection ends with it, so that the next page is requested over the spare one.
  app.get("/page", (_request, reply) => reply.header("connection", "close").type("text/html").send(PAGE));
  let unused = 0;
  app.server.on("connection", (socket: Socket) =>
    socket.once("close", () => void (unused += socket.bytesRead === 0 ? 1 : 0)),
  );
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(() => app.close());
  const { page, complaints } = await browser.open(`${address}/page`);
  for (let turn = 0; turn < NAVIGATIONS; turn += 1) {
    // The pauses end around the end of a spare connection, so that some pages are requested at that moment.
    await pause(HEADS.headersTimeout - 15 + turn);
    const response = await page.goto(`${address}/page?${turn}`);
    assert.equal(response?.status(), 200);
    assert.equal(await page.textContent("h1"), "Page");
  }
  await page.close();
  assert.deepEqual(complaints, []);
  assert.ok(unused > 0, "the browser opened no spare connection, so nothing was tried");
});
