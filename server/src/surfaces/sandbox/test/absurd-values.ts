/** Unexpected values: types, sizes, dates and numbers that a tired person or an attacker may send. */
export const ABSURD: readonly unknown[] = [
  null,
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfffy",
  "\u202e",
  "\u{1f4a9}",
  "\r\nx: y",
  "x".repeat(200),
  "é".repeat(200),
  "x".repeat(201),
  "9".repeat(100_000),
  "-1",
  "1.5",
  "1e400",
  "NaN",
  "0x10",
  "..",
  "../../sim/reset",
  "%00",
  "%ff",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "{{7*7}}",
  "00000000-0000-0000-0000-000000000000",
  "-271821-04-20T00:00:00Z",
  "-004713-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01",
  "1970-01-01T00:00:00Z",
  "2026-02-30T10:00:00Z",
  "9999-12-31T23:59:59Z",
  "+010000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  -1,
  0,
  0.1,
  0.30000000000000004,
  1,
  100,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  -1e308,
  5e-324,
  true,
  false,
  [],
  [null],
  ["\0"],
  ["\ud800"],
  [[[[]]]],
  ["x", "x"],
  {},
  { a: { b: [{}] } },
  { length: -1 },
];

/** Yields a value with each part of it, at any depth, replaced by each absurd value. */
export function* absurdly(sound: unknown): Generator<unknown> {
  yield* ABSURD;
  if (typeof sound !== "object" || sound === null) return;
  for (const [name, part] of Object.entries(sound)) {
    for (const absurd of absurdly(part)) {
      if (Array.isArray(sound)) yield sound.with(Number(name), absurd);
      else yield { ...sound, [name]: absurd };
    }
  }
}
