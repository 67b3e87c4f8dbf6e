import type { Run } from "./run.ts";

/** Which properties and items of one value some schema has looked at. `unevaluated…` applies to the others. */
export class Evaluated {
  private allNames = false;
  private readonly names = new Set<string>();
  private firstItems = 0;
  private readonly items = new Set<number>();

  addName(name: string): void {
    if (!this.allNames) this.names.add(name);
  }

  addAllNames(): void {
    this.allNames = true;
  }

  hasName(name: string): boolean {
    return this.allNames || this.names.has(name);
  }

  /** Infinity stands for all. */
  addFirstItems(count: number): void {
    this.firstItems = Math.max(this.firstItems, count);
  }

  addItem(index: number): void {
    if (index >= this.firstItems) this.items.add(index);
  }

  hasItem(index: number): boolean {
    return index < this.firstItems || this.items.has(index);
  }

  addThoseOf(other: Evaluated, run: Run): void {
    run.burn(other.names.size + other.items.size);
    if (other.allNames) this.addAllNames();
    for (const name of other.names) this.addName(name);
    this.addFirstItems(other.firstItems);
    for (const index of other.items) this.addItem(index);
  }
}
