// Draws the picture that other sites show for a link to a page (Open Graph, 1200 x 630). It needs no browser: the
// letters were cut beforehand (cut-letters.ts). The same page always gives the same bytes.
import { readFileSync } from "node:fs";
import { crc32, deflateSync, gunzipSync } from "node:zlib";

interface Glyph {
  advance: number;
  /** The upper left corner, measured from the pen on the baseline. */
  x: number;
  y: number;
  width: number;
  /** The coverage of each pixel, as one hexadecimal digit. */
  rows: string;
}

export interface Letters {
  px: number;
  glyphs: Record<string, Glyph>;
}

export const CARD = { width: 1200, height: 630 } as const;

const letters = JSON.parse(
  gunzipSync(readFileSync(new URL("../app/fonts/card-letters.json.gz", import.meta.url))).toString(),
) as Record<"title" | "text", Letters>;

const paper = [0xfa, 0xf8, 0xf3] as const;
/** The palette of the picture has 16 steps for each ink, from the paper to the full ink. */
const inks = {
  ink: [0x1b, 0x24, 0x30],
  grey: [0x47, 0x52, 0x5f],
  margin: [0xc8, 0x45, 0x2f],
  primary: [0x0b, 0x5a, 0x63],
} as const;
type Ink = keyof typeof inks;
const inkNames = Object.keys(inks) as Ink[];

const palette = Buffer.from(
  inkNames.flatMap((name) =>
    Array.from({ length: 16 }, (_, step) =>
      paper.map((from, part) => Math.round(from + ((inks[name][part] ?? 0) - from) * (step / 15))),
    ).flat(),
  ),
);

class UnknownLetter extends Error {}

const glyphOf = (face: Letters, letter: string): Glyph => {
  const glyph = face.glyphs[letter];
  if (!glyph) throw new UnknownLetter(`The pictures of pages have no letter "${letter}": see cut-letters.ts`);
  return glyph;
};

const widthOf = (face: Letters, text: string): number =>
  [...text].reduce((sum, letter) => sum + glyphOf(face, letter).advance, 0);

function write(pixels: Buffer, text: string, { face, x, y, ink }: Place): void {
  let pen = x;
  for (const letter of text) {
    const glyph = glyphOf(face, letter);
    for (let at = 0; at < glyph.rows.length; at += 1) {
      const step = Number.parseInt(glyph.rows[at]!, 16);
      const column = Math.round(pen) + glyph.x + (at % glyph.width);
      const row = y + glyph.y + Math.floor(at / glyph.width);
      if (step > 0) pixels[row * CARD.width + column] = inkNames.indexOf(ink) * 16 + step;
    }
    pen += glyph.advance;
  }
}

interface Place {
  face: Letters;
  x: number;
  /** The position of the baseline. */
  y: number;
  ink: Ink;
}

function fill(
  pixels: Buffer,
  ink: Ink,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  for (let row = y; row < y + height; row += 1) {
    pixels.fill(inkNames.indexOf(ink) * 16 + 15, row * CARD.width + x, row * CARD.width + x + width);
  }
}

function wrap(face: Letters, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(face, longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Returns a PNG for a page, from its title and the part of the site that it is in. */
export function drawCard({ title, part }: { title: string; part: string }): Buffer {
  const pixels = Buffer.alloc(CARD.width * CARD.height);
  const left = 136;
  fill(pixels, "margin", [96, 0, 4, CARD.height]);
  write(pixels, part, { face: letters.text, x: left, y: 128, ink: "primary" });
  wrap(letters.title, title, CARD.width - left - 80)
    .slice(0, 4)
    .forEach((line, at) =>
      write(pixels, line, { face: letters.title, x: left, y: 236 + at * 88, ink: "ink" }),
    );
  fill(pixels, "ink", [left, 530, CARD.width - left - 80, 2]);
  fill(pixels, "ink", [left, 536, CARD.width - left - 80, 2]);
  write(pixels, "Vitaran · payouts for businesses in India", {
    face: letters.text,
    x: left,
    y: 588,
    ink: "grey",
  });
  return toPng(pixels);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Writes one palette byte per pixel. Each row begins with the filter type 0, which means no filter. */
function toPng(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(CARD.width, 0);
  head.writeUInt32BE(CARD.height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((CARD.width + 1) * CARD.height);
  for (let row = 0; row < CARD.height; row += 1) {
    pixels.copy(rows, row * (CARD.width + 1) + 1, row * CARD.width, (row + 1) * CARD.width);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
