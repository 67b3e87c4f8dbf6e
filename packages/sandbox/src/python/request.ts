import type { Job } from "../input.ts";

/** Writes what one child reads: its limits first, so that it can confine itself before it reads the rest. */
export function writeRequest({ limits, entrypoint, source, argsText }: Job): Buffer {
  const childLimits = {
    cpu_seconds: limits.cpuSeconds,
    memory_bytes: Math.ceil(limits.memoryBytes),
    output_bytes: limits.outputBytes,
    depth: limits.depth,
    log_length: limits.logLength,
  };
  return Buffer.concat([JSON.stringify(childLimits), entrypoint, source, argsText].flatMap(writeBlock));
}

function writeBlock(text: string): Buffer[] {
  const data = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return [length, data];
}
