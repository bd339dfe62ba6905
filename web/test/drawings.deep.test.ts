// The drawings of the documentation: every arrow has its label, which is legible and overlaps no other, at every width.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import * as flows from "#app/facts/flows.ts";
import type { Flow } from "#app/facts/flows.ts";
import { statePictures } from "#docs/parts/state-machine-places.ts";
import { browserTest as test, openSite } from "./site.ts";

const site = openSite();

const lifecycle = "/payout/make-payouts/lifecycle";
const drawnFlows: [path: string, flow: Flow][] = [
  ["/payout/introduction", flows.paymentFlow],
  ["/payout/make-payouts/transfer-reversals", flows.reversalFlow],
  ["/payout/make-payouts/approvals", flows.approvalFlow],
  ["/payout/make-payouts/assign-roles", flows.approvalFlow],
  ["/payout/low-balance/low-balance-transfer-queuing", flows.queueFlow],
  ["/payout/co-lending", flows.lendingFlow],
  ["/payout/pay2phone/through-phone-number", flows.phoneFlow],
  ["/payout/make-payouts/flowgram", flows.flowgramFlow],
  ["/payout/make-payouts/webhooks", flows.webhookFlow],
];
const forms = [
  [360, "narrow-form"],
  [768, "wide-form"],
  [1440, "wide-form"],
] as const;

interface Text {
  says: string;
  px: number;
  box: { left: number; top: number; right: number; bottom: number };
}

/** Returns the visible form, its texts, and the boxes of statuses and parties. */
function lookAt(page: Page) {
  return page.locator(".diagram").evaluate((diagram) => {
    const svg = [...diagram.querySelectorAll("svg")].filter((one) => one.checkVisibility());
    const boxOf = (one: Element) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const inside = <T extends SVGGraphicsElement>(selector: string) => [
      ...(svg[0]?.querySelectorAll<T>(selector) ?? []),
    ];
    const textOf = (one: SVGGraphicsElement): Text => ({
      says: [...one.children].map((line) => line.textContent).join(" "),
      px: Number.parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM()?.a ?? 0),
      box: boxOf(one),
    });
    return {
      shown: svg.map((one) => one.getAttribute("class")),
      scrolls: diagram.scrollWidth > diagram.clientWidth,
      frame: boxOf(diagram),
      labels: inside("text.edge-label").map(textOf),
      names: inside("text:not(.edge-label)").map((one) => ({ ...textOf(one), says: one.textContent ?? "" })),
      boxes: inside("rect").map((one) => ({ says: "a box", box: boxOf(one) })),
      sequel: [...(diagram.nextElementSibling?.children ?? [])].map((one) => one.textContent ?? ""),
    };
  });
}

type Seen = Awaited<ReturnType<typeof lookAt>>;

const overlap = ({ box: a }: Pick<Text, "box">, { box: b }: Pick<Text, "box">): boolean =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

function assertLegible(seen: Seen, where: string): void {
  assert.equal(seen.scrolls, false, `${where} scrolls`);
  for (const text of [...seen.labels, ...seen.names]) {
    assert.ok(text.px >= 11.9, `${where}: "${text.says}" has ${text.px} pixels`);
    assert.ok(
      text.box.left >= seen.frame.left && text.box.right <= seen.frame.right,
      `${where}: "${text.says}" leaves the drawing`,
    );
  }
  for (const [at, label] of seen.labels.entries()) {
    const hit = [...seen.labels.slice(at + 1), ...seen.boxes].find((other) => overlap(label, other));
    assert.equal(hit?.says, undefined, `${where}: "${label.says}" is covered`);
  }
  for (const name of seen.names)
    assert.ok(
      seen.boxes.some(({ box }) => box.left <= name.box.left && name.box.right <= box.right),
      `${where}: "${name.says}" is wider than its box`,
    );
}

test("each arrow between statuses has its label beside it, and none needs scrolling or a legend", async () => {
  const { page } = await site.open(lifecycle);
  for (const [width, form] of forms) {
    await page.setViewportSize({ width, height: 800 });
    const seen = await lookAt(page);
    assert.deepEqual(seen.shown, [form]);
    assertLegible(seen, `${lifecycle} at ${width}`);
    const { moves, statuses } = statePictures[form === "wide-form" ? "wide" : "narrow"];
    const expected = Object.values(moves).map(({ lines }) => lines.join(" "));
    assert.deepEqual(seen.labels.map(({ says }) => says).toSorted(), expected.toSorted());
    assert.deepEqual(seen.names.map(({ says }) => says).toSorted(), Object.keys(statuses).toSorted());
    assert.equal(seen.sequel.length, Object.keys(moves).length);
  }
  const { wide, narrow } = statePictures;
  assert.deepEqual(Object.keys(wide.moves).toSorted(), Object.keys(narrow.moves).toSorted());
  await page.context().close();
});

test("a label has the colour of the status that its arrow leads to, in both themes", async () => {
  const { page } = await site.open(lifecycle);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const fills = await page.locator(".diagram .wide-form").evaluate((svg) => {
      const fillOf = (words: string) =>
        [...svg.querySelectorAll("text")]
          .filter((one) => one.textContent === words)
          .map((one) => getComputedStyle(one).fill)[0];
      return [fillOf("FAILED"), fillOf("the bank declined"), fillOf("PENDING"), fillOf("approved")];
    });
    assert.equal(fills[0], fills[1], colorScheme);
    assert.equal(fills[2], fills[3], colorScheme);
    assert.notEqual(fills[0], fills[2], colorScheme);
  }
  await page.context().close();
});

test("a flow shows every message on its arrow, from top to bottom on a narrow screen, and as a list", async () => {
  const { page } = await site.open("/payout/introduction");
  for (const [path, flow] of drawnFlows) {
    await page.goto(site.address + path);
    for (const [width, form] of forms) {
      await page.setViewportSize({ width, height: 800 });
      const seen = await lookAt(page);
      assert.deepEqual(seen.shown, [form], path);
      assertLegible(seen, `${path} at ${width}`);
      assert.deepEqual(
        seen.labels.map(({ says }) => says),
        flow.steps.map(({ says }) => says),
      );
      assert.equal(seen.sequel.length, flow.steps.length);
    }
  }
  await page.context().close();
});
