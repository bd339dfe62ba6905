import { existsSync, globSync, readFileSync } from "node:fs";
import { WEB_BUILD } from "./mount-web.ts";

/** Returns the documentation's pages in Markdown, as they were built; none without a build. */
export function readDocsPages(): { uri: string; title: string; text: string }[] {
  const folder = `${WEB_BUILD}/client`;
  if (!existsSync(folder)) return [];
  const files = globSync("payout/**/*.md", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  return files.toSorted().map((file) => {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
    return { uri: `docs:///${file.replace(/\.md$/, "")}`, title, text };
  });
}
