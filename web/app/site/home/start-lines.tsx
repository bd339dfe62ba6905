// The line that a visitor copies to start Vitaran. The server knows where the source code and an image are; a line that
// would lead nowhere is not shown.
import { renderToStaticMarkup } from "react-dom/server";
import highlight from "#docs/highlight.prerender.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { onlyWith, onlyWithout } from "../../../addresses.ts";

const block = (label: string, command: string) =>
  renderToStaticMarkup(<CodeBlock label={label} lines={highlight(`$ ${command}`, "bash")} />);

const lines = [
  onlyWith(
    "repository",
    block("Get it and start it", "git clone REPOSITORY_URL vitaran && cd vitaran && npm start"),
  ),
  onlyWithout("repository", block("Start it, in the folder of the source code", "npm start")),
  onlyWith("image", block("Or start it in a container", "docker run -p 8080:8080 CONTAINER_IMAGE")),
].join("");

export const StartLines = () => (
  <div className="start-lines grid gap-3" dangerouslySetInnerHTML={{ __html: lines }} />
);
