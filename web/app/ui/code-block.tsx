// A code block with a header bar. Its lines were coloured at build time.
interface CodeBlockProps {
  label: string;
  /** The HTML of the coloured lines. */
  lines: string;
}

export function CodeBlock({ label, lines }: CodeBlockProps) {
  return (
    <div className="code" data-code>
      <header>
        <span>{label}</span>
        <button type="button" data-copy aria-label={`Copy ${label}`} />
      </header>
      {/* Long lines scroll, and anything that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={`Code, ${label}`}>
        <code dangerouslySetInnerHTML={{ __html: lines }} />
      </pre>
    </div>
  );
}
