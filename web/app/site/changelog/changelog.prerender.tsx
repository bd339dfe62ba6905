// Renders the repository's changelog as a page: its paragraphs become headings, because its own headings are for
// developers only.
import { renderToStaticMarkup } from "react-dom/server";
import Changelog from "../../../../CHANGELOG.md";

export default renderToStaticMarkup(
  <Changelog
    components={{
      h1: () => <h1 tabIndex={-1}>Changelog</h1>,
      h2: ({ children }) => (
        <p className="lead">{children === "Unreleased" ? "What the next release brings." : children}</p>
      ),
      p: ({ children }) => <h2>{typeof children === "string" ? children.replace(/\.$/, "") : children}</h2>,
    }}
  />,
);
