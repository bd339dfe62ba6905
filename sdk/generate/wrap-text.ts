/** A text in lines of at most so many characters, broken at blanks. */
export function wrapText(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) as string;
    if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
