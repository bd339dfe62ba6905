// Renders the repository's changelog as a page: each version with its date, and links to its parts.
import { renderToStaticMarkup } from "react-dom/server";
import Changelog from "../../../../CHANGELOG.md";

const list = renderToStaticMarkup(
  <Changelog
    components={{
      h1: () => <h1 tabIndex={-1}>Changelog</h1>,
      h2: ({ id, children }) => <h2 id={id}>Version {children}</h2>,
    }}
  />,
);

const parts = [...list.matchAll(/<h3 id="([^"]+)">([^<]+)<\/h3>/g)];

const links = renderToStaticMarkup(
  <nav aria-label="Parts of the changelog" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
    {parts.map(([, id, title]) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>,
);

export default list.replace("</h2>", `</h2>${links}`);
