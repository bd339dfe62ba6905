// A small table of figures, with numbers aligned to the right.
import type { ReactNode } from "react";

interface FigureTableProps<Row> {
  caption: string;
  head: readonly string[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The cells of a row. The first one names it. */
  cells: (row: Row) => readonly ReactNode[];
}

export function FigureTable<Row>({ caption, head, rows, keyOf, cells }: FigureTableProps<Row>) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full text-14">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-13 text-ink-2">
            {head.map((word, at) => (
              <th
                key={word}
                scope="col"
                className={`px-3 py-2 font-semibold whitespace-nowrap first:pl-4 last:pr-4 md:first:pl-5 md:last:pr-5 ${sideOf(at)}`}
              >
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const [name, ...numbers] = cells(row);
            return (
              <tr key={keyOf(row)} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 pr-3 pl-4 text-left font-normal whitespace-nowrap md:pl-5">
                  {name}
                </th>
                {numbers.map((number, at) => (
                  <td
                    key={at}
                    className="px-3 py-2 text-right whitespace-nowrap tabular-nums last:pr-4 md:last:pr-5"
                  >
                    {number}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const sideOf = (at: number) => (at === 0 ? "text-left" : "text-right");
