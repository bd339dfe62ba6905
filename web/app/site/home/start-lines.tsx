// The line that a visitor copies to start Vitaran. The server knows where the source code and an image are; a line that
// would lead nowhere is not shown.
import { renderToStaticMarkup } from "react-dom/server";
import highlight from "#docs/highlight.prerender.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { onlyWith, onlyWithout } from "../../../addresses.ts";

const block = (label: string, command: string) =>
  renderToStaticMarkup(<CodeBlock label={label} lines={highlight(`$ ${command}`, "bash")} />);

const start =
  onlyWith(
    "repository",
    block("Get it and start it", "git clone REPOSITORY_URL vitaran && cd vitaran && npm start"),
  ) + onlyWithout("repository", block("Start it, in the folder of the source code", "npm start"));

const inProduction = onlyWith(
  "image",
  block(
    "In production, with your settings in vitaran.env",
    "docker run -p 8080:8080 --env-file vitaran.env CONTAINER_IMAGE",
  ),
);

export function StartLines() {
  return (
    <div className="start-lines mt-7 max-w-[34rem]">
      <div dangerouslySetInnerHTML={{ __html: start }} />
      <p className="mt-2 text-14 text-ink-2">
        Needs Node.js 18 or later; the database and four simulated banks come with it. Licence: Apache-2.0.
      </p>
      <div className="mt-3" dangerouslySetInnerHTML={{ __html: inProduction }} />
    </div>
  );
}
