import { element, fill } from "../dom.ts";
import type { View } from "../view.ts";

/** For an address that names nothing. */
export const unknownView: View = ({ main }) => {
  fill(
    main,
    element("h1", {}, "There is nothing at this address"),
    element("p", {}, element("a", { href: "#/" }, "Go to the workflows and runs")),
  );
};
