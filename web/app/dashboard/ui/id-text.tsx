// An ID on one line. A long one loses its middle, because IDs of one source often begin alike and differ at the end.

const WHOLE_MAX = 18;
const TAIL = 6;

export function IdText({ children: id }: { children: string | null }) {
  if (id === null) return null;
  const look = "block font-mono text-13 whitespace-nowrap";
  if (id.length <= WHOLE_MAX) return <span className={look}>{id}</span>;
  return (
    <span title={id} className={look}>
      <span className="sr-only select-none">{id}</span>
      <span aria-hidden="true" className="id-head truncate">
        {id.slice(0, -TAIL)}
      </span>
      <span aria-hidden="true">{id.slice(-TAIL)}</span>
    </span>
  );
}
