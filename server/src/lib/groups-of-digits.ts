import { BETWEEN, LETTER, signOf, UNSEEN } from "./signs-of-text.ts";

/** Digits that nothing stands between, as ASCII. */
export type Group = string;

/**
 * The groups of digits in a text, whatever their script, in lines: between the groups of one line is no letter. Every
 * character is looked at once.
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
