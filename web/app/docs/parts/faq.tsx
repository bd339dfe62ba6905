// Questions of which only one is open at a time: their shared name closes the others, without a script.
import type { ReactNode } from "react";

export interface Question {
  question: string;
  answer: ReactNode;
}

const idOf = (question: string) =>
  question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export function Faq({ name, questions }: { name: string; questions: Question[] }) {
  return (
    <div>
      {questions.map(({ question, answer }) => (
        <details key={question} id={idOf(question)} name={name} className="faq">
          <summary>{question}</summary>
          <div>
            <p>{answer}</p>
          </div>
        </details>
      ))}
    </div>
  );
}
