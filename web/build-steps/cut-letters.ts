// Cuts the letters for the pictures of link previews (draw-card.ts) out of our own typefaces, as coverage in 16 steps,
// and draws the icons that browsers ask for beside the SVG. It needs the browser of the tests. Run it with `npm run
// fonts -w web` after a change of the typefaces or the mark; the build itself needs no browser.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { launchChromium } from "../../server/test/chromium.ts";
import type { Letters } from "./draw-card.ts";

const fontsDir = new URL("../app/fonts/", import.meta.url);
const publicDir = new URL("../public/", import.meta.url);
const characters = Array.from({ length: 0x7e - 0x20 + 1 }, (_, at) => String.fromCodePoint(0x20 + at));
characters.push("·", "–", "’", "…");

const faces = {
  title: { file: "anek-latin-latin.woff2", weight: 600, px: 76 },
  text: { file: "ibm-plex-sans-latin.woff2", weight: 400, px: 32 },
} as const;

const browser = await launchChromium();
const page = await browser.newPage();

async function cut({ file, weight, px }: (typeof faces)[keyof typeof faces]): Promise<Letters> {
  const font = (await readFile(new URL(file, fontsDir))).toString("base64");
  return page.evaluate(
    async ([source, size, heft, texts]) => {
      const face = new FontFace("Cut", `url(data:font/woff2;base64,${source})`, { weight: "400 700" });
      document.fonts.add(await face.load());
      const canvas = new OffscreenCanvas(size * 2, size * 2);
      const pen = canvas.getContext("2d", { willReadFrequently: true })!;
      const glyphs: Letters["glyphs"] = {};
      for (const text of texts) {
        pen.clearRect(0, 0, canvas.width, canvas.height);
        pen.font = `${heft} ${size}px Cut`;
        pen.fillText(text, size / 2, size * 1.25);
        const { width: advance } = pen.measureText(text);
        const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
        const at = (x: number, y: number) => Math.round(data[(y * canvas.width + x) * 4 + 3]! / 17);
        let [left, top, right, bottom] = [canvas.width, canvas.height, 0, 0];
        for (let y = 0; y < canvas.height; y += 1)
          for (let x = 0; x < canvas.width; x += 1)
            if (at(x, y) > 0)
              [left, top, right, bottom] = [
                Math.min(left, x),
                Math.min(top, y),
                Math.max(right, x + 1),
                Math.max(bottom, y + 1),
              ];
        const width = Math.max(0, right - left);
        let rows = "";
        for (let y = top; y < bottom; y += 1)
          for (let x = left; x < right; x += 1) rows += at(x, y).toString(16);
        glyphs[text] = { advance, x: left - size / 2, y: top - size * 1.25, width, rows };
      }
      document.fonts.delete(face);
      return { px: size, glyphs };
    },
    [font, px, weight, characters] as const,
  );
}

const letters = { title: await cut(faces.title), text: await cut(faces.text) };
await writeFile(new URL("card-letters.json.gz", fontsDir), gzipSync(JSON.stringify(letters), { level: 9 }));

const mark = await readFile(new URL("favicon.svg", publicDir), "utf8");
async function drawMark(px: number): Promise<Buffer> {
  await page.setViewportSize({ width: px, height: px });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${px}px;height:${px}px}</style>${mark}`,
  );
  return page.screenshot({ omitBackground: true });
}

/** Returns an icon file that contains one PNG. */
function iconOf(png: Buffer, px: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(px, 6);
  head.writeUInt8(px, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

await writeFile(new URL("favicon.ico", publicDir), iconOf(await drawMark(32), 32));
await writeFile(new URL("apple-touch-icon.png", publicDir), await drawMark(180));
await browser.close();
