import { element, fill } from "../dom.ts";
import { keyProblem, saveKey } from "../session.ts";
import type { View } from "../view.ts";

/** Asks for an API key, and goes on with it. */
export function keyView(reason: string, goOn: () => void): View {
  return ({ main }) => {
    const input = element("input", {
      id: "key",
      type: "password",
      autocomplete: "off",
      spellcheck: "false",
      required: true,
      "aria-describedby": "key-help key-problem",
    });
    const problem = element("p", { id: "key-problem", class: "problem", role: "alert" });
    const form = element(
      "form",
      { class: "key" },
      element("h1", {}, "This gateway asks for an API key"),
      element("p", {}, reason),
      element("label", { for: "key" }, "API key"),
      input,
      element(
        "p",
        { id: "key-help", class: "quiet" },
        "It needs the scope “read”. It stays in this tab until you close it.",
      ),
      problem,
      element("button", { type: "submit", class: "primary" }, "Continue"),
    );
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const key = input.value.trim();
      const wrong = keyProblem(key);
      fill(problem, wrong);
      if (wrong !== undefined) return input.focus();
      saveKey(key);
      goOn();
    });
    fill(main, form);
    input.focus();
  };
}
