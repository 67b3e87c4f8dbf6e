/** A first-in, first-out queue whose every operation is O(1) amortised. */
export interface Queue<T> {
  items: (T | undefined)[];
  head: number;
}

export function createQueue<T>(): Queue<T> {
  return { items: [], head: 0 };
}

export function queueSize(queue: Queue<unknown>): number {
  return queue.items.length - queue.head;
}

export function enqueue<T>(queue: Queue<T>, item: T): void {
  queue.items.push(item);
}

export function dequeue<T>(queue: Queue<T>): T | undefined {
  if (queue.head === queue.items.length) return undefined;
  const item = queue.items[queue.head];
  queue.items[queue.head++] = undefined;
  if (queue.head > 32 && queue.head * 2 > queue.items.length) {
    queue.items.splice(0, queue.head);
    queue.head = 0;
  }
  return item;
}
