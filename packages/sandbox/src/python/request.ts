import type { Job } from "../input.ts";

/**
 * Writes what one child reads: its limits first, so that it can confine itself before it reads the rest.
 * @param code what the source was compiled to before, if it was
 */
export function writeRequest({ limits, entrypoint, source, argsText }: Job, code: Buffer | undefined): Buffer {
  const childLimits = {
    cpu_seconds: limits.cpuSeconds,
    memory_bytes: Math.ceil(limits.memoryBytes),
    output_bytes: limits.outputBytes,
    depth: limits.depth,
    log_length: limits.logLength,
  };
  const program = code === undefined ? [source, ""] : ["", code];
  return Buffer.concat([JSON.stringify(childLimits), entrypoint, ...program, argsText].flatMap(writeBlock));
}

function writeBlock(block: string | Buffer): Buffer[] {
  const data = typeof block === "string" ? Buffer.from(block) : block;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return [length, data];
}
