/** Line and column, as `3:5`, of what a JSON Pointer leads to: of its key, where it has one. */
export async function placeInJson(text: string, pointer: string): Promise<string | undefined> {
  const { findNodeAtLocation, parseTree } = (await import("jsonc-parser")).default;
  const tree = parseTree(text);
  const path = pointer.split("/").slice(1);
  const keys = path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, keys);
  if (node === undefined) return undefined;
  const { offset } = node.parent?.type === "property" ? node.parent : node;
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}
