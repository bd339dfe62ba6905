// The commands of Quick Start: how to get the source code, and how to run a sample from it.
import { renderToStaticMarkup } from "react-dom/server";
import { CodeBlock } from "#ui/code-block.tsx";
import { languages } from "#ui/code-language.ts";
import { onlyWith } from "../../../addresses.ts";
import highlight from "../highlight.prerender.ts";
import { sampleFiles } from "../samples.prerender.ts";
import { FactTable } from "./fact-tables.tsx";

const CLONE = "$ git clone REPOSITORY_URL vitaran\n$ cd vitaran";

/** This is visible only if the server knows its REPOSITORY_URL. */
export function Clone() {
  const block = renderToStaticMarkup(
    <figure>
      <CodeBlock label="Terminal" lines={highlight(CLONE, "bash")} />
    </figure>,
  );
  return <div dangerouslySetInnerHTML={{ __html: onlyWith("repository", block) }} />;
}

const programs = { curl: "sh", node: "node", java: "java", python: "python3", php: "php" } as const;

/** Shows the command for each language. A webhook receiver runs in the background. */
export function RunCommands({ sample, background = false }: { sample: string; background?: boolean }) {
  const files = sampleFiles(sample);
  const rows = languages.flatMap(({ id, label }) => {
    const file = files[id];
    if (file === undefined) return [];
    const serves = background && id === "php" ? "-S 127.0.0.1:8443 " : "";
    const command = `${programs[id]} ${serves}web${file}${background ? " &" : ""}`;
    return { cells: [label, <code className="breaks">{command}</code>] };
  });
  return <FactTable label="Commands" head={["Language", "Command"]} rows={rows} />;
}
