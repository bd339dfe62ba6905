import { BETWEEN, LETTER, signOf, UNSEEN } from "./signs-of-text.ts";

/** Digits with nothing between them, as ASCII. */
export type Group = string;

/**
 * Returns the groups of digits of any script in a text, in lines: no letter stands between the groups of one
 * line. Every character is looked at once.
 */
export function findGroups(text: string, tally: { looks: number }): Group[][] {
  const lines: Group[][] = [];
  let line: Group[] = [];
  let digits = "";
  const endGroup = (): void => {
    if (digits !== "") line.push(digits);
    digits = "";
  };
  const endLine = (): void => {
    endGroup();
    if (line.length > 0) lines.push(line);
    line = [];
  };
  for (const character of text) {
    tally.looks += 1;
    const sign = signOf(character.codePointAt(0)!);
    if (sign === UNSEEN) continue;
    if (sign === LETTER) endLine();
    else if (sign === BETWEEN) endGroup();
    else digits += String(sign);
  }
  endLine();
  return lines;
}
