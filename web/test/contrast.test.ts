// Computes the contrast of every pair of colours of a text or control from the token file, in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../app/styles/tokens.css", import.meta.url), "utf8");
const tokens = new Map<string, [string, string]>();
for (const match of css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)) {
  tokens.set(match[1] ?? "", [match[2] ?? "", match[3] ?? ""]);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["bg", "surface", "sunken"];
const pairs: [text: string, ground: string, least: number][] = [
  ...["ink", "ink-2", "ink-3", "link"].flatMap((text) =>
    grounds.map((ground) => [text, ground, 4.5] as [string, string, number]),
  ),
  ...["control", "focus", "margin"].flatMap((line) =>
    ["bg", "surface"].map((ground) => [line, ground, 3] as [string, string, number]),
  ),
  ["on-primary", "primary", 4.5],
  ["on-primary", "primary-hover", 4.5],
  ["on-marigold", "marigold", 4.5],
  ...["ok", "warn", "bad", "info", "rev", "neu"].map(
    (tone) => [tone, `${tone}-bg`, 4.5] as [string, string, number],
  ),
  ["bad", "bg", 4.5],
  ["bad", "sunken", 4.5],
  ...["imps", "upi", "neft", "rtgs", "other"].map(
    (rail) => [`rail-${rail}`, "surface", 3] as [string, string, number],
  ),
  ...["keyword", "string", "constant", "function", "comment"].map(
    (kind) => [`code-${kind}`, "sunken", 4.5] as [string, string, number],
  ),
];

for (const [theme, at] of [
  ["light", 0],
  ["dark", 1],
] as const) {
  test(`every colour pair has the contrast it needs in the ${theme} theme`, () => {
    for (const [text, ground, least] of pairs) {
      const above = tokens.get(text)?.[at];
      const below = tokens.get(ground)?.[at];
      assert.ok(above && below, `${text} on ${ground} are tokens`);
      const ratio = contrast(above, below);
      assert.ok(ratio >= least, `${text} on ${ground}: ${ratio.toFixed(2)}, needs ${least}`);
    }
  });
}
