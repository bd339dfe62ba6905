// Recalculates while a visitor types. It is loaded when one of the fields first gets the focus.
import { priceLines } from "./price-lines.ts";
import { priceOf } from "./price-of.ts";
import type { PriceBook } from "./price-of.ts";

const started = new WeakSet<HTMLElement>();

export default function runCalculator(calculator: HTMLElement): void {
  if (started.has(calculator)) return;
  started.add(calculator);
  const book = JSON.parse(calculator.dataset["prices"] ?? "{}") as PriceBook;
  calculator.addEventListener("input", () => show(calculator, book));
  show(calculator, book);
}

function show(calculator: HTMLElement, book: PriceBook): void {
  const typed = (name: string) =>
    calculator.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? "";
  const asked = { amount: typed("amount"), mode: typed("mode"), count: typed("count") };
  const price = priceOf(book, asked);
  const isWrong = typeof price === "string";
  const problem = calculator.querySelector("[data-problem]");
  if (problem) problem.textContent = isWrong ? price : "";
  calculator.toggleAttribute("data-wrong", isWrong);
  if (isWrong) return;
  for (const [name, line] of Object.entries(priceLines(price))) {
    const place = calculator.querySelector(`[data-line="${name}"]`);
    if (place && place.textContent !== line) place.textContent = line;
  }
}
